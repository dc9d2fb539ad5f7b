/// The text of a report on its way out, as bytes: it is put together from many short pieces, and each would cost several
/// times as much to append to a string.
public struct ReportText: Sendable {
  /// The text in UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// No text.
  public init() {}
  /// A text, to be appended often.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether there is none.
  public var isEmpty: Bool { bytes.isEmpty }
  /// The text as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes out all of it, and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  static func += (text: inout ReportText, piece: String) {
    guard #available(macOS 26, *) else { return text.bytes.append(contentsOf: piece.utf8) }
    let piece = piece.utf8.span
    text.bytes.append(addingCapacity: piece.count) {
      for index in piece.indices { $0.append(piece[index]) }
    }
  }
  static func += (text: inout ReportText, piece: ReportText) { text.bytes.append(contentsOf: piece.bytes) }

  /// Appends a sign, as often as that.
  mutating func append(_ sign: Unicode.Scalar, times count: Int = 1) {
    let byte = UInt8(ascii: sign)
    guard count > 1, #available(macOS 26, *) else {
      for _ in 0..<count { bytes.append(byte) }
      return
    }
    bytes.append(addingCapacity: count) { $0.append(repeating: byte, count: count) }
  }

  /// Appends a number in decimal digits.
  mutating func append(_ number: Int) {
    // Up to eight of them are put in order in one word.
    guard 0..<100_000_000 ~= number else { return self += String(number) }
    var (rest, digits, count) = (UInt32(number), UInt64(0), 0)
    repeat {
      digits = digits << 8 | UInt64(UInt8(ascii: "0")) + UInt64(rest % 10)
      (rest, count) = (rest / 10, count + 1)
    } while rest > 0
    for _ in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: digits))
      digits >>= 8
    }
  }

  /// Appends a text that others wrote, as `Escaping.line` shows it.
  mutating func append(line text: String) {
    let start = bytes.count
    self += text
    if Escaping.isPlain(bytes.span, from: start) { return }
    bytes.removeSubrange(start...)
    self += Escaping.line(text)
  }

  /// Appends a path, as `Escaping.path` shows it.
  mutating func append(path: String) {
    let start = bytes.count
    self += path
    if Escaping.isPlainPath(bytes.span, from: start) { return }
    bytes.removeSubrange(start...)
    self += Escaping.path(path)
  }
}
