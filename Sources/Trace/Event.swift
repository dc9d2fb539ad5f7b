/// Something that happened at a line of a log.
///
/// Its stretches are byte ranges into the line that is handed over beside it, so that reading an event
/// makes no text; whoever keeps an event copies what it needs.
public struct Event: Sendable {
  /// What happened; `unknown` for a canonical line whose name the vocabulary does not hold.
  public var id: EventID
  /// How the line said it.
  public var form: Form
  /// The 1-based line.
  public var line: Int
  /// The bytes of the line that name the event: a dotted name, a callback's spelling, a template's message.
  public var name: Range<Int>
  /// When, where the line tells.
  public var time: Timestamp?
  /// The time as printed, without blanks around it; nil where the line tells none.
  public var timeText: Range<Int>?
  /// The process's name as printed, without its folder; nil where the line names none.
  public var process: Range<Int>?
  /// The process number as printed; nil where the line gives none.
  public var pid: Int?
  /// The process that the event is one of: the one that the line is about, its own, or where the line has no
  /// header the one of the nearest record above it; nil where there is none.
  public var owner: Owner?
  /// The owner as a number from 1 on, which equal owners share; 0 where there is none.
  public var ownerNumber = 0
  /// The thread as printed; nil where the line names none.
  public var thread: Range<Int>?
  /// Whether the log says which thread is the main one, and it is that; nil where it does not say.
  public var isMainThread: Bool?
  /// The fields, in the order of the line.
  public var fields: [Field]
  /// Whether only the function that logged the line tells of it.
  var isWeak = false
  /// Whether the line tells a state, which may be no news.
  var isState = false
  /// The process that the event is one of, where that is not the one that tells it.
  var subject: Subject?
  /// Whether another process tells it than the one that it is an event of: the system tells of an app.
  public var isToldByAnother: Bool { subject != nil }
  /// Where the event stands in the log, if it was read in a text that was put together or decoded; nil where all
  /// ranges are those of the log's line itself.
  public var origin: Origin?

  /// A line of the log as it is.
  public struct Origin: Sendable, Hashable {
    /// Its bytes, without the line end.
    public var bytes: [UInt8]
    /// Where in it the event is named.
    public var name: Range<Int>
  }

  /// How a line says that an event happened.
  public enum Form: Sendable, Hashable {
    /// The dotted name itself, alone or with `key=value` fields.
    case canonical
    /// The name of a method that was called.
    case callback
    /// The name of a notification.
    case notification
    /// A message of a line template.
    case template
  }

  /// One field of an event.
  public struct Field: Sendable, Hashable {
    /// The field's name.
    public var name: FieldName
    /// The bytes of its value in the line, without quotes.
    public var value: Range<Int>
    /// Whether the value's bytes hold backslash escapes that `Event.text(of:in:)` undoes.
    public var isEscaped: Bool
    /// The value, where the line does not hold it: what a template adds.
    public var text: String?

    /// That field.
    public init(name: FieldName, value: Range<Int>, isEscaped: Bool = false, text: String? = nil) {
      self.name = name
      self.value = value
      self.isEscaped = isEscaped
      self.text = text
    }
  }

  /// A field's name: one of the vocabulary by number, any other by its bytes in the line.
  public enum FieldName: Sendable, Hashable {
    /// An index of `Recognizer.fieldNames`.
    case known(Int)
    /// A name that no declaration has, as bytes of the line.
    case other(Range<Int>)
  }

  /// A process and what tells it from others of its name.
  public struct Owner: Sendable, Hashable {
    /// The process.
    public var process: ProcessID
    /// The process number; nil where the line gives none.
    public var pid: Int?

    /// That process.
    public init(process: ProcessID, pid: Int?) {
      self.process = process
      self.pid = pid
    }
  }

  /// A process that a line is about.
  struct Subject: Sendable {
    var process: Range<Int>?
    var pid: Int?
    /// Whether it has no number yet.
    var isNext = false
  }

  /// An event with that place and nothing else known.
  public init(id: EventID, form: Form, line: Int, name: Range<Int>) {
    self.id = id
    self.form = form
    self.line = line
    self.name = name
    fields = []
  }

  /// The value of a field as text, escapes undone, what is not UTF-8 as U+FFFD.
  public static func text(of field: Field, in line: Span<UInt8>) -> String {
    if let text = field.text { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.value.count)
    var index = field.value.lowerBound
    while index < field.value.upperBound {
      var byte = line[index]
      index += 1
      if field.isEscaped, byte == UInt8(ascii: "\\"), index < field.value.upperBound {
        byte = line[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): byte = UInt8(ascii: "\n")
        case UInt8(ascii: "t"): byte = UInt8(ascii: "\t")
        case UInt8(ascii: "r"): byte = UInt8(ascii: "\r")
        default: break
        }
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A process name of one log, by number: equal names have equal numbers.
public struct ProcessID: Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// The process of that number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A moment as a log tells it. Two of one kind can be subtracted, two of different kinds cannot.
public struct Timestamp: Hashable, Sendable {
  /// What the nanoseconds count from.
  public enum Kind: Sendable, Hashable {
    /// 1970-01-01T00:00:00Z: the line has a zone.
    case zoned
    /// The same on the clock of whoever wrote the log: a date without a zone.
    case local
    /// The midnight before the first line: a time without a date. Past the next midnight the count goes on.
    case timeOnly
    /// A New Year: a date without a year. Past the next one the count goes on.
    case yearless
    /// The start of the device.
    case boot
    /// Something that the log does not name: its own start, that of a test.
    case relative
  }

  /// Nanoseconds since the start of its kind.
  public var nanoseconds: Int64
  /// What they count from.
  public var kind: Kind

  /// That moment.
  public init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// Whether it tells the day, if not the year.
  var isDated: Bool { kind == .zoned || kind == .local || kind == .yearless }

  /// So many nanoseconds later; nil where no number is so great.
  func advanced(by nanoseconds: Int64) -> Timestamp? {
    let (moment, isOver) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return isOver ? nil : Timestamp(nanoseconds: moment, kind: kind)
  }
}
