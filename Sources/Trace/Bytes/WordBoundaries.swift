/// Boundaries of words: whether a word continues at an index, and characters that decorate a line.
extension Span<UInt8> {
  /// Whether the character at an index would be part of the same word.
  @inline(__always)
  func isLetterLike(at index: Int) -> Bool {
    guard index < count else { return false }
    let byte = self[index]
    return byte < 0x80 ? byte.isIdentifier : scalar(at: index).map { $0.value.isWordPart } ?? false
  }

  /// The same for the character that ends before an index.
  @inline(__always)
  func isLetterLike(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = self[index - 1]
    if byte < 0x80 { return byte.isIdentifier }
    var start = index - 1
    while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    guard let (value, length) = scalar(at: start), start + length == index else { return false }
    return value.isWordPart
  }

  /// The code point at an index and its length; nil where the bytes are not UTF-8.
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

  /// The 1-based column of a byte: Unicode code points, a byte that is not UTF-8 as one.
  public func column(ofByte offset: Int) -> Int {
    let end = Swift.min(offset, count)
    var all: UInt8 = 0
    // Without a way out of the loop many bytes are looked at at once.
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
  /// Letters of the scripts that write words with blanks between them, and marks that belong to them; all else
  /// (emoji, arrows, CJK) often stands beside a name without a blank.
  fileprivate var isWordPart: Bool {
    switch self {
    case 0xD7, 0xF7: false
    case 0xAA, 0xB5, 0xBA, 0xC0...0x52F, 0x1AB0...0x1AFF, 0x1DC0...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA69F,
      0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// Emoji, arrows, dingbats, punctuation: what people put before a message to make it seen.
  var isSymbol: Bool {
    switch self {
    case 0xA0...0xBF, 0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE0F, 0xFF01...0xFF0F,
      0xFF1A...0xFF20, 0x1F000...0x1FAFF, 0xE0020...0xE007F:
      true
    default: false
    }
  }
}
