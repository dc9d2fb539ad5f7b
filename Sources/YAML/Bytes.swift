extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// A line feed or a carriage return. YAML 1.1 breaks lines at U+0085, U+2028 and U+2029 as well, which nobody types.
  var isBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isBlankOrBreak: Bool { isBlank || isBreak }

  /// How many bytes the code point has that begins with this byte, in UTF-8.
  var codePointLength: Int {
    switch self {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}
