/// A message with holes: `Timer {id} scheduled`. Matched against a whole message, in linear time. `{{` and `}}`
/// stand for the braces.
///
/// | hole | holds |
/// |---|---|
/// | `{id}` | the least text that lets the rest match, never an empty one; it becomes the field of that name |
/// | `{..}` | any text or none; where it begins and ends, no word is cut |
/// | `{id=a\|b}`, `{..=a\|b}` | one of these texts, the longest that stands there; as the field, or not |
public struct LineTemplate: Sendable, Equatable {
  /// A literal stretch or a hole.
  public enum Piece: Sendable, Equatable {
    /// Text that stands for itself.
    case literal(String)
    /// A hole whose text becomes the field of that name.
    case capture(String)
    /// One of some texts; it becomes the field of that name, if there is one.
    case choice([String], field: String?)
    /// Any text or none.
    case any
  }

  /// The pieces in order; never two side by side that may hold any text, at least one literal or choice.
  public let pieces: [Piece]
  /// The template as it was written.
  public let text: String
  /// The literal, or the choice between some, that is best to look for: each message that matches has one of these.
  package let landmark: [String]
  /// Where each hole that becomes a field stands with its braces, in UTF-8 bytes of the text.
  public let places: [Place]
  /// The processes that may print it, or the tags that it may be filed under; any where there are none. `*` at an end
  /// stands for the rest.
  public var senders: [String] = []
  /// The platform whose logs may hold it; nil for any.
  public var platform: Platform?
  /// Fields that the event has in addition to the captured ones.
  public var constants: [String: String] = [:]
  /// Whether the event is that of the process whose number is the field `pid` and whose name the field `process`, not
  /// of the one that prints it.
  public var isAboutAnother = false
  /// Whether that process is one that has no number yet, and not the newest of its name.
  public var isAboutNext = false
  /// Whether it tells a state, again and again: it is the event only where the last such line about the process told
  /// another one.
  public var isState = false
  /// Whether it tells of the return of the event, which is a call.
  public var isReturn = false
  /// Whether its text is the spelling of an event like the name of a callback: in prose and in source code, of which
  /// what stands before and behind it tells, the spelling reports nothing.
  public var isSpelling = false
  /// Other meanings of the line, by the previous event that a framework (a line with `via`) reported for the process; both
  /// are names of events.
  public var meaningAfter: [String: String] = [:]
  /// Whether the line may repeat an event: it is ignored if a template matched the same event shortly before.
  public var mayRepeat = false
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

  /// A hole that becomes a field.
  public struct Place: Sendable, Equatable {
    /// The field's name.
    public var field: String
    /// Where it stands.
    public var range: Range<Int>

    /// The hole of a field.
    package init(field: String, range: Range<Int>) {
      self.field = field
      self.range = range
    }
  }

  /// The names of the fields that it gives.
  public var captures: [String] { places.map(\.field) + constants.keys.sorted() }

  /// Reads a template as a vocabulary holds it.
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
    if text.utf8.first?.isBlank == true || text.utf8.last?.isBlank == true {
      throw PlaceholderText.Malformed(message: "a message has no blanks at its ends", range: whole)
    }
    self.pieces = pieces
    self.places = places
    self.text = text
    landmark = Self.landmark(of: pieces)
  }

  /// A template that was read before.
  package init(text: String, pieces: [Piece], places: [Place], landmark: [String]) {
    self.landmark = landmark
    self.text = text
    self.pieces = pieces
    self.places = places
  }

  /// What a hole's braces hold: `id`, `..`, `id=a|b`, `..=a|b`.
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

  /// The texts of which `landmark` holds parts: each message that fits the template has one of them.
  var landmarkTexts: [String] {
    pieces.compactMap(\.texts).first { texts in
      texts.count == landmark.count && zip(texts, landmark).allSatisfy { $0.utf8.holds($1.utf8) }
    } ?? landmark
  }

  /// The texts that each matching message contains: one of each list.
  var alternatives: [[String]] { pieces.compactMap(\.texts) }

  private static func landmark(of pieces: [Piece]) -> [String] {
    let texts = pieces.compactMap(\.texts)
    let parts = texts.map { $0.map(Prefilter.bestPart) }
    let costs = parts.map { $0.map(\.cost).max() ?? 0 }
    return zip(parts, costs).min { $0.1 < $1.1 }?.0.map(\.text) ?? []
  }
}

extension String.UTF8View {
  /// Whether a text is a part of this one.
  fileprivate func holds(_ text: Self) -> Bool {
    let (bytes, part) = (Array(self), Array(text))
    return part.count <= bytes.count
      && (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}

extension LineTemplate.Piece {
  /// The texts one of which it is; nil if it holds any text.
  fileprivate var texts: [String]? {
    switch self {
    case .literal(let text): [text]
    case .choice(let texts, _): texts
    case .capture, .any: nil
    }
  }

  /// Whether it holds text of any length.
  fileprivate var isOpen: Bool {
    switch self {
    case .capture, .any: true
    case .literal, .choice: false
    }
  }

  fileprivate var hasText: Bool {
    switch self {
    case .literal(let text): text.utf8.contains { !$0.isBlank }
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
