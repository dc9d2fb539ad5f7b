import BasicContainers

// Opens, closes and lists spans. An opening that is listed becomes an object (`OpenSpan`).

extension SessionState {
  /// Opens a span in a slot, the key under which the opening is stored. The slot must be empty.
  mutating func open(_ span: Int, _ opening: OpenSpan, in slot: Key) {
    spans[span].open(opening, in: slot, &openingStore)
  }

  /// Whether a span is open in a slot.
  mutating func isOpen(_ span: Int, in slot: Key) -> Bool { spans[span].has(slot, openingStore) }

  /// Closes the opening of a span in a slot, or all openings if `slot` is nil. Returns the closed openings, oldest first, as
  /// indexes of `SpanTable.closedAtLine`.
  mutating func close(_ span: Int, _ slot: Key?, order: Int) -> Range<Int> {
    spans[span].close(slot, order: order, &openingStore)
  }

  /// Starts a duration timer for an opening. The line at which it opened must have a time.
  mutating func begin(term: Int, for opening: OpenSpan) {
    // The same line has closed the opening. Its close is judged after this, and must find that the timer was running.
    if opening.closedAt != nil { return opening.noteRunningTimer(by: term) }
    deadlines.begin(term: term, for: opening.number, at: opening.openedAt.counted, &openingStore)
  }

  /// Starts a duration timer for an opening that is older than others for which the timer already runs. `sequence` is its number
  /// among the timers.
  mutating func startDurationTimer(_ term: Int, forEarlier opening: OpenSpan, sequence: Int) {
    deadlines.startDurationTimer(
      term, forEarlier: opening.number, at: opening.openedAt.counted, sequence: sequence, &openingStore)
  }

  /// Returns the oldest open opening of a span.
  mutating func oldest(_ span: Int) -> OpenSpan? { spans[span].oldest(&openingStore) }

  /// Returns all open openings of a span, in no order.
  mutating func openings(of span: Int) -> [OpenSpan] {
    var numbers: [Int32] = []
    spans[span].forEach { numbers.append($0) }
    return numbers.map { openingStore.opening($0) }
  }

  /// Returns the openings for which a duration timer has not expired: it still runs, or it cannot be measured any more.
  mutating func openings(ofTerm term: Int) -> [OpenSpan] {
    deadlines.term(term)?.openings(openingStore).map { openingStore.opening($0) } ?? []
  }

  /// Moves the timers that are due before a line to a list. Timers whose time cannot be compared with the line are dropped.
  mutating func takeExpired(at line: Occurrence, to expired: inout [Deadlines.Expired]) {
    deadlines.takeExpired(at: line, to: &expired, &openingStore)
  }

  /// Releases the openings of a span that the line closed.
  mutating func endLine(of span: Int) { spans[span].endLine(&openingStore) }

  /// Returns the log order of the newest opening of a span that contains a moment; nil if there is none. An opening contains the
  /// moment that closes it.
  mutating func newest(_ span: Int, containing moment: Int) -> Int? {
    spans[span].newest(containing: moment, openingStore)
  }

  /// Returns the openings of a span that contain a moment, oldest first. With a key, only openings with this key or without a key
  /// are returned.
  mutating func openings(of span: Int, containing moment: Int, key: Key?) -> [OpenSpan] {
    spans[span].containing(moment, key: key, &openingStore)
  }

  /// Lists the openings of a span that opened before a moment and are still open, oldest first.
  mutating func list(_ span: Int, openAt moment: Int, in openings: inout [OpenSpan]) {
    spans[span].list(openAt: moment, in: &openings, &openingStore)
  }

  /// Lists the openings of a span that opened from `first` on and before `moment`, and are still open, oldest first.
  mutating func list(
    _ span: Int, openedFrom first: Int, before moment: Int, in openings: inout [OpenSpan]
  ) {
    spans[span].list(openedFrom: first, before: moment, in: &openings, &openingStore)
  }

  /// Lists the openings of a span that opened before a moment and are still open. With a key, only openings with this key or
  /// without a key are listed.
  mutating func list(_ span: Int, openAt moment: Int, key: Key?, in openings: inout [OpenSpan]) {
    if let key {
      spans[span].list(openAt: moment, key: key, in: &openings, &openingStore)
    } else {
      list(span, openAt: moment, in: &openings)
    }
  }

  /// Calls a function with each open opening of a span that is an object.
  func forEachObject(of span: Int, _ body: (OpenSpan) -> Void) {
    spans[span].forEachObject(under: .absent, openingStore, body)
  }

  /// Whether a span has been open since before a moment, for a key, or for any key if it is nil.
  mutating func isOpen(_ span: Int, at moment: Int, key: Key?) -> Bool {
    spans[span].isOpen(at: moment, key: key, openingStore)
  }
}
