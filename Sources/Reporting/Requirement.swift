import Checking

/// A required rule that the logs did not put to the test, or not to its end: it fails, and has no line to show.
struct Requirement {
  let ruleID: String
  /// What is missing: lower case, no full stop.
  let message: String

  /// The requirement that a rule does not meet; nil where it meets it, or nothing is required.
  init?(_ rule: RuleTotal) {
    guard rule.isRequired, let shortcoming = rule.verdict.shortcoming else { return nil }
    ruleID = rule.id
    message = "required, but \(rule.verdict.word): \(rule.reason ?? shortcoming)"
  }

  /// The requirement of a rule, by id, whose rulebook no log has chosen.
  init(unchosen id: String) {
    ruleID = id
    message = "required, but not observable: no log was checked against its rulebook"
  }
}

extension Verdict {
  /// What a person calls it.
  var word: String {
    switch self {
    case .held: "held"
    case .violated: "violated"
    case .inconclusive: "inconclusive"
    case .notTriggered: "not triggered"
    case .notObservable: "not observable"
    }
  }

  /// What is missing before the rule has been put to the test; nil where it has been.
  fileprivate var shortcoming: String? {
    switch self {
    case .violated, .held: nil
    case .inconclusive: "no log decides it"
    case .notTriggered: "no log puts the rule to the test"
    case .notObservable: "no log records what the rule speaks of"
    }
  }
}
