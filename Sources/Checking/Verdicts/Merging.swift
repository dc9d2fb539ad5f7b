// Merging: findings of one rule at one line that have the same cause are one violation.

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
  func recordReport(_ reported: ReportedViolation, by line: Int) { self.reported = (reported, by: line) }

  /// Records that a finding of a sentence, which was certain by a line, is merged into the violation.
  func addSentence(_ sentence: Int, at line: Int) { joined = (sentence, line) }

  /// Whether a finding of a sentence that becomes certain by a line is part of the violation, and not a repeat of it.
  func includes(_ sentence: Int, at line: Int) -> Bool {
    reported?.by == line || joined.map { $0.sentence == sentence && $0.line == line } ?? false
  }

  /// Resets the group to that of a new identity, to use the object again.
  func reset(to identity: Identity, turn: Int) {
    self.identity = identity
    self.turn = turn
    reported = nil
    joined = nil
    candidates = 0
    isHolding = false
    isInconclusive = false
  }
}

/// The merge groups of the newest line with a finding.
struct MergeGroups {
  /// The first group of each rule, which is of an earlier line if its `turn` differs, and all other groups.
  private var first: [MergeGroup?]
  private var others: [MergeGroup.Identity: MergeGroup] = [:]
  /// The violations that were reported at the line. They are held until the next line with a finding, because more findings of the
  /// line may be merged into them.
  private var heldForLine: [ReportedViolation] = []
  private var line = 0
  /// The number of different lines so far.
  private var turn = 0

  init(rules: Int) { first = Array(repeating: nil, count: rules) }

  /// Holds a violation until the next line with a finding.
  mutating func hold(_ reported: ReportedViolation) { heldForLine.append(reported) }

  /// Returns the merge group of the findings with this identity at a line. Most rules have at most one group at a line. It is
  /// found by the rule's index, without hashing.
  /// Reference: `Verdicts.merged`.
  mutating func group(
    _ identity: MergeGroup.Identity, at line: Int, _ repetitions: inout Repetitions
  ) -> MergeGroup {
    if self.line != line {
      self.line = line
      turn += 1
      if !others.isEmpty { others.removeAll(keepingCapacity: true) }
      for reported in heldForLine { repetitions.removeHolder(reported) }
      heldForLine.clear()
    }
    let rule = identity.rule
    if let newest = first[rule], newest.turn == turn {
      if newest.identity == identity { return newest }
      if let other = others[identity] { return other }
      let mergeGroup = MergeGroup(identity, turn: turn)
      others[identity] = mergeGroup
      return mergeGroup
    }
    if isKnownUniquelyReferenced(&first[rule]), let old = first[rule] {
      // Only the group remains of candidates that were dropped without a decision, and it still holds their violation.
      if let (reported, _) = old.reported, old.isHolding { repetitions.removeHolder(reported) }
      old.reset(to: identity, turn: turn)
      return old
    }
    let mergeGroup = MergeGroup(identity, turn: turn)
    first[rule] = mergeGroup
    return mergeGroup
  }
}

extension LogState {
  /// Counts one more open candidate of a merge group. It may become the group's violation, or repeat the violation that was
  /// already reported.
  func add(to mergeGroup: MergeGroup) {
    mergeGroup.candidates += 1
    updateHold(mergeGroup)
  }

  /// Counts one open candidate less of a merge group.
  func removeCandidate(from mergeGroup: MergeGroup?) {
    guard let mergeGroup else { return }
    mergeGroup.candidates -= 1
    updateHold(mergeGroup)
  }

  /// Holds the violation of a merge group as long as a candidate of the group is open.
  private func updateHold(_ mergeGroup: MergeGroup) {
    guard let (reported, _) = mergeGroup.reported, mergeGroup.isHolding != (mergeGroup.candidates > 0) else {
      return
    }
    mergeGroup.isHolding.toggle()
    if mergeGroup.isHolding { repetitions.addHolder(reported) } else { repetitions.removeHolder(reported) }
  }
}
