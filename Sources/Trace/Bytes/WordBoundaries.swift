/// Word boundaries, Unicode code points and columns.
extension Span<UInt8> {
  /// Whether the character at an index is part of a word.
  @inline(__always)
  func isWordCharacter(at index: Int) -> Bool {
    guard index < count else { return false }
    let byte = self[index]
    return byte < 0x80 ? byte.isIdentifier : scalar(at: index).map { $0.value.isWordPart } ?? false
  }

  /// Whether the character that ends before an index is part of a word.
  @inline(__always)
  func isWordCharacter(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = self[index - 1]
    if byte < 0x80 { return byte.isIdentifier }
    var start = index - 1
    while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    guard let (value, length) = scalar(at: start), start + length == index else { return false }
    return value.isWordPart
  }

  /// Returns the code point at an index and its number of bytes; nil if the bytes are not UTF-8.
  func scalar(at index: Int) -> (value: UInt32, length: Int)? {
    let first = self[index]
    let length =
      first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= count else { return nil }
    var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<Swift.max(length, 1) {
      guard self[index + offset] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[index + offset] & 0x3F)
    }
    let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x10000
    return isOverlong || value > 0x10FFFF || 0xD800...0xDFFF ~= value ? nil : (value, length)
  }

  /// Returns the 1-based column of a byte in Unicode code points. A byte that is not UTF-8 counts as one.
  public func column(ofByte offset: Int) -> Int {
    let end = Swift.min(offset, count)
    var all: UInt8 = 0
    // Without an early exit, the compiler can vectorize the loop.
    for index in 0..<end { all |= self[index] }
    if all < 0x80 { return end + 1 }
    var index = 0
    var column = 1
    while index < end {
      index += self[index] < 0x80 ? 1 : scalar(at: index)?.length ?? 1
      column += 1
    }
    return column
  }
}

extension UInt32 {
  /// Whether this is a letter or a mark of a script that puts spaces between words. All other characters (emoji, arrows, CJK)
  /// often occur next to a name without a space.
  fileprivate var isWordPart: Bool {
    switch self {
    case 0xD7, 0xF7: false
    case 0xAA, 0xB5, 0xBA, 0xC0...0x52F, 0x1AB0...0x1AFF, 0x1DC0...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA69F,
      0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// Whether this is an emoji, arrow, dingbat or punctuation mark, as people put before a message to make it stand out.
  var isSymbol: Bool {
    switch self {
    case 0xA0...0xBF, 0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE0F, 0xFF01...0xFF0F,
      0xFF1A...0xFF20, 0x1F000...0x1FAFF, 0xE0020...0xE007F:
      true
    default: false
    }
  }
}
