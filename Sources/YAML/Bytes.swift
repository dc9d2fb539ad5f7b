extension UInt8 {
  /// A space or a tab.
  var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// A line feed or a carriage return. The other line breaks of YAML 1.1 (U+0085, U+2028, U+2029) are not supported.
  var isBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isBlankOrBreak: Bool { isSpace || isBreak }

  /// The UTF-8 length, in bytes, of the code point that begins with this byte.
  var codePointLength: Int {
    switch self {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}
