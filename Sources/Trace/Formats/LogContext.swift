/// State from earlier lines of a log that the header of a line may depend on.
struct LogContext: ~Copyable {
  /// Counts the midnights and the New Years between times that lack the date or the year: of records, and of lines that have only
  /// a time. The clock of those may be that of a tool that wrote its time before each line.
  private var calendars: (records: LogCalendar, tools: LogCalendar)
  /// Whether the last banner of `log` above announced the compact style.
  var isCompactLog = false
  /// Whether a line was in that style, in which a dump of state may contain lines of other formats.
  var hasCompactLines = false
  /// Whether the lines are part of a dump of state, which reports no events.
  var isInDump = false
  /// The hosts in the lines of syslog.
  var hosts = KnownHosts()
  /// A header whose record continues in the next line.
  var cut = SplitHeader()
  /// The state of a line that waits for metadata below it.
  var metadata = PendingMetadata()

  /// The number of wrappers around the text that is read.
  var wrappers = 0
  /// Lines that are one record together with the following lines.
  var held = RecordAssembler()
  /// Whether dates with slashes begin with the day.
  var isDayFirst = false
  /// Whether the numbers in parentheses of an earlier logcat line included a thread.
  var hasLogcatThreads = false
  /// The number of lines so far that may be Metro's, at most three.
  var metroLines = 0
  /// The start of the current UI test, whose steps are logged with the seconds since then.
  var testStart: Timestamp?

  /// The header template of the project's own logger.
  let template: HeaderTemplate?
  /// The only format that is read; nil for all.
  let only: Format?

  init(lastWritten: Timestamp? = nil, template: HeaderTemplate? = nil, only: Format? = nil) {
    let calendar = LogCalendar(lastWritten: lastWritten)
    calendars = (calendar, calendar)
    self.template = template
    self.only = only
  }

  /// The calendar for the times of a format.
  subscript(calendarOf format: Format) -> LogCalendar {
    get { format.hasTimeOfTool ? calendars.tools : calendars.records }
    _modify {
      if format.hasTimeOfTool { yield &calendars.tools } else { yield &calendars.records }
    }
  }

  /// Whether a line had a time without a date.
  var countsMidnights: Bool { calendars.records.countsMidnights || calendars.tools.countsMidnights }

  /// Whether a line had a time without a date or a year.
  var hasPartialTimes: Bool { calendars.records.isCounting || calendars.tools.isCounting }

  /// Whether that is so for records and for lines that have only a time.
  var hasTwoClocks: Bool { calendars.records.isCounting && calendars.tools.isCounting }

  /// Whether the user chose a format.
  var isChosen: Bool { template != nil || only != nil }

  /// A new context for a log in the same chosen format.
  var fresh: LogContext { LogContext(template: template, only: only) }

  /// Reads the header of a line in the format that the user chose. Also returns the first part of the template that does not
  /// match.
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

  /// Whether documents are read.
  var mayHoldDocuments: Bool { only?.isDocument ?? true }
}
