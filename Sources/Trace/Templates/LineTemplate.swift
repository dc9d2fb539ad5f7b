/// A message with placeholders: `Timer {id} scheduled`. It is matched against a whole message, in linear time. `{{` and `}}` mean
/// the braces themselves.
///
/// | placeholder | matches |
/// |---|---|
/// | `{id}` | the shortest text with which the rest matches, but at least one byte; it becomes the field of that name |
/// | `{..}` | any text or none; it does not begin or end inside a word |
/// | `{id=a\|b}`, `{..=a\|b}` | one of these texts, the longest that matches; with a name, it becomes a field |
public struct LineTemplate: Sendable, Equatable {
  /// A literal text or a placeholder.
  public enum Piece: Sendable, Equatable {
    /// Text that matches itself.
    case literal(String)
    /// Any text, at least one byte, which becomes the field of that name.
    case capture(String)
    /// One of several texts. It becomes the field of that name, if there is one.
    case choice([String], field: String?)
    /// Any text or none.
    case any
  }

  /// The pieces in order. At least one is a literal or a choice, and two that match any text are never adjacent.
  public let pieces: [Piece]
  /// The template as it was written.
  public let text: String
  /// The best texts to look for: parts of a literal, or of each text of a choice. Each matching message contains one of them.
  package let requiredLiterals: [String]
  /// The placeholders that become fields.
  public let places: [Place]
  /// The processes or tags whose lines the template matches; empty for any. `*` at the start or end of a name matches any text.
  public var senders: [String] = []
  /// The platform whose logs may contain the message; nil for any.
  public var platform: Platform?
  /// Fields that the event has in addition to the captured ones.
  public var constants: [String: String] = [:]
  /// Whether the event belongs to the process whose number and name are in the fields `pid` and `process`, not to the process
  /// that logs it.
  public var belongsToOtherProcess = false
  /// Whether that process has no number yet, and is not the newest one of its name.
  public var belongsToStartingProcess = false
  /// Whether the line reports a state again and again. It is an event only if the previous such line about the process reported
  /// another state.
  public var isState = false
  /// Whether the line reports the return of the event, which is a call.
  public var isReturn = false
  /// Whether the text is treated like the name of a callback: it reports no event if the text before and after it shows that it
  /// is part of prose or source code.
  public var needsReportContext = false
  /// Other meanings of the line, by the previous event that a framework (a line with `via`) reported for the process. Keys and
  /// values are names of events.
  public var meaningAfter: [String: String] = [:]
  /// Whether the line may repeat an event: it is ignored if a template matched the same event shortly before.
  public var mayRepeat = false
  /// Whether the line may lack its header, as copies of it do. Then its sender is not known.
  public var mayBeBare = false
  /// Texts that the message must not contain.
  public var exclusions: [String] = []
  /// A second event that the line reports: the message of an exception also reports the crash.
  public var next: Next?

  /// The second event of a line.
  public struct Next: Sendable, Equatable {
    /// Its name.
    public var event: String
    /// Its fields.
    public var constants: [String: String]

    package init(event: String, constants: [String: String]) {
      self.event = event
      self.constants = constants
    }
  }

  /// A placeholder that becomes a field.
  public struct Place: Sendable, Equatable {
    /// The field's name.
    public var field: String
    /// The range of the placeholder with its braces, in UTF-8 bytes of the template's text.
    public var range: Range<Int>

    /// Creates the place of a field.
    package init(field: String, range: Range<Int>) {
      self.field = field
      self.range = range
    }
  }

  /// The names of the fields that it sets.
  public var captures: [String] { places.map(\.field) + constants.keys.sorted() }

  /// Parses a template of a vocabulary.
  public init(_ text: String) throws(PlaceholderText.Malformed) {
    var pieces: [Piece] = []
    var places: [Place] = []
    for piece in try PlaceholderText.split(text) {
      switch piece {
      case .text(let text): pieces.append(.literal(text))
      case .hole(let content, let range):
        let hole = try Self.hole(content, range)
        if let field = hole.field {
          guard !places.contains(where: { $0.field == field }) else {
            throw PlaceholderText.Malformed(message: "`\(field)` is captured twice", range: range)
          }
          places.append(Place(field: field, range: range))
        }
        if hole.isOpen, pieces.last?.isOpen == true {
          throw PlaceholderText.Malformed(message: "expected text between two captures", range: range)
        }
        pieces.append(hole)
      }
    }
    let whole = 0..<text.utf8.count
    guard pieces.contains(where: \.hasText) else {
      throw PlaceholderText.Malformed(message: "expected some text in addition to captures", range: whole)
    }
    if text.utf8.first?.isSpace == true || text.utf8.last?.isSpace == true {
      throw PlaceholderText.Malformed(message: "a message has no blanks at its ends", range: whole)
    }
    self.pieces = pieces
    self.places = places
    self.text = text
    requiredLiterals = Self.requiredLiterals(of: pieces)
  }

  /// Creates a template that was parsed before.
  package init(text: String, pieces: [Piece], places: [Place], requiredLiterals: [String]) {
    self.requiredLiterals = requiredLiterals
    self.text = text
    self.pieces = pieces
    self.places = places
  }

  /// Parses the text between the braces of a placeholder: `id`, `..`, `id=a|b`, `..=a|b`.
  private static func hole(_ content: String, _ range: Range<Int>) throws(PlaceholderText.Malformed) -> Piece
  {
    let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard name == ".." || PlaceholderText.isName(name) else {
      throw PlaceholderText.Malformed(message: "expected a field's name between the braces", range: range)
    }
    guard parts.count == 2 else { return name == ".." ? .any : .capture(name) }
    let texts = parts[1].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard texts.allSatisfy({ !$0.isEmpty }) else {
      throw PlaceholderText.Malformed(message: "expected texts between `|`", range: range)
    }
    return .choice(texts, field: name == ".." ? nil : name)
  }

  /// The whole texts whose parts are in `requiredLiterals`. Each matching message contains one of them.
  var requiredTexts: [String] {
    pieces.compactMap(\.texts).first { texts in
      texts.count == requiredLiterals.count
        && zip(texts, requiredLiterals).allSatisfy { $0.utf8.holds($1.utf8) }
    } ?? requiredLiterals
  }

  /// Lists of texts. Each matching message contains one text of each list.
  var alternatives: [[String]] { pieces.compactMap(\.texts) }

  private static func requiredLiterals(of pieces: [Piece]) -> [String] {
    let texts = pieces.compactMap(\.texts)
    let parts = texts.map { $0.map(Prefilter.bestPart) }
    let costs = parts.map { $0.map(\.cost).max() ?? 0 }
    return zip(parts, costs).min { $0.1 < $1.1 }?.0.map(\.text) ?? []
  }
}

extension String.UTF8View {
  /// Whether this text contains another one.
  fileprivate func holds(_ text: Self) -> Bool {
    let (bytes, part) = (Array(self), Array(text))
    return part.count <= bytes.count
      && (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}

extension LineTemplate.Piece {
  /// The texts that it matches; nil if it matches any text.
  fileprivate var texts: [String]? {
    switch self {
    case .literal(let text): [text]
    case .choice(let texts, _): texts
    case .capture, .any: nil
    }
  }

  /// Whether it matches text of any length.
  fileprivate var isOpen: Bool {
    switch self {
    case .capture, .any: true
    case .literal, .choice: false
    }
  }

  fileprivate var hasText: Bool {
    switch self {
    case .literal(let text): text.utf8.contains { !$0.isSpace }
    case .choice: true
    case .capture, .any: false
    }
  }

  fileprivate var field: String? {
    switch self {
    case .capture(let name): name
    case .choice(_, let field): field
    case .literal, .any: nil
    }
  }
}
