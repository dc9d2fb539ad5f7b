// Lines that are too long to be there at once. A document is read to its end. Of any other line the first part is read like
// a line, as a report of an event begins there, and the rest is looked through for what would make that wrong.

/// What is done with the parts of a line behind the first one.
enum RestOfLine {
  case nothing
  /// The line belongs to a document.
  case document
  /// The first part of that line holds no event.
  case searched(NameSearch, line: Int)
}

extension EventParser {
  /// What is read next is the first part of that line.
  mutating func beginHead(ofLine line: Int) {
    if context.held.isLong {
      endRest()
      context.held.clear()
    }
    rest = .nothing
    head = line
    hasReport = false
  }

  /// The first part was read. A name may begin at its end.
  mutating func endHead(_ part: Span<UInt8>) {
    if documents.isInLine {
      rest = .document
    } else if !hasReport {
      rest = .searched(NameSearch(recognizer, after: part), line: head)
    }
    head = 0
  }

  /// Reads another part.
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

  /// The line is over.
  mutating func endRest() {
    if case .searched(let search, let line) = rest, search.isFound {
      counter.countUnreadable(line: line, column: 1, .longLine)
    }
    rest = .nothing
  }

  /// The log is cut short in such a line.
  mutating func cutRest() {
    rest = .nothing
    counter.countUnreadable(line: line, column: 1, .cut)
  }
}
