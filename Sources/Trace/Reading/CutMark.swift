/// `<…>`, with which the system's log ends a message that it has cut off.
extension Span<UInt8> {
  private static let cutMark: StaticString = "<…>"

  /// Whether a message ends in the mark.
  @inline(__always)
  func endsInCutMark(_ message: Range<Int>) -> Bool {
    guard message.count >= 5, self[message.upperBound - 1] == UInt8(ascii: ">") else { return false }
    return has(Self.cutMark, at: message.upperBound - 5, before: message.upperBound)
  }
}

extension Event {
  /// Where a message that ends in the mark was cut off, if that is in the event's name or in a field, so that either
  /// may have been another one; nil where both are whole.
  @inline(never)
  func cutPlace(_ line: Span<UInt8>, _ message: Range<Int>) -> Int? {
    let mark = message.upperBound - 5
    let isCut = name.upperBound >= mark || fields.contains { $0.value.upperBound >= mark }
    return isCut ? mark : nil
  }
}
