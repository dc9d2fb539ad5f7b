/// The mark `<…>` at the end of a message that the system's log has truncated.
enum TruncationMark {
  static let text: StaticString = "<…>"
  static let length = text.utf8CodeUnitCount
}

extension Span<UInt8> {
  /// Whether a message ends in the mark.
  @inline(__always)
  func endsInTruncationMark(_ message: Range<Int>) -> Bool {
    guard message.count >= TruncationMark.length, self[message.upperBound - 1] == UInt8(ascii: ">") else {
      return false
    }
    return has(
      TruncationMark.text, at: message.upperBound - TruncationMark.length, before: message.upperBound)
  }
}

extension Event {
  /// Where a message was cut off, if that is in the event's name or in a field, so that either may have been another one;
  /// nil where both are whole. A mark of that length stands for the rest.
  @inline(never)
  func cutPlace(_ line: Span<UInt8>, _ message: Range<Int>, mark length: Int) -> Int? {
    let mark = message.upperBound - length
    let isCut = name.upperBound >= mark || fields.contains { $0.value.upperBound >= mark }
    return isCut ? mark : nil
  }
}
