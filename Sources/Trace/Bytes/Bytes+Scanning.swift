/// Searches for texts, numbers, paths and brackets in a line.
extension Span<UInt8> {
  /// Returns the index in `texts` of the first text that is at an index of the line, and the end of that text; nil if there is
  /// none.
  func first(of texts: [StaticString], at index: Int, before end: Int) -> (number: Int, end: Int)? {
    for (number, text) in texts.enumerated() {
      if let end = self.end(of: text, at: index, before: end) { return (number, end) }
    }
    return nil
  }

  /// Returns the end of a text at an index; nil if the text is not there.
  func end(of text: StaticString, at index: Int, before end: Int) -> Int? {
    has(text, at: index, before: end) ? index + text.utf8CodeUnitCount : nil
  }

  /// Returns the index of the first occurrence of a text that is followed by whitespace or by the end; nil if there is none.
  func index(ofMark mark: StaticString, _ start: Int, before end: Int) -> Int? {
    guard start < end else { return nil }
    let first = unsafe mark.utf8Start.pointee
    var index = start
    while index < end, let hit = self.index(of: first, in: index..<end) {
      if let stop = self.end(of: mark, at: hit, before: end), stop == end || self[stop].isSpace { return hit }
      index = hit + 1
    }
    return nil
  }

  /// Returns the index after a byte order mark at an index; the index itself if there is none.
  func skippingByteOrderMark(_ index: Int) -> Int {
    byte(at: index) == 0xEF && byte(at: index + 1) == 0xBB && byte(at: index + 2) == 0xBF ? index + 3 : index
  }

  /// Returns a range without leading and trailing whitespace.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = skippingSpaces(range.lowerBound, before: range.upperBound)
    var end = Swift.max(range.upperBound, start)
    while end > start, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }

  /// Returns the part of a path after its last `/`; all of it if there is none.
  func lastComponent(_ path: Range<Int>) -> Range<Int> {
    var start = path.upperBound
    while start > path.lowerBound, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start..<path.upperBound
  }

  /// Returns the number that at most eighteen digits represent.
  func number(_ range: Range<Int>) -> Int {
    var number = 0
    for index in range { number = number &* 10 &+ Int(self[index] &- UInt8(ascii: "0")) }
    return number
  }

  /// Returns the value and the end of an unsigned number at an index; nil if there is none.
  @inline(__always)
  func number(at index: Int, before end: Int) -> (value: Int, end: Int)? {
    let stop = skippingDigits(index, before: Swift.min(end, index + 18))
    return stop > index ? (number(index..<stop), stop) : nil
  }

  /// Returns the number that a range contains; nil if it is not a number, or has more than eighteen digits.
  func wholeNumber(_ range: Range<Int>) -> Int? {
    guard let number = number(at: range.lowerBound, before: range.upperBound), number.end == range.upperBound
    else { return nil }
    return number.value
  }

  /// Returns the start of the digits that end at an index.
  func digitsStart(endingAt end: Int, notBefore start: Int) -> Int {
    var index = end
    while index > start, self[index - 1].isDigit { index -= 1 }
    return index
  }

  /// Whether a range has the form `File.swift:42`.
  func isPosition(_ range: Range<Int>) -> Bool {
    let digits = digitsStart(endingAt: range.upperBound, notBefore: range.lowerBound)
    return digits < range.upperBound && digits > range.lowerBound + 1 && self[digits - 1] == UInt8(ascii: ":")
      && index(of: UInt8(ascii: "."), in: range.lowerBound..<digits - 1) != nil
  }

  /// Returns the index of the bracket that closes the one at an index; nil if there is none.
  func closing(_ open: Int, before end: Int) -> Int? {
    let opener = self[open]
    let closer = opener == UInt8(ascii: "(") ? UInt8(ascii: ")") : opener &+ 2
    var depth = 0
    var index = open
    while index < end {
      if self[index] == opener { depth += 1 }
      // The `>` of an arrow (`->`) is not a closing bracket.
      if self[index] == closer, closer != UInt8(ascii: ">") || self[index - 1] != UInt8(ascii: "-") {
        depth -= 1
        if depth == 0 { return index }
      }
      index += 1
    }
    return nil
  }
}
