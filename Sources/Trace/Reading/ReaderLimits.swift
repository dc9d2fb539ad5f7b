/// How much a reader keeps at most, so that its memory is bounded whatever a log holds.
///
/// What is beyond a limit is read in another way, or surely holds no event, or is told: `TraceStatistics.firstOmission`.
struct ReaderLimits: Sendable {
  /// The bytes of a line. Of a longer one that belongs to a document all is read, in parts. Of any other the first part is
  /// read: an event begins there.
  var line = 1 << 20
  /// The bytes at the start of a log that are read line by line, before lines without a candidate are skipped.
  var everyLine = 1 << 20
  /// The bytes of a log that are enough to fit the scanner for the rest of it.
  var fittingText = 1 << 16
  /// The bytes of the other parts of a longer line.
  var part = 1 << 18
  /// The bytes that are kept of a JSON record or an XML tag, and of a document around records. A larger record is passed
  /// over.
  var record = 4 << 20
  /// The bytes of a document from which on those are removed that nobody needs, and how many of them make that worth it.
  var text = 1 << 20
  var gap = 4 << 10
  /// The values that are kept of a JSON record: a million.
  var values = 1 << 20
  /// The brackets of JSON inside each other.
  var brackets = 1_000
  /// The objects of JSON each of which is a string in another one.
  var quotes = 3
  /// The events of a trace that wait for the order of time, and their bytes. If there are more, the earliest do not wait.
  var traceEvents = 1 << 16
  var traceBytes = 16 << 20
  /// The phases of a trace that are open at the same time.
  var phases = 1 << 16
  /// The processes and the threads that a trace names.
  var names = 1 << 14
  /// The tags of XML inside each other.
  var tags = 100
  /// The columns of a row of Instruments.
  var columns = 200
  /// The periods of an app's life in a table of Instruments, which wait for the order of time.
  var periods = 1 << 14
  /// The values of a table of Instruments that rows may name again, and their bytes.
  var tableValues = 1 << 16
  var tableBytes = 32 << 20
  /// The times among them: of more, the newest are kept.
  var tableTimes = 1 << 14
  /// The messages of which syslog says only that they were repeated.
  var repeats = 100_000
}
