/// The statistics of a log.
public struct TraceStatistics: Sendable, Equatable {
  /// The number of lines.
  public var lines = 0
  /// The number of records of each format, by `Format.rawValue`. Lines that are part of another record count as `Format.bare`.
  public var records = Array(repeating: 0, count: Format.allCases.count)
  /// The number of events, known and unknown.
  public var events = 0
  /// The number of events of other apps than the one whose events are read. They are not among `events`.
  public var eventsOfOtherApps = 0
  /// The number of lines that name an event without reporting it: prose, stack frames, symbols.
  public var mentions = 0
  /// Lines that look like an event but cannot be read; the first `TraceStatistics.shown` of them.
  public var unreadable: [UnreadableLine] = []
  /// The number of all these lines.
  public var unreadableCount = 0
  /// The number of these lines in records of each format, by `Format.rawValue`.
  public var unreadableRecords = Array(repeating: 0, count: Format.allCases.count)
  /// The first of these lines in records of each format.
  public var firstUnreadable: [Format: UnreadableLine] = [:]
  /// The first place from which on an event may be missing, because a limit of the reader was exceeded or a document is damaged.
  /// Nil if the whole log was read.
  public var firstOmission: Omission?
  /// The first lines that do not match the header of the project's own logger, as long as no line matches it.
  public var headerMismatches: [UnreadableLine] = []
  /// Canonical names that are not in the vocabulary, with their number of uses and first line; the first `TraceStatistics.shown`
  /// distinct ones.
  public var unknownNames: [String: UnknownName] = [:]
  /// The number of events with such a name.
  public var unknownCount = 0
  /// Fields of known events that are not in the declaration of the event, in the order in which they first occurred; the first
  /// `TraceStatistics.shown` distinct ones.
  public var unknownFields: [UnknownField] = []
  /// The number of all such fields.
  public var unknownFieldCount = 0

  /// The maximum number of lines, names and fields that are stored to be shown. All are counted.
  public static let shown = 1_000

  /// The maximum number of lines that are stored because they do not match a header.
  public static let shownMisfits = 3

  /// Creates the statistics of an empty log.
  public init() {}

  /// The format with the most records; nil for a log without records.
  public var mainFormat: Format? {
    let formats = Format.allCases.filter { $0 != .bare && records[$0.rawValue] > 0 }
    return formats.max { records[$0.rawValue] < records[$1.rawValue] }
  }

  /// A line that looks like an event but cannot be read.
  public struct UnreadableLine: Sendable, Equatable {
    /// The 1-based number of the line.
    public var line: Int
    /// The 1-based column at which the line cannot be read, in Unicode code points.
    public var column: Int
    /// The reason as a message: lower case, no full stop.
    public var reason: String

    /// Creates an unreadable line.
    public init(line: Int, column: Int, reason: String) {
      self.line = line
      self.column = column
      self.reason = reason
    }
  }

  /// A part of a log that was not read and may contain an event.
  public struct Omission: Sendable, Equatable {
    /// The place where it begins, and the reason why it was not read.
    public var place: UnreadableLine
    /// How the user can avoid the omission.
    public var help: String

    /// Creates an omission.
    public init(place: UnreadableLine, help: String) {
      self.place = place
      self.help = help
    }
  }

  /// A field of an event that is not in the declaration of the event.
  public struct UnknownField: Sendable, Equatable {
    /// The event's dotted name.
    public var event: String
    /// The field's name.
    public var field: String
    /// The number of times that it occurred.
    public var count: Int
    /// The 1-based number of the line where it first occurred.
    public var firstLine: Int
    /// The declared fields in that line. The field is not a misspelling of one of these.
    public var beside: Set<String>

    /// Creates an unknown field.
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
    /// The number of times that it occurred.
    public var count: Int
    /// The 1-based number of the line where it first occurred.
    public var firstLine: Int

    /// Creates an unknown name.
    public init(count: Int, firstLine: Int) {
      self.count = count
      self.firstLine = firstLine
    }
  }
}
