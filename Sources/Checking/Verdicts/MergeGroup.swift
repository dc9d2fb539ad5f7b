// Folding and merging: which findings are reported as one violation.

/// The key by which findings in one scope instance are folded: the message and the key of the judged event.
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

/// The finding that a repeat is folded into: a reported violation, or a candidate that is not certain yet.
enum FoldTarget {
  case reported(ReportedViolation)
  case candidate(Candidate)
}

/// A handle of a reported violation that later findings may repeat.
struct ReportedViolation: Equatable {
  let id: Violation.ID
  /// Its index in `Repetitions`.
  let place: Int
}

/// Findings of one rule at one line that are merged into one violation, because they have the same cause. They may be of
/// different sentences and scope instances.
final class MergeGroup {
  struct Identity: Hashable {
    var rule: Int
    /// The `Breach.number`.
    var subject: Int
    /// The message; nil if all findings about the subject are merged.
    var message: String?

    /// Hashes the message only if the subject is negative. Only groups of one line are looked up, and findings about one subject
    /// seldom have different messages.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(subject)
      if subject < 0 { hasher.combine(message) }
    }
  }

  private(set) var identity: Identity
  /// The number of its line among the lines that have merge groups.
  private(set) var turn: Int
  /// The violation that reports the group, and the line by which it was certain; nil if nothing was reported yet.
  private(set) var reported: (ReportedViolation, by: Int)?
  /// The sentence whose finding was merged into the violation last, and the line by which that finding was certain.
  private var joined: (sentence: Int, line: Int)?
  /// The number of open candidates of the group.
  var candidates = 0
  /// Whether the violation is held in `Repetitions` for these candidates.
  var isHolding = false
  /// Whether the group was counted as inconclusive.
  var isInconclusive = false

  init(_ identity: Identity, turn: Int) {
    self.identity = identity
    self.turn = turn
  }

  /// Records the violation that reports the group, and the line by which it was certain.
  func note(_ reported: ReportedViolation, by line: Int) { self.reported = (reported, by: line) }

  /// Records that a finding of a sentence, which was certain by a line, is merged into the violation.
  func addSentence(_ sentence: Int, at line: Int) { joined = (sentence, line) }

  /// Whether a finding of a sentence that becomes certain by a line is part of the violation, and not a repeat of it.
  func includes(_ sentence: Int, at line: Int) -> Bool {
    reported?.by == line || joined.map { $0.sentence == sentence && $0.line == line } ?? false
  }

  /// Resets the group to that of a new identity, to use the object again.
  func begin(_ identity: Identity, turn: Int) {
    self.identity = identity
    self.turn = turn
    reported = nil
    joined = nil
    candidates = 0
    isHolding = false
    isInconclusive = false
  }
}
