/// The mark `<…>` at the end of a message that the system's log has truncated.
enum TruncationMark {
  static let text: StaticString = "<…>"
  static let length = text.utf8CodeUnitCount
}

extension Span<UInt8> {
  /// Whether a message ends with the mark.
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
  /// Returns the index at which a message was cut off, if the event's name or a field reaches up to it and so may be incomplete;
  /// otherwise nil. The message ends with a mark of this length.
  @inline(never)
  func cutPlace(_ line: Span<UInt8>, _ message: Range<Int>, mark length: Int) -> Int? {
    let mark = message.upperBound - length
    let isCut = name.upperBound >= mark || fields.contains { $0.value.upperBound >= mark }
    return isCut ? mark : nil
  }
}
