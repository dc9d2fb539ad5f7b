import Rulebook

/// What finds a violation, and what tells whether it was told already.
struct CandidateOrigin {
  let sentence: Int
  let rule: Int
  let instance: ScopeInstance
  /// What those have none of that find one thing each: many of them may wait for the end of a scope.
  private let more: More?

  private final class More {
    let foldKey: FoldKey?
    let opening: OpenSpan?
    let telling: MergeGroup?

    init(_ foldKey: FoldKey?, _ opening: OpenSpan?, _ telling: MergeGroup?) {
      (self.foldKey, self.opening, self.telling) = (foldKey, opening, telling)
    }
  }

  init(
    sentence: Int, rule: Int, instance: ScopeInstance, foldKey: FoldKey?, opening: OpenSpan?,
    telling: MergeGroup?
  ) {
    (self.sentence, self.rule, self.instance) = (sentence, rule, instance)
    more =
      foldKey == nil && opening == nil && telling == nil ? nil : More(foldKey, opening, telling)
  }

  /// What it says, where what says the same in one instance is one.
  var foldKey: FoldKey? { more?.foldKey }
  /// The opening of which all that its rule says is one.
  var opening: OpenSpan? { more?.opening }
  /// What it has in common with others that find the same at the same line; nil where no other can.
  var telling: MergeGroup? { more?.telling }

  /// The violation that has told of this already, if one has.
  var told: ReportedViolation? {
    if let foldKey { return instance.told(foldKey) }
    return opening?.report(by: rule)?.violation
  }

  /// Whether more can be found that the same violation tells of.
  @inline(__always)
  var isOneOfMany: Bool { more != nil }

  /// Remembers which violation tells of this, certain by a line, where no more texts of one instance are remembered than so
  /// many. Whether it was not known yet.
  func noteTold(as told: ReportedViolation, at line: Int, most: Int) -> Bool {
    if let foldKey { return instance.note(told, foldKey: foldKey, most: most) }
    return opening?.noteReport(told, by: rule, at: line) ?? false
  }
}
