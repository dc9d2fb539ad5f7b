/// A token of a sentence.
struct Token: Equatable {
  enum Kind: Equatable {
    /// A keyword, a name or a bare value: letters, digits, `.`, `-` and `_`, starting with a letter. `app.*` and `*`
    /// are words.
    case word
    /// A number with its unit.
    case number
    /// A quoted text. The quotes are not part of `text`.
    case quoted
    /// `,` `(` `)` or a comparison operator.
    case sign
    /// An invalid character, or a quote that is not closed.
    case stray
    case end
  }

  var kind: Kind
  var text: String
  /// The range in the sentence, in UTF-8 offsets.
  var range: Range<Int>

  /// Whether the token is a word or sign with a text, not a quoted text.
  func isWritten(_ text: String) -> Bool { self.text == text && (kind == .word || kind == .sign) }

  /// The text of the token in messages.
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

/// Splits a sentence into tokens.
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
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
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
        // Marks only the quote, not the rest of the sentence.
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

  /// The number from `start` with the unit after it: `5 s` is read like `5s`.
  private mutating func number(from start: Int) -> Token {
    var number = token(.number, from: start)
    let end = offset
    guard !bytes[start..<end].contains(where: Self.isLetter) else { return number }
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
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

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }
}
