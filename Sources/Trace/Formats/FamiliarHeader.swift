/// What all lines have in common that have the header of one shape.
struct FamiliarHeader {
  /// Different for each.
  let serial: Int
  /// The header of one of them, of which the parts before the message are where those of the others are.
  let header: Header
  /// Where the time is; nil where a line with that header is to be looked at more closely.
  let time: Range<Int>?
  /// The bytes that are the same in all of them of a minute.
  private(set) var mask = SIMD16<UInt64>()

  /// The header of a line.
  init(_ line: Span<UInt8>, _ header: Header, serial: Int) {
    self.serial = serial
    self.header = header
    guard case .clock(let clock) = header.time, clock.isDated, !header.isEnd, header.function == nil,
      header.tag == nil, header.process != nil, line[header.message.lowerBound - 1].isBlank,
      Self.isPlain(line.extracting(0..<header.message.lowerBound))
    else {
      time = nil
      return
    }
    time = clock.text
    let second = 17..<19
    let fraction = clock.fractionEnd - clock.digits..<clock.fractionEnd
    let thread = header.thread?.suffix(8) ?? 0..<0
    for index in 0..<header.message.lowerBound
    where !second.contains(index) && !fraction.contains(index) && !thread.contains(index) {
      mask[index / 8] |= 0xFF << UInt64(index % 8 * 8)
    }
  }

  /// Whether nothing in a header looks like a part of another line, or like what does not belong to it.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    guard !OddBytes.atWords.mayStand(in: text) else { return false }
    // The time of day has colons, too.
    for index in 19..<text.count - 3
    where text[index] == UInt8(ascii: ":") && text[index + 3] == UInt8(ascii: ":") {
      return false
    }
    return true
  }
}
