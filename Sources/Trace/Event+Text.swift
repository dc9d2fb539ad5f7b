extension Event {
  /// Returns the value of a field as text, with escapes resolved and invalid UTF-8 replaced by U+FFFD.
  public static func text(of field: Field, in line: Span<UInt8>) -> String {
    if let text = field.text { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.value.count)
    var index = field.value.lowerBound
    while index < field.value.upperBound {
      var byte = line[index]
      index += 1
      if field.isEscaped, byte == UInt8(ascii: "\\"), index < field.value.upperBound {
        byte = line[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): byte = UInt8(ascii: "\n")
        case UInt8(ascii: "t"): byte = UInt8(ascii: "\t")
        case UInt8(ascii: "r"): byte = UInt8(ascii: "\r")
        default: break
        }
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
