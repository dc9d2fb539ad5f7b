/// What a reader counted.
public struct TraceStatistics: Sendable, Equatable {
  /// Lines of the log.
  public var lines = 0
  /// How many records there were of each format, by `Format.rawValue`; lines that are part of one are `Format.bare`.
  public var records = Array(repeating: 0, count: Format.allCases.count)
  /// Events, known and unknown.
  public var events = 0
  /// Lines that name an event without reporting it: prose, stack frames, symbols.
  public var mentions = 0
  /// Lines that look like an event and cannot be read, the first `TraceStatistics.shown` of them.
  public var unreadable: [UnreadableLine] = []
  /// How many there were.
  public var unreadableCount = 0
  /// How many of them there were in records of each format, by `Format.rawValue`.
  public var unreadableRecords = Array(repeating: 0, count: Format.allCases.count)
  /// The first of them in records of each format.
  public var firstUnreadable: [Format: UnreadableLine] = [:]
  /// The first place from which on something is missing that may be an event: a limit of the reader was passed, or a
  /// document is damaged. Nil where all of the log was read.
  public var firstOmission: Omission?
  /// The first lines that do not fit the header of the project's own logger, while none does.
  public var misfits: [UnreadableLine] = []
  /// Canonical names that the vocabulary does not hold, with how often and where first: the first
  /// `TraceStatistics.shown` different ones.
  public var unknownNames: [String: UnknownName] = [:]
  /// How many events had such a name.
  public var unknownCount = 0
  /// Fields of known events that their declaration does not have, in the order in which they came first: the first
  /// `TraceStatistics.shown` different ones.
  public var unknownFields: [UnknownField] = []
  /// How many such fields there were.
  public var unknownFieldCount = 0

  /// How many lines and names are kept to be shown; all are counted.
  public static let shown = 1_000

  /// How many lines are kept that do not fit a header.
  public static let shownMisfits = 3

  /// Nothing read yet.
  public init() {}

  /// The format of most records; nil for a log without records.
  public var mainFormat: Format? {
    let formats = Format.allCases.filter { $0 != .bare && records[$0.rawValue] > 0 }
    return formats.max { records[$0.rawValue] < records[$1.rawValue] }
  }

  /// A line that looks like an event and is not one.
  public struct UnreadableLine: Sendable, Equatable {
    /// The 1-based line.
    public var line: Int
    /// The 1-based column of what cannot be read, in Unicode code points.
    public var column: Int
    /// Why, as a message: lower case, no full stop.
    public var reason: String

    /// That line.
    public init(line: Int, column: Int, reason: String) {
      self.line = line
      self.column = column
      self.reason = reason
    }
  }

  /// Something of a log that was not read and may hold an event.
  public struct Omission: Sendable, Equatable {
    /// Where it begins, and why it was not read.
    public var place: UnreadableLine
    /// What to do about it.
    public var help: String

    /// That part of a log.
    public init(place: UnreadableLine, help: String) {
      self.place = place
      self.help = help
    }
  }

  /// A field of an event that the event's declaration does not have.
  public struct UnknownField: Sendable, Equatable {
    /// The event's dotted name.
    public var event: String
    /// The field's name.
    public var field: String
    /// How often it came.
    public var count: Int
    /// The 1-based line where it came first.
    public var firstLine: Int
    /// The fields of the declaration that stood beside it there: none of them was meant.
    public var beside: Set<String>

    /// That use of a field.
    public init(event: String, field: String, count: Int, firstLine: Int, beside: Set<String> = []) {
      self.event = event
      self.field = field
      self.count = count
      self.firstLine = firstLine
      self.beside = beside
    }
  }

  /// A canonical name that is not in the vocabulary.
  public struct UnknownName: Sendable, Equatable {
    /// How often it came.
    public var count: Int
    /// The 1-based line where it came first.
    public var firstLine: Int

    /// That use of a name.
    public init(count: Int, firstLine: Int) {
      self.count = count
      self.firstLine = firstLine
    }
  }
}
