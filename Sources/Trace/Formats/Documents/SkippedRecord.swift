/// A record that is skipped because it is too large to be kept: where it begins, and whether it may contain an event.
struct SkippedRecord {
  let line: Int
  let column: Int
  private var names: NameSearch
  /// The index up to which the text was searched.
  var end: Int

  /// Creates a record that begins at an index of the text, and at a line and a column of the log.
  init(_ recognizer: Recognizer, line: Int, column: Int, from index: Int) {
    (self.line, self.column, end) = (line, column, index)
    names = NameSearch(recognizer, findsReports: true)
  }

  var mayHoldEvent: Bool { names.isFound }

  /// Searches the text for names of events, beginning at the end of the last search.
  mutating func search(_ text: Span<UInt8>, upTo index: Int) {
    guard end < index else { return }
    names.search(text.extracting(end..<index))
    end = index
  }
}
