/// Aligns the bytes of a scalar's value with the bytes of its source.
struct ScalarAlignment {
  /// The source range of each byte of the value. All bytes of an escaped character have the range of the escape. A
  /// space folded from a line break has the range of the break and the spaces around it.
  private(set) var places: [Range<Int>] = []

  private let value: [UInt8]
  private let bytes: [UInt8]
  private var at: Int
  private let end: Int

  /// Aligns a value with its source; nil if they do not match.
  init?(of value: String, in bytes: [UInt8], _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, let first = bytes[range].first else {
      return nil
    }
    self.value = Array(value.utf8)
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
    places.reserveCapacity(self.value.count)
    let fits =
      switch first {
      case UInt8(ascii: "|"), UInt8(ascii: ">"): alignBlock()
      case UInt8(ascii: "'"), UInt8(ascii: "\""): alignQuoted(first, from: at + 1, to: end - 1)
      default: alignFlow(to: end, quote: nil)
      }
    guard fits, places.count == self.value.count else { return nil }
  }

  // MARK: Plain and quoted scalars

  private mutating func alignQuoted(_ quote: UInt8, from start: Int, to end: Int) -> Bool {
    guard start <= end, bytes[end] == quote else { return false }
    at = start
    return alignFlow(to: end, quote: quote)
  }

  private mutating func alignFlow(to end: Int, quote: UInt8?) -> Bool {
    while at < end {
      let byte = bytes[at]
      let fits =
        if byte.isBlankOrBreak {
          alignBlanks(to: end, afterEscapedBreak: false)
        } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
          alignEscape(to: end)
        } else {
          align(byte, from: byte == quote ? 2 : 1)
        }
      guard fits else { return false }
    }
    return at == end
  }

  /// Aligns a run of spaces and line breaks. One break is folded to a space; of several, the first is dropped. Spaces
  /// around breaks are dropped. After an escaped break nothing is folded.
  private mutating func alignBlanks(to end: Int, afterEscapedBreak: Bool) -> Bool {
    let start = at
    var breaks = 0
    while at < end, bytes[at].isBlankOrBreak {
      if bytes[at].isBreak {
        breaks += 1
        skipBreak()
      } else {
        at += 1
      }
    }
    if afterEscapedBreak { return align(UInt8(ascii: "\n"), times: breaks, at: start..<at) }
    switch breaks {
    case 0: return bytes[start..<at].indices.allSatisfy { align(bytes[$0], times: 1, at: $0..<$0 + 1) }
    case 1: return align(UInt8(ascii: " "), times: 1, at: start..<at)
    default: return align(UInt8(ascii: "\n"), times: breaks - 1, at: start..<at)
    }
  }

  /// Aligns an escape: one code point, or an escaped line break. Only the length of the escape matters, because libyaml
  /// has decoded it.
  private mutating func alignEscape(to end: Int) -> Bool {
    guard at + 1 < end else { return false }
    if bytes[at + 1].isBreak {
      at += 1
      skipBreak()
      return alignBlanks(to: end, afterEscapedBreak: true)
    }
    let length =
      switch bytes[at + 1] {
      case UInt8(ascii: "x"): 4
      case UInt8(ascii: "u"): 6
      case UInt8(ascii: "U"): 10
      default: 2
      }
    guard places.count < value.count, at + length <= end else { return false }
    let count = value[places.count].codePointLength
    guard places.count + count <= value.count else { return false }
    places += repeatElement(at..<at + length, count: count)
    at += length
    return true
  }

  // MARK: Block scalars

  private mutating func alignBlock() -> Bool {
    skipLine()
    guard let indentation = indentation() else { return false }
    while at < end {
      skipIndentation(indentation)
      while at < end, !bytes[at].isBreak {
        guard align(bytes[at], from: 1) else { return false }
      }
      alignBreaks(indentation)
    }
    // Spaces and line breaks at the end of the value are outside the node's range.
    while places.count < value.count, value[places.count].isBlankOrBreak { places.append(end..<end) }
    return true
  }

  /// Aligns a line break and the empty lines after it. Whether a break is folded in a folded block depends on the
  /// surrounding lines, so the value decides.
  private mutating func alignBreaks(_ indentation: Int) {
    let start = at
    var breaks = 0
    while at < end, bytes[at].isBreak {
      breaks += 1
      skipBreak()
      let line = at
      skipIndentation(indentation)
      if at < end, !bytes[at].isBreak { at = line }
    }
    if breaks == 1, align(UInt8(ascii: " "), times: 1, at: start..<at) { return }
    for _ in 0..<breaks where !align(UInt8(ascii: "\n"), times: 1, at: start..<at) { return }
  }

  /// The number of spaces removed from each line: the indentation of the first line in the source minus that in the
  /// value.
  private func indentation() -> Int? {
    guard let inSource = Self.firstIndentation(bytes[at..<end]),
      let inValue = Self.firstIndentation(value[...])
    else { return nil }
    return inSource >= inValue ? inSource - inValue : nil
  }

  private static func firstIndentation(_ text: ArraySlice<UInt8>) -> Int? {
    let isEmpty = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte.isBreak }
    guard let first = text.firstIndex(where: { !isEmpty($0) }) else { return nil }
    return text[..<first].reversed().prefix { !$0.isBreak }.count
  }

  private mutating func skipIndentation(_ indentation: Int) {
    var left = indentation
    while left > 0, at < end, bytes[at] == UInt8(ascii: " ") {
      at += 1
      left -= 1
    }
  }

  private mutating func skipLine() {
    while at < end, !bytes[at].isBreak { at += 1 }
    if at < end { skipBreak() }
  }

  // MARK: Steps

  private mutating func skipBreak() {
    let isPair = at + 1 < end && bytes[at] == UInt8(ascii: "\r") && bytes[at + 1] == UInt8(ascii: "\n")
    at += isPair ? 2 : 1
  }

  /// Aligns a byte of the value with the next `length` bytes of the source. False if the value has another byte.
  private mutating func align(_ byte: UInt8, from length: Int) -> Bool {
    defer { at += length }
    return align(byte, times: 1, at: at..<at + length)
  }

  /// Aligns a run of equal bytes of the value with a source range. False if the value has other bytes.
  private mutating func align(_ byte: UInt8, times: Int, at place: Range<Int>) -> Bool {
    for _ in 0..<times {
      guard places.count < value.count, value[places.count] == byte else { return false }
      places.append(place)
    }
    return true
  }
}
