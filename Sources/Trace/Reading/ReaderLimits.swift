/// The limits of a reader, which bound its memory for any log.
///
/// What exceeds a limit is read in another way, or certainly has no event, or is reported in `TraceStatistics.firstOmission`.
struct ReaderLimits: Sendable {
  /// The bytes of a line. A longer line is read in parts if it belongs to a document. Of any other longer line, only the first
  /// part is read, because an event begins there.
  var line = 1 << 20
  /// The bytes at the start of a log that are read line by line, before lines without a candidate are skipped.
  var everyLine = 1 << 20
  /// The bytes of a log that are needed to fit the scanner to the rest of it.
  var fittingText = 1 << 16
  /// The bytes of each further part of a longer line.
  var part = 1 << 18
  /// The bytes that are stored of a JSON record, of an XML tag, and of a document around its records. A larger record is skipped.
  var record = 4 << 20
  /// The bytes of a document that are stored before unneeded ones are removed, and the least number of adjacent bytes to remove.
  var text = 1 << 20
  var gap = 4 << 10
  /// The values that are stored of a JSON record: a million.
  var values = 1 << 20
  /// The depth of nested brackets in JSON.
  var brackets = 1_000
  /// The depth of JSON objects that are strings in other JSON objects.
  var quotes = 3
  /// The events of a trace that are buffered to be sorted by time, and their bytes. If there are more, the earlier half is handed
  /// out.
  var traceEvents = 1 << 16
  var traceBytes = 16 << 20
  /// The phases of a trace that are open at the same time.
  var phases = 1 << 16
  /// The processes that a trace names. The same limit applies to its threads.
  var names = 1 << 14
  /// The depth of nested tags in XML.
  var tags = 100
  /// The columns in a row of an Instruments table.
  var columns = 200
  /// The periods of an app's life in an Instruments table, which are buffered to be sorted by time.
  var periods = 1 << 14
  /// The values of an Instruments table that later rows may refer to, and their bytes.
  var tableValues = 1 << 16
  var tableBytes = 32 << 20
  /// The times that later rows may refer to. If there are more, only the newest are stored.
  var tableTimes = 1 << 14
  /// The repeated messages that syslog replaced by a count.
  var repeats = 100_000
}
