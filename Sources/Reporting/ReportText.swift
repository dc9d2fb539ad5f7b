import BasicContainers
import Trace

/// The text of a report on its way out, as bytes: it is put together from many short pieces, and each would cost several
/// times as much to append to a string. What is written often is such a text, too, ready to be copied.
public struct ReportText: ~Copyable {
  private var bytes = UniqueArray<UInt8>()

  /// No text.
  public init() {}

  /// A text.
  init(_ text: String) { self += text }

  /// Whether there is none.
  public var isEmpty: Bool { bytes.isEmpty }
  /// How many bytes there are.
  public var count: Int { bytes.count }
  /// Hands out the text in UTF-8. Throws what the body throws.
  public func withUTF8<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) { try body(bytes.span) }

  /// The text as a string.
  public var string: String {
    String(decoding: Array(bytes.span), as: UTF8.self)
  }

  /// Takes out all of it, and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Takes out so many bytes at the end.
  mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  @inline(__always)
  static func += (text: inout ReportText, other: borrowing ReportText) {
    text.bytes.append(copying: other.bytes.span)
  }

  static func += (text: inout ReportText, piece: String) {
    guard #available(macOS 26, *) else { return text.bytes.append(copying: piece.utf8) }
    text.bytes.append(copying: piece.utf8.span)
  }

  /// Appends a sign.
  mutating func append(_ sign: Unicode.Scalar) { bytes.append(UInt8(ascii: sign)) }

  /// Appends a sign, as often as that.
  mutating func append(_ sign: Unicode.Scalar, times count: Int) {
    bytes.append(addingCount: count) { $0.append(repeating: UInt8(ascii: sign), count: count) }
  }

  /// Appends a number in decimal digits.
  mutating func append(_ number: Int) {
    guard let digits = Digits(number) else { return self += String(number) }
    bytes.append(addingCount: digits.count) { digits.write(to: &$0) }
  }

  /// Appends two numbers in decimal digits with a sign between them.
  mutating func append(_ first: Int, _ sign: Unicode.Scalar, _ second: Int) {
    guard let one = Digits(first), let other = Digits(second) else {
      return self += "\(first)\(sign)\(second)"
    }
    bytes.append(addingCount: one.count + 1 + other.count) { output in
      one.write(to: &output)
      output.append(UInt8(ascii: sign))
      other.write(to: &output)
    }
  }

  /// Up to eight decimal digits, in order in one word.
  private struct Digits {
    private var word: UInt64 = 0
    private(set) var count = 0

    /// Those of a number; nil where it is negative or has more. All at a time it is split into two parts of four digits, these
    /// into parts of two, and these into digits: the factors and shifts stand for divisions by 100 and by 10.
    @inline(__always)
    init?(_ number: Int) {
      guard 0..<100_000_000 ~= number else { return nil }
      let (high, low) = UInt64(number).quotientAndRemainder(dividingBy: 10_000)
      let fours = high | low << 32
      let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
      let twos = hundreds | (fours &- hundreds &* 100) << 16
      let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
      let ones = tens | (twos &- tens &* 10) << 8
      let zeros = min(ones.trailingZeroBitCount / 8, 7)
      word = (ones | 0x3030_3030_3030_3030) >> UInt64(zeros * 8)
      count = 8 - zeros
    }

    @inline(__always)
    func write(to output: inout OutputSpan<UInt8>) {
      var rest = word
      for _ in 0..<count {
        output.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
    }
  }

  /// Puts the decimal digits of a number, which is not negative, in place of what stands before an index; says where they
  /// stand.
  mutating func put(_ number: Int, before end: Int) -> Range<Int> {
    var (rest, start) = (UInt(number), end)
    repeat {
      start -= 1
      bytes[start] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    return start..<end
  }

  /// Appends a text that others wrote, as `Escaping.line` shows it.
  mutating func append(line text: String) {
    if !appendPlain(text) { self += Escaping.line(text) }
  }

  /// Appends a text that others wrote, if it is safe to show as it is.
  mutating func appendPlain(_ text: String) -> Bool {
    let start = bytes.count
    self += text
    if Escaping.isPlain(bytes.span, from: start) { return true }
    bytes.removeLast(bytes.count - start)
    return false
  }
}
