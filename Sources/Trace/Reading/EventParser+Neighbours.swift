/// Lines whose meaning the next line may complete.
struct PendingLines {
  /// A line without a header whose event waits for its metadata, if that is in the line below.
  fileprivate var waiting = AssembledRecord()
  fileprivate(set) var isWaiting = false
  /// The last line, if it was of syslog and had an event: the next may say that it came again.
  fileprivate var repeatable = AssembledRecord()
  fileprivate(set) var isRepeatable = false
  /// How many repeated messages were read.
  fileprivate var repeats = 0
  /// Whether a line may wait for the next one: not one whose places in the log are known only while it is read.
  var mayWait = true
}

// Records that are more than one line: a header that its line cuts, metadata below a message, a message that came
// again.

extension EventParser {
  /// Reads a line that is the rest of a record whose header stands above. False where it is something else.
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

  /// Waits no longer for the next line.
  mutating func pause(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard above.isWaiting else { return }
    context.metadata.isMissed = true
    try release(body)
    event.line = self.line
  }

  /// Tells the line that waits, below which is this one: with what that says if it is its metadata. True where the
  /// line belongs to it, so that there is nothing more to read.
  @inline(never)
  mutating func settle(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    if header.format == .bare, context.metadata.continues(line) {
      guard case .event = recognizer.find(in: line, header, &event) else { return false }
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

  /// Tells the line that waits as it is.
  mutating func release(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    above.isWaiting = false
    swap(&record, &above.waiting)
    var record = AssembledRecord()
    swap(&record, &self.record)
    defer { swap(&record, &self.record) }
    event.line = record.line
    try read(record.bytes.span, record.header, mayWait: false, body)
  }

  /// Remembers that the last line may be repeated no more, and tells its event again where this line says that it was.
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

  /// Keeps a line with an event for the next line's sake. True where it has to be told later.
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
