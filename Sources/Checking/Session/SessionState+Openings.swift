import BasicContainers

// What is open in a session, for those who have more to do with it than to look.

extension SessionState {
  /// Opens a span in a slot, where nothing is open.
  mutating func open(_ span: Int, _ opening: OpenSpan, in slot: Key) {
    spans[span].open(opening, in: slot, &openingStore)
    if !spans[span].wasOpen { noteFirstOpening(span) }
  }

  /// Whether a span is open in a slot.
  mutating func isOpen(_ span: Int, in slot: Key) -> Bool { spans[span].has(slot, openingStore) }

  /// Closes what is open of a span in a slot, or everything; hands back what has closed, oldest first, as places in
  /// `closedNow`.
  mutating func close(_ span: Int, _ slot: Key?, order: Int) -> Range<Int> {
    spans[span].close(slot, order: order, &openingStore)
  }

  /// Has a term begin for what has opened at a line with a time.
  mutating func begin(term: Int, for opening: OpenSpan) {
    // Closed at the line that opened it, which is told after this.
    if opening.closedAt != nil { return opening.noteAwaited(by: term) }
    deadlines.begin(term: term, for: opening.number, at: opening.openedAt.counted, &openingStore)
  }

  /// The same for one that opened before others for which the term has begun already.
  mutating func startTerm(_ term: Int, forEarlier opening: OpenSpan, sequence: Int) {
    deadlines.startTerm(
      term, forEarlier: opening.number, at: opening.openedAt.counted, sequence: sequence, &openingStore)
  }

  /// The opening of a span that is open the longest.
  mutating func oldest(_ span: Int) -> OpenSpan? { spans[span].oldest(&openingStore) }

  /// What of a span is open.
  mutating func openings(of span: Int) -> [OpenSpan] {
    var numbers: [Int32] = []
    spans[span].forEach { numbers.append($0) }
    return numbers.map { openingStore.opening($0) }
  }

  /// What a term is not known to be over for.
  mutating func openings(ofTerm term: Int) -> [OpenSpan] {
    deadlines.term(term)?.openings(openingStore).map { openingStore.opening($0) } ?? []
  }

  /// Moves the deadlines that lie before a line and can be compared with it to a list.
  mutating func takeExpired(at line: Occurrence, to expired: inout [Deadlines.Expired]) {
    deadlines.takeExpired(at: line, to: &expired, &openingStore)
  }

  /// The line is over: nobody asks any more what of a span it has closed.
  mutating func endLine(of span: Int) { spans[span].endLine(&openingStore) }

  /// When the newest opening of a span began inside of which that moment lies; nil where there is none.
  mutating func newest(_ span: Int, containing moment: Int) -> Int? {
    spans[span].newest(containing: moment, openingStore)
  }

  /// The openings of a span inside of which that moment lies, oldest first: those of one key with those of none, or where
  /// it is nil all of them.
  mutating func openings(of span: Int, containing moment: Int, key: Key?) -> [OpenSpan] {
    spans[span].containing(moment, key: key, &openingStore)
  }

  /// Puts the openings of a span that were open before that moment and still are into a list, oldest first.
  mutating func list(_ span: Int, openAt moment: Int, in openings: inout [OpenSpan]) {
    spans[span].list(openAt: moment, in: &openings, &openingStore)
  }

  /// Puts the openings of a span from one moment on until before another into a list, if they are still open, oldest first.
  mutating func list(
    _ span: Int, openedFrom first: Int, before moment: Int, in openings: inout [OpenSpan]
  ) {
    spans[span].list(openedFrom: first, before: moment, in: &openings, &openingStore)
  }

  /// The same of those that were open before a moment, of one key with those of none, or where it is nil of all.
  mutating func list(_ span: Int, openAt moment: Int, key: Key?, in openings: inout [OpenSpan]) {
    if let key {
      spans[span].list(openAt: moment, key: key, in: &openings, &openingStore)
    } else {
      list(span, openAt: moment, in: &openings)
    }
  }

  /// Does something with each opening of a span that somebody has asked for.
  func forEachObject(of span: Int, _ body: (OpenSpan) -> Void) {
    spans[span].forEachObject(under: .absent, openingStore, body)
  }

  /// Whether a span was open before that moment, for a key or at all, and still is.
  mutating func isOpen(_ span: Int, at moment: Int, key: Key?) -> Bool {
    spans[span].isOpen(at: moment, key: key, openingStore)
  }
}
