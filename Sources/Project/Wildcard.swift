/// A glob pattern: `*` matches any run of characters, `?` matches any character, and `\` escapes the next one.
struct Wildcard: Sendable {
  /// The text of the pattern.
  let text: String
  private let pieces: [Piece]

  private enum Piece {
    case run
    case one
    case exactly(Unicode.Scalar)
  }

  init(_ text: String) {
    self.text = text
    var pieces: [Piece] = []
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "*": pieces.append(.run)
      case "?": pieces.append(.one)
      case "\\": pieces.append(.exactly(scalars.next() ?? scalar))
      default: pieces.append(.exactly(scalar))
      }
    }
    self.pieces = pieces
  }

  /// Whether the pattern matches the whole text.
  func matches(_ text: some StringProtocol) -> Bool {
    Runs.match(Array(text.unicodeScalars), pieces) {
      if case .run = $0 { true } else { false }
    } fits: { scalar, piece in
      switch piece {
      case .run: false
      case .one: true
      case .exactly(let wanted): wanted == scalar
      }
    }
  }
}

/// A glob pattern for paths. Without `/` it matches the name of a file in any folder; with `/` it matches the path
/// relative to the project's folder. `*` and `?` do not match `/`, `**` matches any number of folders, and a trailing
/// `/` matches everything below the folder.
struct PathPattern: Sendable {
  /// The text of the pattern.
  let text: String
  private let parts: [Wildcard]

  init(_ text: String) {
    self.text = text
    var parts = text.split(separator: "/").filter { $0 != "." }.map(String.init)
    if !text.contains("/") { parts.insert("**", at: 0) }
    if text.hasSuffix("/") { parts.append("**") }
    self.parts = parts.map(Wildcard.init)
  }

  /// Whether the pattern matches a path relative to the project's folder.
  func matches(_ path: String) -> Bool {
    Runs.match(path.split(separator: "/"), parts) {
      $0.text == "**"
    } fits: { name, part in
      part.matches(name)
    }
  }
}

private enum Runs {
  /// Whether a list matches a pattern in which some elements match any run. Backtracks only to the last run, which is
  /// enough, so the number of steps is at most the product of both lengths.
  static func match<Element, Pattern>(
    _ list: [Element], _ pattern: [Pattern], isRun: (Pattern) -> Bool, fits: (Element, Pattern) -> Bool
  ) -> Bool {
    var (at, next) = (0, 0)
    var back: (at: Int, next: Int)?
    while at < list.count {
      if next < pattern.count, isRun(pattern[next]) {
        next += 1
        back = (at, next)
      } else if next < pattern.count, fits(list[at], pattern[next]) {
        (at, next) = (at + 1, next + 1)
      } else if let open = back {
        back = (open.at + 1, open.next)
        (at, next) = (open.at + 1, open.next)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy(isRun)
  }
}
