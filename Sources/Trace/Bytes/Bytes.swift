// For `memchr` and `memcmp`, which no Swift loop over a span comes near to.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the scanners of this module ask of a line's bytes.
extension Span<UInt8> {
  /// The index of the first such byte in a range.
  @inline(__always)
  func index(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    // The C library's search is four times as fast as a loop; the range was checked by `extracting`.
    return unsafe extracting(range).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let hit = unsafe memchr(base, Int32(byte), bytes.count) else {
        return nil
      }
      return unsafe range.lowerBound + (UnsafeRawPointer(hit) - base)
    }
  }

  /// The index of the first place in a range where a text stands.
  ///
  /// Sixteen places at once are compared with the first and the last byte of the text.
  func index(of text: Span<UInt8>, in range: Range<Int>) -> Int? {
    guard text.count > 1 else { return text.isEmpty ? range.lowerBound : index(of: text[0], in: range) }
    let range = range.clamped(to: 0..<count)
    let distance = text.count - 1
    let (first, last) = (SIMD16(repeating: text[0]), SIMD16(repeating: text[distance]))
    let bytes = unsafe self.bytes
    var index = range.lowerBound
    while index + 16 + distance <= range.upperBound {
      let both =
        unsafe RawSpan.words(bytes.block(index) .== first)
        & RawSpan.words(bytes.block(index + distance) .== last)
      if both.x | both.y != 0 {
        var places = RawSpan.nibbles(both)
        while places != 0 {
          let place = places.trailingZeroBitCount >> 2
          places &= ~(0xF << UInt64(place * 4))
          if extracting(index + place..<index + place + text.count).isEqual(to: text) { return index + place }
        }
      }
      index += 16
    }
    while index + distance < range.upperBound {
      if self[index] == text[0], extracting(index..<index + text.count).isEqual(to: text) { return index }
      index += 1
    }
    return nil
  }

  /// Whether two spans have the same bytes.
  @inline(__always)
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // As above: both lengths were just compared.
    return unsafe withUnsafeBytes { ours in
      unsafe other.withUnsafeBytes { theirs in
        guard let ours = ours.baseAddress, let theirs = theirs.baseAddress else { return true }
        return unsafe memcmp(ours, theirs, count) == 0
      }
    }
  }

  /// A number that equal spans share, and with `ignoringCase` those that differ only in case.
  @inline(__always)
  func hash(ignoringCase: Bool) -> Int {
    let mask: UInt64 = ignoringCase ? 0x2020_2020_2020_2020 : 0
    var hash = UInt64(truncatingIfNeeded: count)
    func mix(_ word: UInt64) {
      hash = (hash ^ (word | mask)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    // Eight bytes at a time, and at the end the last eight.
    if count < 8 {
      for index in 0..<count { mix(UInt64(self[index])) }
    } else {
      var index = 0
      while index &+ 8 < count {
        mix(wholeWord(at: index))
        index &+= 8
      }
      mix(wholeWord(at: count &- 8))
    }
    return Int(truncatingIfNeeded: hash &>> 16)
  }

  /// The byte at an index, 0 outside of the line.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    index >= 0 && index < count ? self[index] : 0
  }

  /// Whether a text stands at an index, wholly before `end`.
  @inline(__always)
  func has(_ text: StaticString, at index: Int, before end: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, length > 0, index &+ length <= Swift.min(end, count) else { return false }
    // A literal's bytes are where they are for as long as the program runs; both ranges were just checked.
    return unsafe withUnsafeBytes { bytes in
      guard unsafe bytes[index] == text.utf8Start.pointee, let base = bytes.baseAddress else { return false }
      return unsafe memcmp(base + index, text.utf8Start, length) == 0
    }
  }

  /// The same of a text that is made at run time.
  func hasText(_ text: String, at index: Int, before end: Int) -> Bool {
    let text = text.utf8
    guard index >= 0, index + text.count <= Swift.min(end, count) else { return false }
    var index = index
    for byte in text {
      guard self[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// Whether a text that is made at run time ends at an index, and where it begins.
  func start(ofText text: String, endingAt end: Int, notBefore start: Int) -> Int? {
    let index = end - text.utf8.count
    return index >= start && hasText(text, at: index, before: end) ? index : nil
  }

  /// Whether a text ends at an index, and where it begins.
  func start(of text: StaticString, endingAt end: Int, notBefore start: Int) -> Int? {
    let index = end - text.utf8CodeUnitCount
    return index >= start && has(text, at: index, before: end) ? index : nil
  }

  /// The first index at or after one that holds no blank.
  @inline(__always)
  func skippingBlanks(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isBlank { index += 1 }
    return index
  }

  /// The end of the longest stretch of digits from an index.
  @inline(__always)
  func skippingDigits(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isDigit { index += 1 }
    return index
  }

  /// The end of the identifier that begins at an index.
  @inline(__always)
  func skippingIdentifier(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isIdentifier { index += 1 }
    return index
  }

  /// The start of the identifier that ends at an index.
  @inline(__always)
  func identifierStart(endingAt end: Int, notBefore start: Int) -> Int {
    var index = end
    while index > start, self[index - 1].isIdentifier { index -= 1 }
    return index
  }
}

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  @inline(__always) var isLower: Bool { self &- UInt8(ascii: "a") < 26 }
  @inline(__always) var isUpper: Bool { self &- UInt8(ascii: "A") < 26 }
  @inline(__always) var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// A character of a hexadecimal number.
  @inline(__always) var isHex: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  /// A character of a name in a program: letter, digit, `_`, `$`.
  @inline(__always) var isIdentifier: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
  /// A blank, a tab, or one of the controls that stand where nothing is meant: NUL, CR.
  @inline(__always) var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == 0 || self == UInt8(ascii: "\r")
  }
}

extension [UInt8] {
  /// Those bytes.
  package init(_ text: Span<UInt8>) {
    self = []
    append(text)
  }

  /// Adds bytes.
  @inline(__always)
  package mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
