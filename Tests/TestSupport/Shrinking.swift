extension [UInt8] {
  /// A smaller input that still fails: pieces are removed as long as it does.
  public func shrunk(fails: ([UInt8]) -> Bool) -> [UInt8] {
    var small = self
    var length = Swift.max(1, small.count / 2)
    var tries = 3_000
    while tries > 0 {
      var start = 0
      var hasShrunk = false
      while start < small.count, tries > 0 {
        tries -= 1
        let rest = Array(small[..<start] + small[Swift.min(start + length, small.count)...])
        if fails(rest) {
          small = rest
          hasShrunk = true
        } else {
          start += length
        }
      }
      if length == 1, !hasShrunk { break }
      length = Swift.max(1, length / 2)
    }
    return small
  }

  /// The first bytes, as they are written in Swift.
  public var swiftLiteral: String {
    let shown = prefix(4_000).map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case UInt8(ascii: "\n"): "\\n"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "\"\(shown.joined())\"" + (count > 4_000 ? "..." : "")
  }
}
