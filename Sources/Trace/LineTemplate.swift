/// A message with holes: `Timer {id} scheduled`. Matched against a whole message, in linear time: a capture
/// takes the least text that lets the rest match, never an empty one. `{{` and `}}` stand for the braces.
public struct LineTemplate: Sendable, Equatable {
  /// A literal stretch or a named hole.
  public enum Piece: Sendable, Equatable {
    case literal(String)
    /// A hole whose text becomes the field of that name.
    case capture(String)
  }

  /// The pieces in order; never two of a kind side by side, at least one literal.
  public let pieces: [Piece]
  /// The template as it was written.
  public let text: String

  /// The names of its holes.
  public var captures: [String] {
    pieces.compactMap { if case .capture(let name) = $0 { name } else { nil } }
  }

  /// What is wrong with a template's text.
  public struct Malformed: Error, Equatable {
    /// What is wrong, as a message: lower case, no full stop.
    public var message: String
    /// Where, in UTF-8 bytes of the template's text.
    public var range: Range<Int>

    /// That mistake.
    public init(message: String, range: Range<Int>) {
      self.message = message
      self.range = range
    }
  }

  /// Reads a template as a vocabulary holds it.
  public init(_ text: String) throws(Malformed) {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var names: Set<String> = []
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      if isBrace, index + 1 < bytes.count, bytes[index + 1] == byte {
        literal.append(byte)
        index += 2
        continue
      }
      guard isBrace else {
        literal.append(byte)
        index += 1
        continue
      }
      let start = index
      guard byte == UInt8(ascii: "{") else {
        throw Malformed(message: "`}` without `{`; write `}}` for the character", range: start..<start + 1)
      }
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Malformed(message: "`{` without `}`; write `{{` for the character", range: start..<bytes.count)
      }
      let name = bytes[start + 1..<close]
      let range = start..<close + 1
      guard let first = name.first, first.isIdentifier, !first.isDigit,
        name.allSatisfy({ $0.isIdentifier || $0 == UInt8(ascii: "-") })
      else { throw Malformed(message: "expected a field's name between the braces", range: range) }
      let field = String(decoding: name, as: UTF8.self)
      guard names.insert(field).inserted else {
        throw Malformed(message: "`\(field)` is captured twice", range: range)
      }
      if !literal.isEmpty {
        pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
        literal = []
      } else if !pieces.isEmpty {
        throw Malformed(message: "expected text between two captures", range: range)
      }
      pieces.append(.capture(field))
      index = close + 1
    }
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    let hasText = pieces.contains { piece in
      if case .literal(let text) = piece { text.utf8.contains { !$0.isBlank } } else { false }
    }
    guard hasText else {
      throw Malformed(message: "expected some text besides captures", range: 0..<bytes.count)
    }
    if bytes.first?.isBlank == true || bytes.last?.isBlank == true {
      throw Malformed(message: "a message has no blanks at its ends", range: 0..<bytes.count)
    }
    self.pieces = pieces
    self.text = text
  }
}
