/// Reads records that are not plain lines: JSON objects on one line or on several, alone, one after the other or in an array that
/// may be cut at both ends, and documents that are read as a whole.
///
///     {"time":"2026-01-01T10:00:00Z","msg":"applicationDidEnterBackground"}
///     [{
///       "eventMessage" : "applicationDidEnterBackground(_:)",
///       "timestamp" : "2026-01-01 10:00:00.123456+0100"
///     },{ …
///
/// The reader receives all lines from the first one that looks like a document, until the document is complete or turns out not
/// to be one. Records are handed out in the order of the log, except for documents that are not sorted by time. Lines that turn
/// out not to be part of a document are read late: after the header of the line that proves it.
///
/// Documents are read as streams: memory holds one record, and the parts of the document around it that its records need. A
/// document on one line of any length is read in the same way.
struct DocumentReader: ~Copyable {
  /// A result of reading some lines.
  enum Item {
    /// A record that may contain an event.
    case record(AssembledRecord)
    /// An event of a trace that may be an event of the vocabulary.
    case traceEvent(ChromeTrace.Entry, ChromeTrace.Names)
    /// Records without an event. They are only counted.
    case silent(Format, count: Int = 1)
    /// A line that was mistaken for part of a document.
    case line([UInt8], number: Int)
    case fault(line: Int, column: Int, UnreadableReason)
  }

  /// How the reader classifies a line.
  enum Verdict {
    /// Not part of a document.
    case ordinary
    case taken
    /// A record without an event, with its header.
    case silent(Header)
  }

  let recognizer: Recognizer
  let limits: ReaderLimits
  /// The layouts of the project's own documents.
  let ownLayouts: [DocumentLayout]
  var items: [Item] = []
  var scanner: JSONScanner
  var place = DocumentText(line: 0)
  var trace: ChromeTrace
  var incident = Incident()
  var telemetry = Telemetry()
  var runs: KnownRuns
  var crash = CrashReport()
  var table: InstrumentsTable
  /// Whether the day is before the month in numeric dates.
  var isDayFirst = false
  /// The time before the objects of a line. `linePrefixParts` has its value if the line is too long to be kept.
  var outer: TimeField?
  var linePrefixParts: RecordParts?
  /// The lines of an incomplete object, or the part of a long line that is still needed.
  var text: [UInt8] = []
  /// The index in `text` of the next object of a long line.
  var next = 0
  /// Whether more parts of the current line follow.
  var isInLine = false
  /// Whether an object of the current long line was read or skipped.
  var hasObjects = false
  /// The number of bytes at the start of `text` whose elements were already handed out.
  var emittedLength = 0
  /// Whether an array of records is open.
  var isInArray = false
  /// The length of `text` above which unneeded parts of it are removed.
  var shrinkLength = 0
  /// The record that is being skipped because it is too large.
  var large: SkippedRecord?

  init(_ recognizer: Recognizer, _ layouts: [DocumentLayout], _ limits: ReaderLimits) {
    self.recognizer = recognizer
    self.limits = limits
    ownLayouts = layouts
    runs = KnownRuns(limits)
    scanner = JSONScanner(limits)
    scanner.wholeArrays = Set(layouts.flatMap(\.arrayKeys))
    trace = ChromeTrace(limits)
    table = InstrumentsTable(limits)
  }

  /// Whether the reader needs the next line, whatever it begins with.
  private(set) var isWaiting = false

  /// The characters with which a document, or a part of one, can begin after spaces.
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
    let next = line.skippingSpaces(message.lowerBound + 1, before: end)
    switch line[message.lowerBound] {
    case UInt8(ascii: "["): return next == end || line[next] == UInt8(ascii: "{")
    case UInt8(ascii: ","): return next < end && line[next] == UInt8(ascii: "{")
    case UInt8(ascii: "}"): return next < end && line[next] == UInt8(ascii: ",")
    case UInt8(ascii: "<"): return InstrumentsTable.mayBegin(line, message)
    default: return CrashReport.mayBegin(line, message)
    }
  }

  /// Returns and removes the results so far.
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
      readLinePart(part, isLast: isLast)
    }
    noteWaiting()
  }

  private mutating func noteWaiting() {
    isWaiting = scanner.isOpen || isInArray || !trace.isEmpty || crash.isOpen || table.isOpen
  }

  private mutating func readWholeLine(_ line: Span<UInt8>, _ header: Header, number: Int) -> Verdict {
    if scanner.isOpen { return continueObject(line, header, number: number) }
    if table.isOpen { return readTable(line, number: number) ? .taken : .ordinary }
    if crash.isOpen, readCrashLine(line, number: number) {
      isInLine = false
      return .taken
    }
    return begin(line, header, number: number)
  }

  /// Ends all open documents at the end of the log.
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
    linePrefixParts = nil
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
