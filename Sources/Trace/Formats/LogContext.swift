/// What a log has shown of itself so far, where a line alone does not tell all of its meaning.
struct LogContext: ~Copyable {
  /// Counts the midnights and the New Years between times that do not tell the day or the year.
  var calendar: LogCalendar
  /// Whether the banner of `log`'s compact style stands above.
  var isCompactLog = false
  /// Whether the lines are part of a dump of state, which says nothing about any process.
  var isInDump = false
  /// The hosts of syslog's lines.
  var hosts = HostMemory()
  /// A header whose record goes on in the next line.
  var cut = CutHeader()
  /// What is known of metadata that stands below its message.
  var metadata = MetadataMemory()

  /// How the newest headers looked, where those below may look the same.
  var shapes = HeaderShapes()

  /// How deep in wrappers the text lies that is read.
  var wrappers = 0
  /// Lines that are one record with those that follow.
  var held = HeldLines()
  /// Whether a date of numbers names the day first.
  var isDayFirst = false
  /// Whether numbers in logcat's round brackets were a thread's.
  var hasLogcatThreads = false
  /// Lines that may be Metro's.
  var metroLines = 0
  /// When the test began whose steps tell the seconds since then.
  var testStart: Timestamp?

  /// The header that the project's own logger writes.
  let template: HeaderTemplate?
  /// The one format that is to be read; nil for whatever there is.
  let only: Format?

  init(lastWritten: Timestamp? = nil, template: HeaderTemplate? = nil, only: Format? = nil) {
    calendar = LogCalendar(lastWritten: lastWritten)
    self.template = template
    self.only = only
  }

  /// Whether the format of a line is not told by the line alone.
  var isTold: Bool { template != nil || only != nil }

  /// Whether documents are to be read.
  var mayHoldDocuments: Bool { only?.isDocument ?? true }
}

/// Tells the hosts in lines of syslog from the first words of process names.
struct HostMemory {
  private var hosts: [Int] = []
  private var hasHostless = false

  /// No log has more.
  private static let most = 16

  /// The host that a host and process begin with; nil where there is a process alone.
  mutating func host(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    guard let blank = line.index(of: UInt8(ascii: " "), in: name) else {
      hasHostless = true
      return nil
    }
    let host = name.lowerBound..<blank
    let hash = line.extracting(host).hash(ignoringCase: false)
    if hosts.contains(hash) { return host }
    guard !hasHostless || hosts.isEmpty else { return nil }
    if hosts.count < Self.most { hosts.append(hash) }
    return host
  }
}

/// A header that its line ends with, before the record does.
struct CutHeader {
  /// How the next line has to begin to be the rest.
  enum Rest {
    /// With two blanks, which stand for the one that is missing.
    case indented
    /// With blanks and `[pid] <level>: `.
    case untilPid
  }

  private(set) var isWaiting = false
  /// What the header's line was taken for.
  var format: Format { rest == .indented ? .oslogDefault : .plain }
  private var bytes: [UInt8] = []
  private var rest = Rest.indented

  /// Longer ones are none.
  private static let longest = 500

  mutating func keep(_ line: Span<UInt8>, _ rest: Rest) {
    guard line.count <= Self.longest else { return }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(line)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    self.rest = rest
    isWaiting = true
  }

  /// Puts header and next line into a record, without reading it; false where that line is no rest.
  mutating func join(_ line: Span<UInt8>, number: Int, _ record: inout AssembledRecord) -> Bool {
    isWaiting = false
    let start = line.skippingBlanks(0, before: line.count)
    guard start > 0, start < line.count else { return false }
    switch rest {
    case .indented: guard start > 1 else { return false }
    case .untilPid:
      let digits = line.skippingDigits(start + 1, before: line.count)
      guard line[start] == UInt8(ascii: "["), digits > start + 1,
        line.has("] <", at: digits, before: line.count)
      else {
        return false
      }
    }
    record.removeAll()
    record.line = number
    record.original.append(line)
    record.append(bytes.span)
    if rest == .indented { record.append(UInt8(ascii: " "), at: nil) }
    record.append(line.extracting(start..<line.count), from: start)
    return true
  }
}
