/// A word, number, quoted text or sign of a sentence.
struct Token: Equatable {
  enum Kind: Equatable {
    /// A keyword, a name or a bare value: letters, digits and `.`, `-`, `_`, beginning with a letter; `app.*` is one word, and so is `*`.
    case word
    /// A number with its unit.
    case number
    /// A text between quotes, which are not part of `text`.
    case quoted
    /// `,` `(` `)` or a comparison.
    case sign
    /// A character that no sentence holds, or a quote that is not closed.
    case stray
    case end
  }

  var kind: Kind
  var text: String
  /// Where it stands: UTF-8 offsets in the sentence.
  var range: Range<Int>

  /// Whether it is that word or sign, not a text between quotes.
  func isWritten(_ text: String) -> Bool { self.text == text && (kind == .word || kind == .sign) }

  /// What a message calls it.
  var shown: String {
    switch kind {
    case .end: "the end"
    case .stray where text == "\"" || text == "'": "a quote that is not closed"
    case .stray: "`\(text)`, which no sentence holds"
    case .quoted: "the text \"\(text)\""
    case .word, .number, .sign: "`\(text)`"
    }
  }
}

/// Cuts a sentence into tokens.
struct Lexer {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  static func tokens(of text: String) -> [Token] {
    var lexer = Lexer(text)
    var tokens: [Token] = []
    repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() -> Token {
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    guard offset < bytes.count else { return token(.end, from: offset) }
    let start = offset
    let byte = bytes[offset]
    if Self.isLetter(byte) {
      advance { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "*") { offset += 1 }
      return token(.word, from: start)
    }
    if byte == UInt8(ascii: "*") {
      offset += 1
      advance { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: ".") }
      return token(.word, from: start)
    }
    if Self.isDigit(byte) {
      advance { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: ".") || $0 >= 0x80 }
      return number(from: start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      offset += 1
      advance { $0 != byte }
      guard offset < bytes.count else {
        // The quote alone: what stands behind it is not to blame.
        return Token(
          kind: .stray, text: String(decoding: [byte], as: UTF8.self), range: start..<(start + 1))
      }
      offset += 1
      return Token(
        kind: .quoted, text: String(decoding: bytes[(start + 1)..<(offset - 1)], as: UTF8.self),
        range: start..<offset)
    }
    offset += 1
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"):
      return token(.sign, from: start)
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "=") { offset += 1 }
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      return token(Comparison(rawValue: text) == nil ? .stray : .sign, from: start)
    default:
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      return token(.stray, from: start)
    }
  }

  /// A number that ends here, with the unit behind it: `5 s` is read like `5s`.
  private mutating func number(from start: Int) -> Token {
    var number = token(.number, from: start)
    let end = offset
    guard !bytes[start..<end].contains(where: Self.isLetter) else { return number }
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    let word = offset
    advance { byte in
      Self.isLetter(byte) || Self.isDigit(byte) || [UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
        || byte >= 0x80
    }
    let unit = String(decoding: bytes[word..<offset], as: UTF8.self)
    if word > end, Quantity.units.contains(unit) {
      number.text += unit
      number.range = start..<offset
    } else {
      offset = end
    }
    return number
  }

  private mutating func advance(while belongs: (UInt8) -> Bool) {
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
  }

  private func token(_ kind: Token.Kind, from start: Int) -> Token {
    Token(kind: kind, text: String(decoding: bytes[start..<offset], as: UTF8.self), range: start..<offset)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }
}
