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

  /// Whether the format of a line is not told by the line alone.
  var isTold: Bool { template != nil || only != nil }

  /// Whether documents are to be read.
  var mayHoldDocuments: Bool { only?.isDocument ?? true }
}
