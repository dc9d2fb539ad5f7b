// For `memchr` and `memcmp`, which are much faster than a Swift loop over a span.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The searches and comparisons that the scanners of this module share.
extension Span<UInt8> {
  /// Returns the index of the first occurrence of a byte in a range; nil if there is none.
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

  /// Returns the index of the first occurrence of a text in a range; nil if there is none.
  ///
  /// Compares sixteen positions at a time with the first and the last byte of the text.
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
    // Safe because both lengths were just compared.
    return unsafe withUnsafeBytes { ours in
      unsafe other.withUnsafeBytes { theirs in
        guard let ours = ours.baseAddress, let theirs = theirs.baseAddress else { return true }
        return unsafe memcmp(ours, theirs, count) == 0
      }
    }
  }

  /// Returns a hash of the bytes. With `ignoringCase`, spans that differ only in the case of their letters have the same hash.
  @inline(__always)
  func hash(ignoringCase: Bool) -> Int {
    let mask: UInt64 = ignoringCase ? 0x2020_2020_2020_2020 : 0
    var hash = UInt64(truncatingIfNeeded: count)
    func mix(_ word: UInt64) {
      hash = (hash ^ (word | mask)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    // Eight bytes at a time. The last eight bytes may overlap those before them.
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

  /// Returns the byte at an index; 0 if the index is outside of the line.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    index >= 0 && index < count ? self[index] : 0
  }

  /// Whether a text occurs at an index and ends no later than `end`.
  @inline(__always)
  func has(_ text: StaticString, at index: Int, before end: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, length > 0, index &+ length <= Swift.min(end, count) else { return false }
    // A literal's bytes are valid as long as the program runs, and both ranges were just checked.
    return unsafe withUnsafeBytes { bytes in
      guard unsafe bytes[index] == text.utf8Start.pointee, let base = bytes.baseAddress else { return false }
      return unsafe memcmp(base + index, text.utf8Start, length) == 0
    }
  }

  /// Whether a string occurs at an index and ends no later than `end`.
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

  /// Returns the start of a string that ends at an index; nil if it does not end there.
  func start(ofText text: String, endingAt end: Int, notBefore start: Int) -> Int? {
    let index = end - text.utf8.count
    return index >= start && hasText(text, at: index, before: end) ? index : nil
  }

  /// Returns the start of a text that ends at an index; nil if it does not end there.
  func start(of text: StaticString, endingAt end: Int, notBefore start: Int) -> Int? {
    let index = end - text.utf8CodeUnitCount
    return index >= start && has(text, at: index, before: end) ? index : nil
  }

  /// Returns the first index from an index on that is not whitespace.
  @inline(__always)
  func skippingSpaces(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isSpace { index += 1 }
    return index
  }

  /// Returns the end of the digits that begin at an index.
  @inline(__always)
  func skippingDigits(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isDigit { index += 1 }
    return index
  }

  /// Returns the end of the identifier that begins at an index.
  @inline(__always)
  func skippingIdentifier(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isIdentifier { index += 1 }
    return index
  }

  /// Returns the start of the identifier that ends at an index.
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
  /// A character of an identifier: letter, digit, `_`, `$`.
  @inline(__always) var isIdentifier: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
  /// A space, a tab, or a control character that is treated like a space: NUL, CR.
  @inline(__always) var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == 0 || self == UInt8(ascii: "\r")
  }
}

extension [UInt8] {
  /// Creates an array of the bytes of a span.
  package init(_ text: Span<UInt8>) {
    self = []
    append(text)
  }

  /// Appends the bytes of a span.
  @inline(__always)
  package mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
