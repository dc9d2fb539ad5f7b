import Checking

/// A required rule that was not checked, or that is inconclusive. It fails the run, and has no line to show.
struct UnmetRequirement {
  let ruleID: String
  /// The message: lower case, no full stop.
  let message: String

  /// Nil if the rule is not required, or was checked.
  init?(_ rule: RuleTotal) {
    guard rule.isRequired, let shortcoming = rule.verdict.shortcoming else { return nil }
    ruleID = rule.id
    message = "required, but \(rule.verdict.word): \(rule.reason ?? shortcoming)"
  }

  /// A required rule whose rulebook no log has chosen.
  init(unchosen id: String) {
    ruleID = id
    message = "required, but not observable: no log was checked against its rulebook"
  }
}

extension Verdict {
  /// The name in text reports.
  var word: String {
    switch self {
    case .held: "held"
    case .violated: "violated"
    case .inconclusive: "inconclusive"
    case .notTriggered: "not triggered"
    case .notObservable: "not observable"
    }
  }

  /// The reason why the rule was not checked; nil if it was.
  fileprivate var shortcoming: String? {
    switch self {
    case .violated, .held: nil
    case .inconclusive: RuleTotal.undecided
    case .notTriggered: "no log triggers the rule"
    case .notObservable: "no log contains the events of the rule"
    }
  }
}
