// What was told, and which findings are told as one.

/// What tells one text from another: the message, and the key that it is about.
struct FoldKey: Hashable {
  let statement: Violation.Statement
  let key: Key?

  static func == (a: FoldKey, b: FoldKey) -> Bool {
    a.key == b.key && (a.statement === b.statement || a.statement.message == b.statement.message)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(statement.message)
    hasher.combine(key)
  }
}

/// What has said something already: a violation that was told, or one that is not certain yet.
enum FoldTarget {
  case told(ReportedViolation)
  case awaited(Candidate)
}

/// A violation that was told, of which more lines may say the same.
struct ReportedViolation: Equatable {
  let id: Violation.ID
  /// Its place among them.
  let place: Int
}

/// One cause, one violation: what one rule finds of one thing at one line, by whichever sentence and in whichever instance.
final class MergeGroup {
  struct Identity: Hashable {
    var rule: Int
    var subject: Int
    /// What it says; nil where all that is said of the subject is one.
    var message: String?

    /// Those that are looked up are of one line; what is found of one thing differs seldom in what is said of it.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(subject)
      if subject < 0 { hasher.combine(message) }
    }
  }

  private(set) var identity: Identity
  /// The line at which it was found, by how many others there were before it.
  private(set) var turn: Int
  /// The violation that tells of it, and the line by which that was certain.
  private(set) var told: (ReportedViolation, by: Int)?
  /// The newest sentence that has found the same by a later line, and that line.
  private var joined: (sentence: Int, line: Int)?
  /// How many candidates are still open that may turn out to be that violation.
  var candidates = 0
  /// Whether that violation is held for these.
  var isHolding = false
  var isInconclusive = false

  init(_ identity: Identity, turn: Int) {
    self.identity = identity
    self.turn = turn
  }

  /// A violation tells of it, which was certain by that line.
  func note(_ told: ReportedViolation, by line: Int) { self.told = (told, by: line) }

  /// From that line on the violation tells of what a sentence says, too.
  func addSentence(_ sentence: Int, at line: Int) { joined = (sentence, line) }

  /// Whether the violation tells of what a sentence says since that line.
  func isToldBy(_ sentence: Int, at line: Int) -> Bool {
    told?.by == line || joined.map { $0.sentence == sentence && $0.line == line } ?? false
  }

  /// Begins anew, as if it had just been made.
  func begin(_ identity: Identity, turn: Int) {
    self.identity = identity
    self.turn = turn
    told = nil
    joined = nil
    candidates = 0
    isHolding = false
    isInconclusive = false
  }
}
