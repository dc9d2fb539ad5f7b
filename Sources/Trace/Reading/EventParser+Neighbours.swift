/// Lines with an event that is held back, because the next line may complete or repeat it.
struct PendingLines {
  /// A line without a header whose event waits for its metadata, which may be in the next line.
  fileprivate var waiting = AssembledRecord()
  fileprivate(set) var isWaiting = false
  /// The last line, if it is a syslog line with an event. The next line may record that it was repeated.
  fileprivate var repeatable = AssembledRecord()
  fileprivate(set) var isRepeatable = false
  /// The number of repeated messages that were read.
  fileprivate var repeats = 0
  /// Whether a line may wait for the next one. A cleaned line may not, because its places in the log are known only while it is
  /// read.
  var mayWait = true
}

// Records of more than one line: a header that is split from its message, metadata below a message, a repeated message.

extension EventParser {
  /// Reads a line that is the rest of a record whose header is in the line above. Returns false if it is something else.
  @inline(never)
  mutating func readRest(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    var record = AssembledRecord()
    swap(&record, &self.record)
    let isRest = context.cut.join(line, number: self.line, &record)
    if isRest {
      counter.countRecord(context.cut.format, -1)
      let header = header(of: record.bytes.span)
      record.header = header
      if header.coding != .plain { record.decodeMessage() }
    }
    swap(&record, &self.record)
    if isRest { try readRecord(body) }
    return isRest
  }

  /// Stops waiting for the next line, and reads the waiting line.
  mutating func pause(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard above.isWaiting else { return }
    context.metadata.isMissed = true
    try release(body)
    event.line = self.line
  }

  /// Reads the waiting line, unless this line only continues its message. If this line is its metadata, both are read as one
  /// record, and the result is true.
  @inline(never)
  mutating func settle(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    if header.format == .bare, context.metadata.continues(line) {
      switch recognizer.find(in: line, header, &event) {
      case .event, .unfinished: break
      case .nothing, .part, .mention, .unreadable: return false
      }
    }
    guard header.format == .xcodeMeta else {
      context.metadata.isMissed = true
      try release(body)
      event.line = self.line
      return false
    }
    above.isWaiting = false
    counter.countRecord(.bare)
    swap(&record, &above.waiting)
    record.append(line, header)
    try readRecord(body)
    return true
  }

  /// Reads the waiting line without metadata.
  mutating func release(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    above.isWaiting = false
    swap(&record, &above.waiting)
    var record = AssembledRecord()
    swap(&record, &self.record)
    defer { swap(&record, &self.record) }
    event.line = record.line
    try read(record.bytes.span, record.header, mayWait: false, body)
  }

  /// Reports the event of the last line again if this line records that the message was repeated. After this line, the last line
  /// can no longer be repeated.
  @inline(never)
  mutating func readRepeat(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    let wasRepeatable = above.isRepeatable
    above.isRepeatable = false
    guard wasRepeatable, let count = RepeatCount(line, header.message) else { return }
    swap(&record, &above.repeatable)
    record.original.removeAll(keepingCapacity: true)
    record.original.append(line)
    record.line = self.line
    for index in record.places.indices { record.places[index] = Int32(count.text.lowerBound) }
    var header = header
    (header.process, header.pid, header.message) = (
      record.header.process, record.header.pid, record.header.message
    )
    let start = record.append(line, isOriginal: true)
    if let month = MonthNameField(record.bytes.span, at: start, before: record.bytes.count) {
      header.time = .monthName(month)
    }
    record.header = header
    let times = min(count.times, limits.repeats - above.repeats)
    above.repeats += times
    for _ in 0..<times {
      try readRecord(body)
      counter.countRecord(header.format, -1)
    }
    event.line = self.line
    if times < count.times {
      let column = line.column(ofByte: count.text.lowerBound)
      counter.countUnreadable(line: self.line, column: column, .tooManyRepeats, header.format)
    }
  }

  /// Stores a line with an event that the next line may complete or repeat. Returns true if the event has to be reported later.
  @inline(never)
  mutating func holdBack(_ line: Span<UInt8>, _ header: Header) -> Bool {
    if header.format != .bare {
      above.repeatable.storeLine(line, header, number: event.line)
      above.isRepeatable = true
      return false
    }
    guard !event.hasOrigin, above.mayWait, context.metadata.isExpected(atLine: event.line) else {
      return false
    }
    above.waiting.storeLine(line, header, number: event.line)
    above.isWaiting = true
    context.metadata.begin(line)
    counter.countRecord(.bare, -1)
    return true
  }
}
