/// An event that a line of a log reports.
///
/// Its ranges are byte ranges of the line that is passed together with it, so reading an event creates no strings. Code that
/// stores an event copies the text that it needs.
public struct Event: Sendable {
  /// The line, id, form and ranges of the event, which are stored as one value if the event is kept.
  package var record: Record
  /// The time; nil if the line has none.
  public var time: Timestamp?
  var traits: Traits = []
  /// Whether `origin` is set.
  package private(set) var hasOrigin = false
  /// The fields, in the order of the line.
  public var fields: [Field]
  // One event value is passed on for each line, so it is kept small: optional properties have a sentinel value instead of a
  // flag.
  private var processName = PackedRange.none
  private var processNumber = SentinelInt()
  private var numberOfOwner: Int32 = 0
  private var processOfOwner: Int32 = -1
  private var pidOfOwner = SentinelInt()
  private var nameOfSubject = PackedRange.none
  private var pidOfSubject = SentinelInt()
  /// The original line of the log, if the event was read from text that was assembled or decoded; nil if all ranges are ranges
  /// of the line itself.
  public var origin: Origin? {
    get { sourceStorage as? Origin }
    set {
      sourceStorage = newValue
      hasOrigin = newValue != nil
    }
  }
  // Stored as an existential, so that Swift passes an event by address when it is borrowed. Without one, all of its bytes would
  // be copied for each call, and the copy would have to wait for the stores that wrote them one by one. A parameter of an
  // initializer has to be marked `borrowing`, because by default an initializer owns its arguments.
  private var sourceStorage: (any Sendable)?

  /// The place and the form of an event: line, id, and byte ranges of the line.
  package struct Record: Sendable, Equatable {
    /// The 1-based number of the line.
    package var line: Int
    package var id: EventID
    package var form: Form
    package var isMainThread: Bool?
    package var name: PackedRange
    package var timeText = PackedRange.none
    package var thread = PackedRange.none

    /// Creates a placeholder that belongs to no line.
    package init() { self.init(line: 0, id: .unknown, form: .canonical, name: PackedRange(0..<0)) }

    init(line: Int, id: EventID, form: Form, name: PackedRange) {
      (self.line, self.id, self.form, self.name) = (line, id, form, name)
    }
  }

  /// Properties that few events have. If a message template matches, it sets them.
  struct Traits: OptionSet {
    let rawValue: UInt8

    /// The event was logged by another process than the one that it belongs to.
    static let isReportedByOther = Traits(rawValue: 1)
    /// The only evidence is the name of the function that logged the line.
    static let isWeak = Traits(rawValue: 2)
    /// The line reports a state, which may not have changed.
    static let isState = Traits(rawValue: 4)
    /// It belongs to a process whose pid is not known yet.
    static let isOfStartingProcess = Traits(rawValue: 8)
    /// A framework reports it (the template sets `via`).
    static let isReportedByFramework = Traits(rawValue: 16)
    /// Its meaning depends on the framework's previous event (`after`).
    static let dependsOnPrevious = Traits(rawValue: 32)
    /// Its line also reports a second event (`then`).
    static let hasSecondEvent = Traits(rawValue: 64)
    /// Its line may repeat an event that was already reported (`repeats`).
    static let mayRepeat = Traits(rawValue: 128)
  }

  /// A line of the log as it is, or the part of it around the event if it is long and contains many records.
  public struct Origin: Sendable, Hashable {
    /// Its bytes, without the line end.
    public var bytes: [UInt8]
    /// The number of code points of the line before these bytes.
    public var columns: Int
    private var range: PackedRange

    init(bytes: [UInt8], columns: Int = 0, name: Range<Int>) {
      self.bytes = bytes
      self.columns = columns
      range = PackedRange(name)
    }

    /// The range of the event's name in `bytes`.
    public var name: Range<Int> {
      get { range.range }
      set { range = PackedRange(newValue) }
    }
  }

  /// The form in which a line reports an event.
  public enum Form: Sendable, Hashable {
    /// The dotted name itself, alone or with `key=value` fields.
    case canonical
    /// The name of a method that was called.
    case callback
    /// The name of a notification.
    case notification
    /// A message that matches a line template.
    case template
  }

  /// One field of an event.
  public struct Field: Sendable, Hashable {
    /// The index of its name in the vocabulary's field names; negative for any other name.
    package var number: Int32
    private var otherName = PackedRange.none
    package var range: PackedRange
    /// Whether the value's bytes contain backslash escapes, which `Event.text(of:in:)` resolves.
    public var isEscaped: Bool
    /// The value if it is not in the line, because a template adds it.
    public var text: String?

    /// Creates a field.
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

    /// Replaces the field by one without escapes and text. Sets each member, because assigning a whole field would release the
    /// old text even if it is nil.
    @inline(__always)
    mutating func become(_ number: Int32, _ value: PackedRange) {
      self.number = number
      range = value
      isEscaped = false
      if text != nil { text = nil }
    }
  }

  /// A field's name: an index for a name of the vocabulary, a byte range of the line for any other name.
  public enum FieldName: Sendable, Hashable {
    /// An index of `Recognizer.fieldNames`.
    case known(Int)
    /// A name that is in no declaration, as a byte range of the line.
    case other(Range<Int>)
  }

  /// A process: its name, and the pid that distinguishes it from others of the same name.
  public struct Owner: Sendable, Hashable {
    /// The name of the process, as a number.
    public var process: ProcessID
    /// The pid; nil if it is not known.
    public var pid: Int?

    /// Creates an owner.
    public init(process: ProcessID, pid: Int?) {
      self.process = process
      self.pid = pid
    }
  }

  /// A process that a line is about.
  package struct Subject: Sendable {
    /// The name, as a range of bytes of the line; nil if the line has only the pid.
    package var process: Range<Int>?
    var pid: Int?
    /// Whether it has no pid yet.
    var isNext = false
  }

  /// Creates an event at a place of a line, with all other properties unset.
  public init(id: EventID, form: Form, line: Int, name: Range<Int>) {
    record = Record(line: line, id: id, form: form, name: PackedRange(name))
    fields = []
  }

  /// The event's id; `unknown` for a canonical event whose name is not in the vocabulary.
  public var id: EventID {
    get { record.id }
    set { record.id = newValue }
  }

  /// Whether the event was logged by another process than the one that it belongs to, as when the system reports about an app.
  public private(set) var isReportedByOther: Bool {
    get { traits.contains(.isReportedByOther) }
    set { traits.set(.isReportedByOther, newValue) }
  }

  /// Clears the traits and the subject: the event belongs to the process that logged it.
  @inline(__always)
  mutating func clearTraitsAndSubject() {
    if isReportedByOther { subject = nil }
    traits = []
  }

  /// The form in which the line reports the event.
  public var form: Form {
    get { record.form }
    set { record.form = newValue }
  }

  /// The 1-based number of the line.
  public var line: Int {
    get { record.line }
    set { record.line = newValue }
  }

  /// The byte range of the event's name: a dotted name, the spelling of a callback, or the message of a template.
  public var name: Range<Int> {
    get { record.name.range }
    set { record.name = PackedRange(newValue) }
  }

  /// The time as printed, without surrounding spaces; nil if the line has none.
  public var timeText: Range<Int>? {
    get { record.timeText.asOptional }
    set { record.timeText = PackedRange(newValue) }
  }

  /// The process's name as printed, without its directory; nil if the line has none.
  public var process: Range<Int>? {
    get { processName.asOptional }
    set { processName = PackedRange(newValue) }
  }

  /// The pid; nil if the line has none.
  public var pid: Int? {
    get { processNumber.asOptional }
    set { processNumber = SentinelInt(newValue) }
  }

  /// The process that the event belongs to; nil if none is known. If the line is about another process, it is that one.
  /// Otherwise it is the process that the line or the nearest record above it names.
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

  /// The process that the event belongs to, if another process logged it; nil otherwise.
  package var subject: Subject? {
    get {
      guard isReportedByOther else { return nil }
      return Subject(
        process: nameOfSubject.asOptional, pid: pidOfSubject.asOptional,
        isNext: traits.contains(.isOfStartingProcess))
    }
    set {
      isReportedByOther = newValue != nil
      nameOfSubject = PackedRange(newValue?.process)
      pidOfSubject = SentinelInt(newValue?.pid)
      traits.set(.isOfStartingProcess, newValue?.isNext == true)
    }
  }

  /// The thread as printed; nil if the line has none.
  public var thread: Range<Int>? {
    get { record.thread.asOptional }
    set { record.thread = PackedRange(newValue) }
  }

  /// Whether the thread is the main thread; nil if that is not known.
  public var isMainThread: Bool? {
    get { record.isMainThread }
    set { record.isMainThread = newValue }
  }
}

extension OptionSet {
  /// Inserts or removes a member.
  mutating func set(_ member: Element, _ isIn: Bool) {
    if isIn { insert(member) } else { remove(member) }
  }
}

/// An optional integer in 64 bits. `Int.min` represents nil.
private struct SentinelInt: Sendable, Hashable {
  private var value = Int.min

  init() {}
  init(_ value: Int?) { self.value = value ?? .min }

  var asOptional: Int? { value == .min ? nil : value }
}
