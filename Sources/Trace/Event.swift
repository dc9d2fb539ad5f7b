/// Something that happened at a line of a log.
///
/// Its stretches are byte ranges into the line that is handed over beside it, so that reading an event
/// makes no text; whoever keeps an event copies what it needs.
public struct Event: Sendable {
  /// How the line tells it: all of it that is worth keeping beside its time and its fields.
  package var telling: Telling
  /// When, where the line tells.
  public var time: Timestamp?
  var traits: Traits = []
  /// Whether it has an origin.
  package private(set) var hasOrigin = false
  /// The fields, in the order of the line.
  public var fields: [Field]
  // An event is handed on for every line of a log: what may be missing has no byte of its own that says so.
  private var processName = PackedRange.none
  private var processNumber = SentinelInt()
  private var numberOfOwner: Int32 = 0
  private var processOfOwner: Int32 = -1
  private var pidOfOwner = SentinelInt()
  private var nameOfSubject = PackedRange.none
  private var pidOfSubject = SentinelInt()
  /// Where the event stands in the log, if it was read in a text that was put together or decoded; nil where all
  /// ranges are those of the log's line itself.
  public var origin: Origin? {
    get { rareOrigin as? Origin }
    set {
      rareOrigin = newValue
      hasOrigin = newValue != nil
    }
  }
  // Of a value that holds an existential, who borrows it gets the place. Any other is copied for each call: all of its
  // bytes, right after they were written one by one, so that the copy has to wait for them. An initializer has to say that
  // it borrows; else what it is given is its own.
  private var rareOrigin: (any Sendable)?

  /// What a line says of an event, and where.
  package struct Telling: Sendable, Equatable {
    /// The 1-based line.
    package var line: Int
    package var id: EventID
    package var form: Form
    package var isMainThread: Bool?
    package var name: PackedRange
    package var timeText = PackedRange.none
    package var thread = PackedRange.none

    /// That of no line.
    package init() { self.init(line: 0, id: .unknown, form: .canonical, name: PackedRange(0..<0)) }

    init(line: Int, id: EventID, form: Form, name: PackedRange) {
      (self.line, self.id, self.form, self.name) = (line, id, form, name)
    }
  }

  /// Properties that few events have. A message template sets those of its events.
  struct Traits: OptionSet {
    let rawValue: UInt8

    /// Another process logs it than the one that the event belongs to.
    static let isReportedByOther = Traits(rawValue: 1)
    /// The only evidence is the name of the function that logged the line.
    static let isWeak = Traits(rawValue: 2)
    /// The line reports a state, which may not have changed.
    static let isState = Traits(rawValue: 4)
    /// It belongs to a process whose number is not known yet.
    static let isOfNext = Traits(rawValue: 8)
    /// A framework reports it (the template sets `via`).
    static let isOfFramework = Traits(rawValue: 16)
    /// Its meaning depends on the framework's previous event (`after`).
    static let hasOtherMeaning = Traits(rawValue: 32)
    /// Its line also reports a second event (`then`).
    static let hasNext = Traits(rawValue: 64)
    /// Its line may repeat an event that was already reported (`repeats`).
    static let mayRepeat = Traits(rawValue: 128)
  }

  /// A line of the log as it is; of a long one that holds many records, the part around the event.
  public struct Origin: Sendable, Hashable {
    /// Its bytes, without the line end.
    public var bytes: [UInt8]
    /// How many code points of the line come before these bytes.
    public var columns: Int
    private var range: PackedRange

    init(bytes: [UInt8], columns: Int = 0, name: Range<Int>) {
      self.bytes = bytes
      self.columns = columns
      range = PackedRange(name)
    }

    /// Where in it the event is named.
    public var name: Range<Int> {
      get { range.range }
      set { range = PackedRange(newValue) }
    }
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
    /// The number of its name; negative where that is another.
    package var number: Int32
    private var otherName = PackedRange.none
    package var range: PackedRange
    /// Whether the value's bytes hold backslash escapes that `Event.text(of:in:)` undoes.
    public var isEscaped: Bool
    /// The value, where the line does not hold it: what a template adds.
    public var text: String?

    /// That field.
    public init(name: FieldName, value: Range<Int>, isEscaped: Bool = false, text: String? = nil) {
      switch name {
      case .known(let number): self.number = Int32(truncatingIfNeeded: number)
      case .other(let name): (number, otherName) = (-1, PackedRange(name))
      }
      range = PackedRange(value)
      self.isEscaped = isEscaped
      self.text = text
    }

    /// The field's name.
    public var name: FieldName { number < 0 ? .other(otherName.range) : .known(Int(number)) }

    /// The bytes of its value in the line, without quotes.
    public var value: Range<Int> {
      get { range.range }
      set { range = PackedRange(newValue) }
    }

    /// Turns it into a plain one. Member by member, for what is there needs no release.
    @inline(__always)
    mutating func become(_ number: Int32, _ value: PackedRange) {
      self.number = number
      range = value
      isEscaped = false
      if text != nil { text = nil }
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
    telling = Telling(line: line, id: id, form: form, name: PackedRange(name))
    fields = []
  }

  /// What happened; `unknown` for a canonical line whose name the vocabulary does not hold.
  public var id: EventID {
    get { telling.id }
    set { telling.id = newValue }
  }

  /// Whether another process logs the event than the one that it belongs to: the system reports it about an app.
  public private(set) var isReportedByOther: Bool {
    get { traits.contains(.isReportedByOther) }
    set { traits.set(.isReportedByOther, newValue) }
  }

  /// Makes it one that a process tells of itself, in so many words.
  @inline(__always)
  mutating func setPlain() {
    if isReportedByOther { subject = nil }
    traits = []
  }

  /// How the line said it.
  public var form: Form {
    get { telling.form }
    set { telling.form = newValue }
  }

  /// The 1-based line.
  public var line: Int {
    get { telling.line }
    set { telling.line = newValue }
  }

  /// The bytes of the line that name the event: a dotted name, a callback's spelling, a template's message.
  public var name: Range<Int> {
    get { telling.name.range }
    set { telling.name = PackedRange(newValue) }
  }

  /// The time as printed, without blanks around it; nil where the line tells none.
  public var timeText: Range<Int>? {
    get { telling.timeText.asOptional }
    set { telling.timeText = PackedRange(newValue) }
  }

  /// The process's name as printed, without its folder; nil where the line names none.
  public var process: Range<Int>? {
    get { processName.asOptional }
    set { processName = PackedRange(newValue) }
  }

  /// The process number as printed; nil where the line gives none.
  public var pid: Int? {
    get { processNumber.asOptional }
    set { processNumber = SentinelInt(newValue) }
  }

  /// The process that the event is one of: the one that the line is about, its own, or where the line has no
  /// header the one of the nearest record above it; nil where there is none.
  public var owner: Owner? {
    get {
      guard processOfOwner >= 0 else { return nil }
      return Owner(process: ProcessID(Int(processOfOwner)), pid: pidOfOwner.asOptional)
    }
    set {
      processOfOwner = newValue.map { Int32(truncatingIfNeeded: $0.process.rawValue) } ?? -1
      pidOfOwner = SentinelInt(newValue?.pid)
    }
  }

  /// The owner as a number from 1 on, the same for equal owners; 0 if there is none.
  public var ownerNumber: Int {
    get { Int(numberOfOwner) }
    set { numberOfOwner = Int32(truncatingIfNeeded: newValue) }
  }

  /// The process that the event is one of, where that is not the one that tells it.
  var subject: Subject? {
    get {
      guard isReportedByOther else { return nil }
      return Subject(
        process: nameOfSubject.asOptional, pid: pidOfSubject.asOptional, isNext: traits.contains(.isOfNext))
    }
    set {
      isReportedByOther = newValue != nil
      nameOfSubject = PackedRange(newValue?.process)
      pidOfSubject = SentinelInt(newValue?.pid)
      traits.set(.isOfNext, newValue?.isNext == true)
    }
  }

  /// The thread as printed; nil where the line names none.
  public var thread: Range<Int>? {
    get { telling.thread.asOptional }
    set { telling.thread = PackedRange(newValue) }
  }

  /// Whether the log says which thread is the main one, and it is that; nil where it does not say.
  public var isMainThread: Bool? {
    get { telling.isMainThread }
    set { telling.isMainThread = newValue }
  }
}

extension OptionSet {
  /// Puts one in or takes it out.
  mutating func set(_ member: Element, _ isIn: Bool) {
    if isIn { insert(member) } else { remove(member) }
  }
}

/// An optional number in 64 bits: the least number means that it is missing.
private struct SentinelInt: Sendable, Hashable {
  private var value = Int.min

  init() {}
  init(_ value: Int?) { self.value = value ?? .min }

  var asOptional: Int? { value == .min ? nil : value }
}
