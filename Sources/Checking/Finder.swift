import Rulebook

/// What finds a violation, and what tells whether it was told already.
struct Finder {
  let sentence: Int
  let rule: Int
  let instance: Instance
  /// What it says, where what says the same in one instance is one.
  let saying: Saying?
  /// The opening of which all that its rule says is one.
  let opening: OpenSpan?
  /// What it has in common with others that find the same at the same line; nil where no other can.
  let telling: Telling?

  /// The violation that has told of this already, if one has.
  var told: Told? {
    if let saying { return instance.told(saying) }
    return opening?.findings[rule]
  }

  /// Whether more can be found that the same violation tells of.
  @inline(__always)
  var isOneOfMany: Bool { saying != nil || opening != nil || telling != nil }

  /// Remembers which violation tells of this.
  func noteTold(as told: Told) {
    if let saying { return instance.note(told, saying: saying) }
    opening?.findings[rule] = told
  }
}
