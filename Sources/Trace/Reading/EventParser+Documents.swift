extension EventParser {
  /// Reads a line that may be part of a document. Returns false if it is not.
  @inline(never)
  mutating func readDocument(
    _ line: Span<UInt8>, _ header: Header, number: Int,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    let verdict = documents.readLine(line, header, number: number, isWhole: head != number)
    try takeItems(body)
    event.line = self.line
    switch verdict {
    case .ordinary: return false
    case .taken: return true
    case .silent(let header):
      try read(line, header, body)
      return true
    }
  }

  /// Ends the document that is still open at the end of the log, if any.
  mutating func finishDocuments(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    documents.finish()
    try takeItems(body)
  }

  /// Reads the records that the document reader has found so far.
  mutating func takeItems(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    // A record of a document is complete, even if only a part of the line was read.
    let head = head
    self.head = 0
    defer { self.head = head }
    for item in documents.takeItems() {
      switch item {
      case .record(let record): try readRecord(record, body)
      case .traceEvent(let entry, let names): try readRecord(entry.record(names), body)
      case .silent(let format, let count): counter.countRecord(format, count)
      case .line(let bytes, let number):
        event.line = number
        try read(bytes.span, header(of: bytes.span), body)
      case .fault(let line, let column, let reason):
        event.line = line
        counter.countUnreadable(line: line, column: column, reason)
      }
    }
  }
}
