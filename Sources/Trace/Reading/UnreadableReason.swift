/// Why a line that looks like an event cannot be read.
enum UnreadableReason {
  case noField, noKey, openQuote, afterQuote, strayQuote
  case cut, truncated, tooLong
  case cutString, cutDocument, notJSON, tooDeep, tooLargeDocument, tooLargeRecord, tooManyEvents

  /// The same for whoever reads the log.
  var message: String {
    switch self {
    case .noField: "expected `key=value` here"
    case .noKey: "expected a field's name before `=`"
    case .openQuote: "the quote that begins here has no end"
    case .afterQuote: "expected a blank after the closing quote"
    case .strayQuote: "a quote inside a value that has none at its start"
    case .cut: "the log is cut short in this line"
    case .truncated: "the system cut the message off here"
    case .tooLong: "the line is longer than \(Self.mebibytes(LineReader.longestLine))"
    case .cutString: "the text in quotes has no end in this line"
    case .cutDocument: "the document that begins here has no end"
    case .notJSON: "this is no JSON"
    case .tooDeep: "more than \(JSONScanner.deepest) brackets inside each other"
    case .tooLargeDocument:
      "the document that begins here is larger than \(Self.mebibytes(DocumentReader.largestDocument)) or has more "
        + "than a million values"
    case .tooLargeRecord:
      "the record that begins here is larger than \(Self.mebibytes(DocumentReader.largestRecord))"
    case .tooManyEvents: "from here on the trace has more events than are kept, \(ChromeTrace.most)"
    }
  }

  private static func mebibytes(_ count: Int) -> String { "\(count >> 20) MiB" }
}
