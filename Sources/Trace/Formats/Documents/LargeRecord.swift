/// A record that is passed over because it is too large to be kept: where it begins, and whether it may hold an event.
struct LargeRecord {
  let line: Int
  let column: Int
  private var names: NameSearch
  /// How far the text was searched that the record is in.
  var end: Int

  /// A record that begins at an index of a text, at that place of the log.
  init(_ recognizer: Recognizer, line: Int, column: Int, from index: Int) {
    (self.line, self.column, end) = (line, column, index)
    names = NameSearch(recognizer, findsReports: true)
  }

  var mayHoldEvent: Bool { names.isFound }

  /// Looks for names of events in the text from where the last search ended.
  mutating func search(_ text: Span<UInt8>, upTo index: Int) {
    guard end < index else { return }
    names.search(text.extracting(end..<index))
    end = index
  }
}
