/// A text with named placeholders in braces: `Timer {id} scheduled`. `{{` and `}}` mean the braces themselves.
public struct PlaceholderText: Sendable {
  /// A literal text or a placeholder.
  public enum Piece: Sendable, Equatable {
    case text(String)
    /// The text between the braces of a placeholder, and the range of the braces and the text, in UTF-8 bytes of the whole.
    case hole(String, Range<Int>)
  }

  /// The pieces in order. Two literals are never adjacent.
  public let pieces: [Piece]

  /// A syntax error in a text.
  public struct Malformed: Error, Equatable {
    /// The description of the error: lower case, no full stop.
    public var message: String
    /// The range of the error, in UTF-8 bytes of the text.
    public var range: Range<Int>

    /// Creates an error.
    public init(message: String, range: Range<Int>) {
      self.message = message
      self.range = range
    }
  }

  /// Parses a text whose placeholders contain names.
  public init(_ text: String) throws(Malformed) {
    pieces = try Self.split(text)
    for case .hole(let name, let range) in pieces where !Self.isName(name) {
      throw Malformed(message: "expected a field's name between the braces", range: range)
    }
  }

  /// Whether a text can be the name of a field.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isIdentifier, !first.isDigit else { return false }
    return text.utf8.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: "-") }
  }

  /// Splits a text into its pieces. The content of placeholders is not checked.
  static func split(_ text: String) throws(Malformed) -> [Piece] {
    var pieces: [Piece] = []
    let bytes = Array(text.utf8)
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      guard isBrace, index + 1 == bytes.count || bytes[index + 1] != byte else {
        literal.append(byte)
        index += isBrace ? 2 : 1
        continue
      }
      guard byte == UInt8(ascii: "{") else {
        throw Malformed(
          message: "`}` without `{`; write `}}` for the character", range: index..<(index + 1))
      }
      guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Malformed(
          message: "`{` without `}`; write `{{` for the character", range: index..<(index + 1))
      }
      appendText(&literal, &pieces)
      let content = String(decoding: bytes[(index + 1)..<close], as: UTF8.self)
      pieces.append(.hole(content, index..<(close + 1)))
      index = close + 1
    }
    appendText(&literal, &pieces)
    return pieces
  }

  private static func appendText(_ literal: inout [UInt8], _ pieces: inout [Piece]) {
    guard !literal.isEmpty else { return }
    pieces.append(.text(String(decoding: literal, as: UTF8.self)))
    literal = []
  }
}
