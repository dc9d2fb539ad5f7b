import Checking
import Diagnostics
import Rulebook
import Trace

/// A rule whose verdict differs between the good runs and another run.
struct VerdictChange {
  var rule: String
  var severity: Severity
  /// The verdict of the good runs; if it differs among them, the first one in the order of `Verdict`.
  var before: Verdict
  /// The verdict of the other run.
  var after: Verdict
  /// The violations whose fingerprint no good run has.
  var violations: [NewViolation] = []
  /// If the rule is no longer tested: an event that it needs and that is missing.
  var cause: Cause?

  /// Violations with the same fingerprint: the first one, and their number.
  struct NewViolation {
    var message: String
    var count = 1
    var bad: LogFiles.Place
    /// The line of the good run with the same event, if it was matched.
    var good: LogFiles.Place?
  }

  struct Cause {
    var event: String
    var good: LogFiles.Place
  }

  /// Finds the rules with new violations, the rules that every good run tests and the other run does not, and the rules that
  /// every good run violates and the other run keeps.
  static func all(
    good: [RecordedLog], bad: RecordedLog, _ rulebook: Rulebook, _ sessions: [ComparedSession]
  ) -> [VerdictChange] {
    let new = newViolations(good, bad, sessions)
    let goodVerdicts = good.map { log in
      Dictionary(log.rules.map { ($0.ruleID, $0.verdict) }) { first, _ in first }
    }
    return bad.rules.compactMap { rule in
      let verdicts = goodVerdicts.compactMap { $0[rule.ruleID] }
      guard verdicts.count == good.count, let before = Verdict.allCases.first(where: verdicts.contains) else {
        return nil
      }
      var change = VerdictChange(
        rule: rule.ruleID, severity: rule.severity, before: before, after: rule.verdict)
      change.violations = new[rule.ruleID] ?? []
      let isLost = verdicts.allSatisfy(\.isOfTest) && !rule.verdict.isOfTest
      let isFixed = verdicts.allSatisfy { $0 == .violated } && rule.verdict == .held
      if isLost { change.cause = cause(rule.ruleID, rulebook, sessions) }
      return !change.violations.isEmpty || isLost || isFixed ? change : nil
    }
  }

  /// The new violations of each rule, by its id.
  private static func newViolations(
    _ good: [RecordedLog], _ bad: RecordedLog, _ sessions: [ComparedSession]
  ) -> [String: [NewViolation]] {
    let known = Set(good.flatMap(\.violations).map { Fingerprint($0) })
    var new: [String: [NewViolation]] = [:]
    var places: [Fingerprint: Int] = [:]
    for violation in bad.violations {
      let fingerprint = Fingerprint(violation)
      if known.contains(fingerprint) { continue }
      if let place = places[fingerprint] {
        new[violation.ruleID]?[place].count += 1
        continue
      }
      places[fingerprint] = new[violation.ruleID, default: []].count
      let line = violation.witness.line
      new[violation.ruleID, default: []].append(
        NewViolation(
          message: violation.message, bad: bad.files.place(of: line),
          good: sessions.lazy.compactMap { $0.goodPlaces[line] }.first))
    }
    return new
  }

  /// The first missing event that a rule refers to.
  private static func cause(
    _ id: String, _ rulebook: Rulebook, _ sessions: [ComparedSession]
  ) -> Cause? {
    guard let rule = rulebook.rules.first(where: { $0.id == id }) else { return nil }
    let names = Set(rulebook.referencedEvents(of: rule).flatMap(\.events).map(rulebook.vocabulary.name))
    for difference in sessions.flatMap(\.differences) where difference.change == .missing {
      if names.contains(String(difference.event.prefix { $0 != " " })), let good = difference.good {
        return Cause(event: difference.event, good: good)
      }
    }
    return nil
  }
}
