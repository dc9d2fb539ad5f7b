/// Reads what is no line by itself: JSON objects, in one line or over many, alone, one behind the other or in an array
/// that may be cut at both ends; and documents that are read as a whole.
///
///     {"time":"2026-01-01T10:00:00Z","msg":"applicationDidEnterBackground"}
///     [{
///       "eventMessage" : "applicationDidEnterBackground(_:)",
///       "timestamp" : "2026-01-01 10:00:00.123456+0100"
///     },{ …
///
/// It is given the lines from the first on that looks like one of these, until the document is complete or turns out
/// to be none. Records leave it in the order of the log, but for documents whose own order is not that of time.
/// Lines that turn out to be no part of one are read then, after the header of the line that has shown it.
///
/// Documents are read as streams: memory holds one record, and of the document around it what its records need. A
/// document on one line of any length is read like one on many.
struct DocumentReader: ~Copyable {
  /// What became of some lines.
  enum Item {
    /// A record that may hold an event.
    case record(AssembledRecord)
    /// The same of a trace.
    case traceEvent(ChromeTrace.Entry, ChromeTrace.Names)
    /// Records that hold none.
    case silent(Format, count: Int = 1)
    /// A line that was taken for part of a document, and is none.
    case line([UInt8], number: Int)
    case fault(line: Int, column: Int, UnreadableReason)
  }

  /// What the reader made of a line.
  enum Verdict {
    /// It is no part of a document.
    case ordinary
    case taken
    /// It is a record, with that header, that holds no event.
    case silent(Header)
  }

  let recognizer: Recognizer
  let limits: ReaderLimits
  var items: [Item] = []
  var scanner: JSONScanner
  var place = DocumentText(line: 0)
  var trace: ChromeTrace
  var incident = Incident()
  var telemetry = Telemetry()
  var crash = CrashReport()
  var table: InstrumentsTable
  /// Whether a date of numbers names the day first.
  var isDayFirst = false
  /// The time that stands before the objects of a line, and what it says where the line is too long to be kept.
  var outer: TimeField?
  var outerParts: RecordParts?
  /// The lines of the object that is not complete, or the part of a long line that is still needed.
  var text: [UInt8] = []
  /// Where in `text` the next object of a long line begins.
  var next = 0
  /// Whether the line that was taken last goes on.
  var isInLine = false
  /// Whether an object of a long line was complete.
  var hasObjects = false
  /// How much of `text` belongs to elements that were handed out.
  var handedOut = 0
  /// Whether a bracket opened an array of records.
  var isInArray = false
  /// The length of `text` from which on what is not needed of it is removed.
  var shrinkLength = 0
  /// The record that is passed over, as it is too large.
  var large: LargeRecord?

  init(_ recognizer: Recognizer, _ limits: ReaderLimits) {
    self.recognizer = recognizer
    self.limits = limits
    scanner = JSONScanner(limits)
    trace = ChromeTrace(limits)
    table = InstrumentsTable(limits)
  }

  /// Whether the next line is to be taken, whatever it begins with.
  private(set) var isWaiting = false

  /// The characters that the lines of documents can begin with, behind spaces.
  static let firstCharacters = "{[,}<IPE`"
  static let firstBytes = ByteSet(firstCharacters)

  /// Whether a line begins like a document.
  @inline(__always)
  static func mayBegin(_ line: Span<UInt8>, _ header: Header) -> Bool {
    guard !header.message.isEmpty else { return false }
    switch line[header.message.lowerBound] {
    case UInt8(ascii: "{"):
      return header.process == nil && header.pid == nil && (header.format == .bare || header.format == .plain)
    case UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: "I"),
      UInt8(ascii: "P"), UInt8(ascii: "E"), UInt8(ascii: "`"):
      return header.isEmpty && mayBegin(line, header.message)
    default: return false
    }
  }

  @inline(never)
  private static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    let end = message.upperBound
    let next = line.skippingBlanks(message.lowerBound + 1, before: end)
    switch line[message.lowerBound] {
    case UInt8(ascii: "["): return next == end || line[next] == UInt8(ascii: "{")
    case UInt8(ascii: ","): return next < end && line[next] == UInt8(ascii: "{")
    case UInt8(ascii: "}"): return next < end && line[next] == UInt8(ascii: ",")
    case UInt8(ascii: "<"): return InstrumentsTable.mayBegin(line, message)
    default: return CrashReport.mayBegin(line, message)
    }
  }

  /// What was made of the lines up to now.
  mutating func takeItems() -> [Item] {
    guard !items.isEmpty else { return [] }
    let taken = items
    items = []
    return taken
  }

  /// Reads the next line. If `isWhole` is false, it is the first part of a line that is too long to be read at once.
  mutating func readLine(
    _ line: Span<UInt8>, _ header: Header, number: Int, isWhole: Bool = true
  ) -> Verdict {
    isInLine = !isWhole
    let verdict = readWholeLine(line, header, number: number)
    if case .taken = verdict {} else { isInLine = false }
    noteWaiting()
    return verdict
  }

  /// Reads another part of the line.
  mutating func readPart(_ part: Span<UInt8>, isLast: Bool) {
    isInLine = !isLast
    if table.isOpen {
      _ = readTable(part, number: nil)
    } else {
      goOnInLine(part, isLast: isLast)
    }
    noteWaiting()
  }

  private mutating func noteWaiting() {
    isWaiting = scanner.isOpen || isInArray || !trace.isEmpty || crash.isOpen || table.isOpen
  }

  private mutating func readWholeLine(_ line: Span<UInt8>, _ header: Header, number: Int) -> Verdict {
    if scanner.isOpen { return goOn(line, header, number: number) }
    if table.isOpen { return readTable(line, number: number) ? .taken : .ordinary }
    if crash.isOpen, readCrashLine(line, number: number) {
      isInLine = false
      return .taken
    }
    return begin(line, header, number: number)
  }

  /// The log ends.
  mutating func finish() {
    if scanner.isOpen { cutObject() }
    isInArray = false
    finishTrace()
    finishCrash()
    finishTable()
  }

  mutating func begin(_ line: Span<UInt8>, _ header: Header, number: Int) -> Verdict {
    let start = header.message.lowerBound
    let mayBegin = Self.mayBegin(line, header)
    outer = header.time
    outerParts = nil
    if mayBegin || isInArray, start < line.count {
      switch line[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        let verdict =
          isInLine
          ? beginLongLine(line, from: start, number: number) : readObjects(line, from: start, number: number)
        if case .ordinary = verdict { break }
        return verdict
      case UInt8(ascii: "<"):
        finishTrace()
        return readTable(line, number: number) ? .taken : .ordinary
      default:
        if mayBegin {
          finishTrace()
          if readCrashLine(line, number: number) {
            isInLine = false
            return .taken
          }
        }
      }
    }
    if !header.message.isEmpty {
      isInArray = false
      finishTrace()
    }
    return .ordinary
  }
}
