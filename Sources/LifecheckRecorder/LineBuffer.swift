/// The bytes of one line in lifecheck's canonical form. A recorder uses the same buffer for all lines, so that a line does not
/// allocate memory.
///
///     2026-11-20T10:00:00.123456Z Postbox[4242:1] timer.start id="a b"
struct LineBuffer {
  private(set) var bytes: [UInt8] = []
  /// The index of the event's name: the header is before it.
  private(set) var messageStart = 0
  /// The first name of a field that cannot be written.
  private(set) var invalidField: String?

  /// The longest value in bytes. Longer values are cut, and end in `…`.
  static let longestValue = 4_096

  init() { bytes.reserveCapacity(1_024) }

  /// Whether the line has no event yet.
  var isEmpty: Bool { bytes.count == messageStart }

  /// The event with its fields, without the header and the line end.
  var message: String { String(decoding: bytes[messageStart...].dropLast(), as: UTF8.self) }

  /// The line without its line end.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  /// Starts a new line with its header: the time, and the process with its thread.
  mutating func startLine(_ time: inout TimeText, process: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    invalidField = nil
    time.appendNow(to: &bytes)
    bytes.append(contentsOf: process)
    appendNumber(CurrentThread.number)
    append("] ")
    messageStart = bytes.count
  }

  /// Appends text as it is.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Ends the line.
  mutating func end() { bytes.append(UInt8(ascii: "\n")) }

  /// Appends a field. Quotes its value if it is not a plain word.
  mutating func appendField(_ name: String, _ value: String) {
    guard FieldName.isValid(name) else {
      if invalidField == nil { invalidField = name }
      return
    }
    bytes.append(UInt8(ascii: " "))
    append(name)
    bytes.append(UInt8(ascii: "="))
    var isPlain = !value.isEmpty && value.utf8.count <= Self.longestValue
    if isPlain {
      for byte in value.utf8 where !Self.isPlain(byte) {
        isPlain = false
        break
      }
    }
    if isPlain { append(value) } else { appendQuoted(value) }
  }

  /// Whether a byte may be in a value without quotes.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > UInt8(ascii: " ") && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "^")
  }

  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var rest = Self.longestValue
    var previous: UInt8 = 0
    for byte in value.utf8 {
      // A character of several bytes is not divided.
      if rest <= 0, byte & 0xC0 != 0x80 {
        append("…")
        break
      }
      appendQuoted(byte, after: previous)
      previous = byte
      rest -= 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendQuoted(_ byte: UInt8, after previous: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    // Readers of logs remove NUL, backspace and escape sequences of terminals, so these bytes are shown by their symbols.
    case 0: append("␀")
    case 8: append("␈")
    case 0x1B: append("␛")
    // `^[[` is how some tools show an escape sequence.
    case UInt8(ascii: "[") where previous == UInt8(ascii: "^"): append("\\[")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func appendNumber(_ number: UInt64) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
