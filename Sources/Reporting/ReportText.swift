/// The text of a report on its way out, as bytes: it is put together from many short pieces, and each would cost several
/// times as much to append to a string.
public struct ReportText {
  /// The text in UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// No text.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { bytes.isEmpty }
  /// The text as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes out all of it, and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  static func += (text: inout ReportText, piece: String) { text.bytes.append(contentsOf: piece.utf8) }

  /// Appends a sign, as often as that.
  mutating func append(_ sign: Unicode.Scalar, times count: Int = 1) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: sign), count: count))
  }

  /// Appends a number in decimal digits.
  mutating func append(_ number: Int) {
    guard number >= 0 else { return self += String(number) }
    var digits = 1
    var rest = number
    while rest >= 10 { (digits, rest) = (digits + 1, rest / 10) }
    append("0", times: digits)
    rest = number
    var place = bytes.count - 1
    while rest > 0 {
      bytes[place] += UInt8(truncatingIfNeeded: rest % 10)
      (place, rest) = (place - 1, rest / 10)
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
