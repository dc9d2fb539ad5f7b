/// The start of a line that has a header: a time of day or a date, whose digits change from line to line.
///
/// A line that begins in the same way also has a header, which then need not be parsed.
struct TimePattern {
  /// The bits that are compared, of the first sixteen bytes: all bits of most bytes, the upper four bits of digits.
  private var mask = SIMD2<UInt64>()
  private var value = SIMD2<UInt64>()
  /// Six for each digit: added to a byte above `9`, it changes the upper four bits.
  private var added = SIMD2<UInt64>()
  private var isKnown = false

  private static let length = 16
  /// A shorter text may be any number.
  private static let shortest = 8

  /// Creates a pattern that no line matches.
  init() {}

  /// Creates the pattern of a line whose header begins with its time; nil if the header does not.
  init?(_ line: Span<UInt8>, _ header: Header) {
    guard let time = header.time?.text, time.lowerBound == 0, time.count >= Self.shortest,
      line.count >= Self.length
    else { return nil }
    // The byte after the time shows where it ends.
    for index in 0..<min(time.upperBound + 1, Self.length) {
      let isDigit = line[index].isDigit
      let (half, shift) = (index / 8, UInt64(index % 8) * 8)
      mask[half] |= (isDigit ? 0xF0 : 0xFF) << shift
      value[half] |= UInt64(isDigit ? 0x30 : line[index]) << shift
      added[half] |= (isDigit ? 6 : 0) << shift
    }
    isKnown = true
  }

  /// Whether a line begins with this pattern.
  func fits(_ line: Span<UInt8>) -> Bool {
    guard isKnown, line.count >= Self.length else { return false }
    let text = SIMD2(line.wholeWord(at: 0), line.wholeWord(at: 8))
    let others = ((text & mask) ^ value) | (((text &+ added) & mask) ^ value)
    return others.x | others.y == 0
  }
}
