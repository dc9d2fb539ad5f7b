/// A violation that is not certain yet, or just became so: it waits until every line has come that could refute it.
final class Candidate {
  let sentence: Int
  let rule: Int
  let app: App
  var violation: Violation
  /// The order of the reported line in the log, and of the thing that is spoken of: together with the rule what tells
  /// one violation from another.
  let identity: Identity
  /// How many things must still turn out.
  var waits = 0
  /// It rests on a guess.
  let isInferred: Bool
  var fate = Fate.open
  /// Candidates of rules that yield to this one's rule.
  var yielding: [Candidate] = []
  /// Where it is counted as an offence.
  var tallies: [Tally] = []
  let subject: OpenSpan?
  let trigger: Int

  struct Identity: Hashable {
    var rule: Int
    var line: Int
    var subject: Int
  }

  enum Fate {
    case open
    case confirmed
    case dismissed
  }

  init(
    sentence: Int, rule: Int, app: App, violation: Violation, subject: OpenSpan?, trigger: Int,
    isInferred: Bool
  ) {
    self.app = app
    self.sentence = sentence
    self.rule = rule
    self.violation = violation
    self.subject = subject
    self.trigger = trigger
    self.isInferred = isInferred
    identity = Identity(rule: rule, line: violation.witness.line, subject: subject?.order ?? -1)
  }

  /// Takes in another candidate that says the same.
  func take(_ other: Candidate) {
    let known = Set(violation.related.map(\.witness.line))
    violation.related += other.violation.related.filter { !known.contains($0.witness.line) }
    violation.related.sort { $0.witness.line < $1.witness.line }
    other.fate = .dismissed
  }
}
