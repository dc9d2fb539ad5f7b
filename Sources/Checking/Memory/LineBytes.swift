/// The bytes of a line. The memory is used again for the next line.
struct LineBytes: ~Copyable {
  /// After `count`, they contain the rest of longer lines.
  private var bytes: [UInt8] = []
  private(set) var count = 0

  /// Replaces the bytes.
  mutating func copy(_ line: Span<UInt8>) {
    if line.count > bytes.count { bytes = Array(repeating: 0, count: (line.count + 127) & ~127) }
    count = line.count
    bytes.write(line, at: 0)
  }

  /// Calls a function with the bytes. In a class, a span of them cannot be used in any other way.
  @inline(__always)
  func with<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(bytes.span.extracting(first: count)) }

  /// Returns a range as text. Bytes that are not UTF-8 become U+FFFD. Short texts need no memory.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<count)], as: UTF8.self)
  }

  var all: [UInt8] { Array(bytes[..<count]) }

  subscript(index: Int) -> UInt8 { bytes[index] }
}
