/// What a log has shown of itself so far, where a line alone does not tell all of its meaning.
struct LogContext: ~Copyable {
  /// Counts the midnights and the New Years between times that do not tell the day or the year.
  var calendar: LogCalendar
  /// Whether the banner of `log`'s compact style stands above.
  var isCompactLog = false
  /// Whether a line was in that style, in which dumps of state go on over lines of other formats.
  var hasCompactLines = false
  /// Whether the lines are part of a dump of state, which says nothing about any process.
  var isInDump = false
  /// The hosts of syslog's lines.
  var hosts = KnownHosts()
  /// A header whose record goes on in the next line.
  var cut = SplitHeader()
  /// What is known of metadata that stands below its message.
  var metadata = PendingMetadata()

  /// How deep in wrappers the text lies that is read.
  var wrappers = 0
  /// Lines that are one record with those that follow.
  var held = RecordAssembler()
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

  /// Whether the user chose a format.
  var isChosen: Bool { template != nil || only != nil }

  /// A new context for a log in the same chosen format.
  var fresh: LogContext { LogContext(template: template, only: only) }

  /// The header of a line in the format that the user chose, and the first part of the template that the line does not match.
  mutating func chosenHeader(
    of line: Span<UInt8>
  ) -> (header: Header, misfit: (index: Int, part: HeaderTemplate.Part)?) {
    var misfit: (index: Int, part: HeaderTemplate.Part)?
    if let template, only == nil || only == .custom {
      switch template.read(line, isDayFirst: &isDayFirst) {
      case .header(let header): return (header, nil)
      case .misfit(let index, let part): misfit = (index, part)
      }
    }
    let header = Header(of: line, &self)
    return (only.map { header.taken(as: $0, line) } ?? header, misfit)
  }

  /// Whether documents are to be read.
  var mayHoldDocuments: Bool { only?.isDocument ?? true }
}
