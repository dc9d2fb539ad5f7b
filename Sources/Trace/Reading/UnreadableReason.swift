/// Why a line that looks like an event cannot be read.
enum UnreadableReason {
  case noField, colon, noKey, openQuote, afterQuote, strayQuote
  case cut, truncated
  case cutString, cutObject, notJSON
  // Events may be missing because a document is damaged, or because its order does not allow reading it as a stream.
  case cutDocument, brokenDocument, resourceAfterRecords, lateEvent, lateName
  // Events may be missing because a limit of the reader was exceeded.
  case longLine, tooDeep, nestedJSONTooDeep, tooLargeRecord, tooManyPhases, tooManyNames
  case tooLargeTag, tagsTooDeep, tooManyColumns, tooManyPeriods, lostValue, tooManyRepeats

  /// Returns the reason as a message for the user.
  func message(_ limits: ReaderLimits) -> String {
    func mebibytes(_ count: Int) -> String { count >> 20 > 0 ? "\(count >> 20) MiB" : "\(count) bytes" }
    return switch self {
    case .noField: "expected `key=value` here"
    case .colon: "expected `=` after the field's name, found `:`"
    case .noKey: "expected a field's name before `=`"
    case .openQuote: "the quote that begins here has no end"
    case .afterQuote: "expected a blank after the closing quote"
    case .strayQuote: "a quote inside a value that has none at its start"
    case .cut: "the log is cut short in this line"
    case .truncated: "the system cut the message off here"
    case .cutString: "the text in quotes has no end in this line"
    case .cutObject: "the object that begins here has no end"
    case .notJSON: "not valid JSON"
    case .cutDocument: "the document that begins here has no end"
    case .brokenDocument: "the document is damaged here"
    case .resourceAfterRecords: "the resource follows its records"
    case .lateEvent: "the event is too far out of the order of time"
    case .lateName: "the name of a process or thread follows its events"
    case .longLine:
      "the line is longer than \(mebibytes(limits.line)) and may report an event"
    case .tooDeep: "more than \(limits.brackets) brackets are inside each other"
    case .nestedJSONTooDeep: "the message is JSON that is a string of JSON, more than \(limits.quotes) times"
    case .tooLargeRecord:
      "the record that begins here is larger than \(mebibytes(limits.record)) and names an event"
    case .tooManyPhases: "more than \(limits.phases) phases of the trace are open at the same time"
    case .tooManyNames: "the trace names more than \(limits.names) processes or threads"
    case .tooLargeTag: "a tag or its text is larger than \(mebibytes(limits.record))"
    case .tagsTooDeep: "more than \(limits.tags) tags are inside each other"
    case .tooManyColumns: "the row has more than \(limits.columns) columns"
    case .tooManyPeriods: "the table has more than \(limits.periods) periods of an app's life"
    case .lostValue: "the row refers to a value that is too far above to be kept"
    case .tooManyRepeats: "messages are repeated more than \(limits.repeats) times"
    }
  }

  /// Advice to the user if events may be missing and the log cannot be checked; nil if only the line itself is wrong.
  var help: String? {
    switch self {
    case .noField, .colon, .noKey, .openQuote, .afterQuote, .strayQuote, .cut, .truncated, .cutString,
      .cutObject,
      .notJSON:
      nil
    case .cutDocument, .brokenDocument: "export the log again, or repair the document"
    case .resourceAfterRecords: "put `resource` before `scopeLogs`; `jq -S .` does it"
    case .lateEvent: "sort the events by `ts`, or export a shorter time"
    case .lateName: "put the events that name processes and threads first: those with `\"ph\":\"M\"`"
    case .longLine: "break the line where its records begin, or let the app log less at once"
    case .tooDeep, .nestedJSONTooDeep, .tooLargeRecord:
      "take the message out of the record, for example with `jq`"
    case .tooManyPhases, .tooManyNames, .tooManyPeriods, .lostValue: "export a shorter time"
    case .tooLargeTag, .tagsTooDeep, .tooManyColumns:
      "export the table of the log alone: `xctrace export --xpath`"
    case .tooManyRepeats: "check a shorter part of the log"
    }
  }
}
