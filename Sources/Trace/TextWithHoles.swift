/// A text with named holes in braces: `Timer {id} scheduled`. `{{` and `}}` stand for the braces.
public struct TextWithHoles: Sendable {
  /// A literal stretch or a named hole.
  public enum Piece: Sendable, Equatable {
    case text(String)
    /// A hole, and where it stands with its braces, in UTF-8 bytes of the text.
    case hole(String, Range<Int>)
  }

  /// The pieces in order; never two literals side by side.
  public private(set) var pieces: [Piece] = []

  /// What is wrong with a text.
  public struct Malformed: Error, Equatable {
    /// What is wrong, as a message: lower case, no full stop.
    public var message: String
    /// Where, in UTF-8 bytes of the text.
    public var range: Range<Int>

    /// That mistake.
    public init(message: String, range: Range<Int>) {
      self.message = message
      self.range = range
    }
  }

  /// Finds the holes.
  public init(_ text: String) throws(Malformed) {
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
      let name = bytes[(index + 1)..<close]
      guard let first = name.first, first.isIdentifier, !first.isDigit,
        name.allSatisfy({ $0.isIdentifier || $0 == UInt8(ascii: "-") })
      else {
        throw Malformed(
          message: "expected a field's name between the braces", range: index..<(close + 1))
      }
      take(&literal)
      pieces.append(.hole(String(decoding: name, as: UTF8.self), index..<(close + 1)))
      index = close + 1
    }
    take(&literal)
  }

  private mutating func take(_ literal: inout [UInt8]) {
    guard !literal.isEmpty else { return }
    pieces.append(.text(String(decoding: literal, as: UTF8.self)))
    literal = []
  }
}
