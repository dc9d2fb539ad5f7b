import Rulebook

/// The origin of a candidate: its sentence and scope instance, and the keys by which it is folded and merged with other findings.
struct CandidateOrigin {
  let sentence: Int
  let rule: Int
  let instance: ScopeInstance
  /// The keys for folding and merging, as an object. Many candidates may wait for the end of a scope, and those that are never
  /// folded or merged need no memory for the keys.
  private let more: More?

  private final class More {
    let foldKey: FoldKey?
    let opening: OpenSpan?
    let mergeGroup: MergeGroup?

    init(_ foldKey: FoldKey?, _ opening: OpenSpan?, _ mergeGroup: MergeGroup?) {
      (self.foldKey, self.opening, self.mergeGroup) = (foldKey, opening, mergeGroup)
    }
  }

  init(
    sentence: Int, rule: Int, instance: ScopeInstance, foldKey: FoldKey?, opening: OpenSpan?,
    mergeGroup: MergeGroup?
  ) {
    (self.sentence, self.rule, self.instance) = (sentence, rule, instance)
    more =
      foldKey == nil && opening == nil && mergeGroup == nil ? nil : More(foldKey, opening, mergeGroup)
  }

  /// The fold key, if breaches with the same text and key in one scope instance are folded.
  var foldKey: FoldKey? { more?.foldKey }
  /// The opening that it is about, if all breaches of the rule about the opening are folded.
  var opening: OpenSpan? { more?.opening }
  /// The group of findings at its line with which it is merged; nil if there can be no other finding to merge.
  var mergeGroup: MergeGroup? { more?.mergeGroup }

  /// The violation into which this one is folded: one that was reported before with the same fold key, or about the same opening.
  var reported: ReportedViolation? {
    if let foldKey { return instance.reported(foldKey) }
    return opening?.report(by: rule)?.violation
  }

  /// Whether other findings can be folded or merged into the same violation.
  @inline(__always)
  var canBeGrouped: Bool { more != nil }

  /// Remembers the violation that reports this finding, and the line by which it was certain, to fold later findings into it. A
  /// scope instance remembers at most `most` fold keys. Returns whether the violation is now remembered and no other was before.
  func recordReport(as reported: ReportedViolation, at line: Int, most: Int) -> Bool {
    if let foldKey { return instance.note(reported, foldKey: foldKey, most: most) }
    return opening?.noteReport(reported, by: rule, at: line) ?? false
  }
}
