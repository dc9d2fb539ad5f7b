extension String {
  /// The text on one line: each run of whitespace becomes one space, and whitespace at the ends is removed.
  var onOneLine: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      let isSpace = byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
      if !isSpace {
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: " "))
      }
    }
    if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
