// Lines that are too long to be read at once. A document is read to its end. Of any other line, the first part is read like a
// line, because a report of an event begins there. The other parts are only searched for names of events: an event there would be
// missed.

/// How the parts of a long line after the first one are read.
enum LongLineRemainder {
  case nothing
  /// The line belongs to a document.
  case document
  /// The first part of the line has no event. The others are searched for names of events.
  case searched(NameSearch, line: Int)
}

extension EventParser {
  /// Notes that the first part of a long line is read next.
  mutating func beginLongLine(ofLine line: Int) {
    if context.held.isLong {
      endRest()
      context.held.clear()
    }
    rest = .nothing
    head = line
    hasReport = false
  }

  /// Notes that the first part was read. The search of the others includes its last bytes, because a name may begin there.
  mutating func endFirstPart(_ part: Span<UInt8>) {
    if documents.isInLine {
      rest = .document
    } else if !hasReport {
      rest = .searched(NameSearch(recognizer, after: part), line: head)
    }
    head = 0
  }

  /// Reads another part of a long line.
  @inline(never)
  mutating func readPart(
    _ part: Span<UInt8>, isLast: Bool, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    switch rest {
    case .nothing: break
    case .document:
      documents.readPart(part, isLast: isLast)
      try takeItems(body)
      event.line = line
      if !documents.isInLine { rest = .nothing }
    case .searched(var search, let line):
      rest = .nothing
      search.search(part)
      rest = .searched(search, line: line)
    }
    if isLast { endRest() }
  }

  /// Ends a long line. It counts as unreadable if the search found a name in it.
  mutating func endRest() {
    if case .searched(let search, let line) = rest, search.isFound {
      counter.countUnreadable(line: line, column: 1, .longLine)
    }
    rest = .nothing
  }

  /// Ends a long line in which the log is cut short.
  mutating func truncateLongLine() {
    rest = .nothing
    counter.countUnreadable(line: line, column: 1, .cut)
  }
}
