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

  /// Reads a template as a vocabulary holds it.
  public init(_ text: String) throws(TextWithHoles.Malformed) {
    var pieces: [Piece] = []
    var names: Set<String> = []
    for piece in try TextWithHoles(text).pieces {
      switch piece {
      case .text(let text): pieces.append(.literal(text))
      case .hole(let name, let range):
        guard names.insert(name).inserted else {
          throw TextWithHoles.Malformed(message: "`\(name)` is captured twice", range: range)
        }
        if case .capture? = pieces.last {
          throw TextWithHoles.Malformed(message: "expected text between two captures", range: range)
        }
        pieces.append(.capture(name))
      }
    }
    let hasText = pieces.contains { piece in
      if case .literal(let text) = piece { text.utf8.contains { !$0.isBlank } } else { false }
    }
    let whole = 0..<text.utf8.count
    guard hasText else {
      throw TextWithHoles.Malformed(message: "expected some text besides captures", range: whole)
    }
    if text.utf8.first?.isBlank == true || text.utf8.last?.isBlank == true {
      throw TextWithHoles.Malformed(message: "a message has no blanks at its ends", range: whole)
    }
    self.pieces = pieces
    self.text = text
  }
}
