import BasicContainers
import Trace

/// A buffer of UTF-8 bytes for the text of a report. A report consists of many short pieces, which are several times as
/// expensive to append to a `String`. Texts that are written often are also stored in this form.
public struct TextBuffer: ~Copyable {
  private var bytes = UniqueArray<UInt8>()

  /// An empty buffer.
  public init() {}

  /// A buffer with a text.
  init(_ text: String) { self += text }

  /// Whether the buffer is empty.
  public var isEmpty: Bool { bytes.isEmpty }
  /// The number of bytes.
  public var count: Int { bytes.count }
  /// Calls the body with the UTF-8 bytes. Rethrows its error.
  public func withUTF8<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) { try body(bytes.span) }

  /// The text as a string.
  public var string: String {
    String(decoding: Array(bytes.span), as: UTF8.self)
  }

  /// Removes all bytes, and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Removes bytes at the end.
  mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  @inline(__always)
  static func += (text: inout TextBuffer, other: borrowing TextBuffer) {
    text.bytes.append(copying: other.bytes.span)
  }

  static func += (text: inout TextBuffer, piece: String) {
    guard #available(macOS 26, *) else { return text.bytes.append(copying: piece.utf8) }
    text.bytes.append(copying: piece.utf8.span)
  }

  /// Appends bytes of a format that is not text.
  mutating func append(bytes: [UInt8]) { self.bytes.append(copying: bytes) }

  /// Appends an ASCII character.
  mutating func append(_ sign: Unicode.Scalar) { bytes.append(UInt8(ascii: sign)) }

  /// Appends an ASCII character several times.
  mutating func append(_ sign: Unicode.Scalar, times count: Int) {
    bytes.append(addingCount: count) { $0.append(repeating: UInt8(ascii: sign), count: count) }
  }

  /// Appends a number in decimal digits.
  mutating func append(_ number: Int) {
    guard let digits = Digits(number) else { return self += String(number) }
    bytes.append(addingCount: digits.count) { digits.write(to: &$0) }
  }

  /// Appends two numbers in decimal digits with an ASCII character between them.
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

  /// Up to eight decimal digits, in order in one 64-bit word.
  private struct Digits {
    private var word: UInt64 = 0
    private(set) var count = 0

    /// The digits of a number; nil if it is negative or has more than eight digits. All digits are computed in
    /// parallel: the number is split into two parts of four digits, these into parts of two, and these into digits. The
    /// multiplications and shifts replace divisions by 100 and by 10.
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

  /// Overwrites the bytes before `end` with the decimal digits of a number, which is not negative. Returns their range.
  mutating func overwrite(_ number: Int, before end: Int) -> Range<Int> {
    var (rest, start) = (UInt(number), end)
    repeat {
      start -= 1
      bytes[start] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    return start..<end
  }

  /// Appends untrusted text, escaped by `Escaping.line`.
  mutating func append(line text: String) {
    if !appendPlain(text) { self += Escaping.line(text) }
  }

  /// Appends untrusted text if it needs no escaping. Returns false otherwise, and appends nothing.
  mutating func appendPlain(_ text: String) -> Bool {
    let start = bytes.count
    self += text
    if Escaping.isPlain(bytes.span, from: start) { return true }
    bytes.removeLast(bytes.count - start)
    return false
  }
}
