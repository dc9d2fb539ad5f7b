import Rulebook

/// What finds a violation, and what tells whether it was told already.
struct Finder {
  let sentence: Int
  let rule: Int
  let instance: Instance
  /// What those have none of that find one thing each: many of them may wait for the end of a scope.
  private let more: More?

  private final class More {
    let saying: Saying?
    let opening: OpenSpan?
    let telling: Telling?

    init(_ saying: Saying?, _ opening: OpenSpan?, _ telling: Telling?) {
      (self.saying, self.opening, self.telling) = (saying, opening, telling)
    }
  }

  init(
    sentence: Int, rule: Int, instance: Instance, saying: Saying?, opening: OpenSpan?, telling: Telling?
  ) {
    (self.sentence, self.rule, self.instance) = (sentence, rule, instance)
    more =
      saying == nil && opening == nil && telling == nil ? nil : More(saying, opening, telling)
  }

  /// What it says, where what says the same in one instance is one.
  var saying: Saying? { more?.saying }
  /// The opening of which all that its rule says is one.
  var opening: OpenSpan? { more?.opening }
  /// What it has in common with others that find the same at the same line; nil where no other can.
  var telling: Telling? { more?.telling }

  /// The violation that has told of this already, if one has.
  var told: Told? {
    if let saying { return instance.told(saying) }
    return opening?.report(by: rule)?.violation
  }

  /// Whether more can be found that the same violation tells of.
  @inline(__always)
  var isOneOfMany: Bool { more != nil }

  /// Remembers which violation tells of this, certain by a line, where no more texts of one instance are remembered than so
  /// many. Whether it was not known yet.
  func noteTold(as told: Told, at line: Int, most: Int) -> Bool {
    if let saying { return instance.note(told, saying: saying, most: most) }
    return opening?.noteReport(told, by: rule, at: line) ?? false
  }
}
