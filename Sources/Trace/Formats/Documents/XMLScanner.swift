/// An incremental XML tokenizer: text can be added at any byte. It reads elements, attributes, text and entities, and skips
/// everything else. It ignores document types, so entities cannot expand to long texts.
struct XMLScanner {
  enum Token {
    /// `<name …>`; `isEmpty` is true for `<name …/>`.
    case open(name: Range<Int>, attributes: Range<Int>, isEmpty: Bool)
    case close
    case text(Range<Int>)
  }

  private static let longestEntity = 12

  /// The index of the next token.
  private(set) var position = 0
  /// The index up to which an incomplete tag was scanned. `quote` is the quote that is open there; 0 if there is none.
  private var progress = 0
  private var quote: UInt8 = 0

  /// Returns the next tag or text; nil if the text has no more complete ones.
  mutating func next(_ text: Span<UInt8>) -> Token? {
    while position < text.count {
      guard text[position] == UInt8(ascii: "<") else {
        let start = position
        position = text.index(of: UInt8(ascii: "<"), in: start..<text.count) ?? endOfText(text, start)
        return position > start ? .text(start..<position) : nil
      }
      guard let end = endOfTag(text) else { return nil }
      let start = position + 1
      position = end + 1
      progress = 0
      quote = 0
      switch text.byte(at: start) {
      case UInt8(ascii: "?"), UInt8(ascii: "!"): continue
      case UInt8(ascii: "/"): return .close
      default:
        let name = start..<endOfName(text, start, end)
        let isEmpty = text[end - 1] == UInt8(ascii: "/")
        return .open(
          name: name, attributes: name.upperBound..<max(name.upperBound, isEmpty ? end - 1 : end),
          isEmpty: isEmpty)
      }
    }
    return nil
  }

  /// Returns the end of the text so far, without an incomplete entity at its end.
  private func endOfText(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = text.count
    while index > start, text.count - index < Self.longestEntity {
      index -= 1
      if text[index] == UInt8(ascii: ";") || text[index] == .lineFeed { break }
      if text[index] == UInt8(ascii: "&") { return index }
    }
    return text.count
  }

  /// Updates the indices after bytes that were read were removed from the start of the text.
  mutating func forget(_ count: Int) {
    position -= count
    progress = max(progress - count, 0)
  }

  private mutating func endOfTag(_ text: Span<UInt8>) -> Int? {
    progress = max(progress, position + 1)
    while progress < text.count {
      let byte = text[progress]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return progress
      }
      progress += 1
    }
    return nil
  }

  private func endOfName(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end,
      text[index].isIdentifier || text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: ":")
    {
      index += 1
    }
    return index
  }

  /// Returns the range of an attribute's value without quotes; nil if the tag has no such attribute.
  static func attribute(_ name: String, _ text: Span<UInt8>, _ attributes: Range<Int>) -> Range<Int>? {
    var index = attributes.lowerBound
    while index < attributes.upperBound {
      index = text.skippingXMLBlanks(index, before: attributes.upperBound)
      let start = index
      while index < attributes.upperBound, text[index] != UInt8(ascii: "=") { index += 1 }
      let isWanted = index - start == name.utf8.count && text.hasText(name, at: start, before: index)
      guard index + 1 < attributes.upperBound,
        let end = text.index(of: text[index + 1], in: index + 2..<attributes.upperBound)
      else { return nil }
      if isWanted { return index + 2..<end }
      index = end + 1
    }
    return nil
  }

  /// Calls `body` with each byte of a value and its index in the text. Entities are decoded.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, _ body: (UInt8, Int) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      index += 1
      guard text[start] == UInt8(ascii: "&"),
        let end = text.index(
          of: UInt8(ascii: ";"), in: index..<min(range.upperBound, index + Self.longestEntity))
      else {
        body(text[start], start)
        continue
      }
      guard let scalar = entity(text, index..<end) else {
        body(text[start], start)
        continue
      }
      for byte in String(scalar).utf8 { body(byte, start) }
      index = end + 1
    }
  }

  private static func entity(_ text: Span<UInt8>, _ name: Range<Int>) -> Unicode.Scalar? {
    for (known, scalar) in [("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'")]
      as [(StaticString, Unicode.Scalar)]
    where name.count == known.utf8CodeUnitCount
      && text.has(known, at: name.lowerBound, before: name.upperBound)
    {
      return scalar
    }
    guard text.byte(at: name.lowerBound) == UInt8(ascii: "#") else { return nil }
    let digits = String(
      decoding: [UInt8](text.extracting(name.lowerBound + 1..<name.upperBound)), as: UTF8.self)
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }
}

extension Span<UInt8> {
  fileprivate func skippingXMLBlanks(_ index: Int, before end: Int) -> Int {
    var index = index
    while index < end, self[index].isSpace || self[index] == .lineFeed { index += 1 }
    return index
  }
}
