/// A message of several lines. Either somebody wrapped it by hand: a line that has a header, and lines below it without one.
///
///     2026-11-20 10:00:00.123456+0100 MyApp[716:4021] [BackgroundTask] Background task still not
///     ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 30, taskName = Sync
///
/// Or it contains line ends, and logcat prints its header before each of its lines.
///
///     11-20 10:00:00.123  716  716 E AndroidRuntime: FATAL EXCEPTION: main
///     11-20 10:00:00.123  716  716 E AndroidRuntime: Process: com.example.app, PID: 716
///
/// If a line contains the beginning of a text of the vocabulary, or a line without a header contains a part of one, the lines
/// around it are read as one record, which belongs to the first of these lines. If that record reports no event, each line is
/// read by itself.
struct WrappedMessage {
  /// Whether the next line may continue the message.
  fileprivate(set) var isOpen = false
  /// Whether the newest line has no header and contains a part of a text that may begin in the lines above.
  fileprivate(set) var needsLinesAbove = false
  fileprivate var draft = Draft()
  /// The last line that was read as a part of a wrapped message, and the event that this message reported.
  fileprivate var newest: (line: Int, event: EventID)?

  /// The number of a line that has no header, nor has any line in memory above it. The search for a header need not go there
  /// again. 0 if no such line is known.
  fileprivate var newestWithoutHeader = 0

  /// The number of bytes in the newest lines without a header, with a line feed each.
  private(set) var bytesSinceHeader = 0
  /// Whether a line with a header was read.
  private(set) var hasHeader = false

  /// Whether a line without a header is close enough below one that has a header to be a part of its message.
  var isBelowHeader: Bool { hasHeader && bytesSinceHeader < Self.longest }

  /// Counts the bytes of a line that is read, and notes in its header whether it is below a record.
  @inline(__always)
  mutating func countBytes(of line: Span<UInt8>, _ header: inout Header) {
    guard header.isAbsent else { return noteHeader() }
    bytesSinceHeader += line.count + 1
    header.isBelowRecord = hasHeader
  }

  /// Notes that a line with a header is read.
  @inline(__always)
  mutating func noteHeader() {
    bytesSinceHeader = 0
    hasHeader = true
  }

  /// The maximum number of bytes in a wrapped message.
  static let longest = 4_000
  fileprivate static let mostLines = 10

  /// The lines so far, joined into one record.
  fileprivate struct Draft {
    var record = AssembledRecord()
    /// The number of lines.
    var lines = 0
    /// The number of bytes at the start of the record that report an event by themselves; 0 if none do. Then that event and the
    /// number of its fields.
    var reported = 0
    var event = EventID.unknown
    var fields = 0

    /// Whether the draft has room for another line.
    func hasRoom(for line: Span<UInt8>) -> Bool {
      lines < WrappedMessage.mostLines && record.bytes.count + line.count < WrappedMessage.longest
    }
  }

  /// The state of a draft after a line was added.
  fileprivate enum Progress {
    /// The draft reports an event.
    case isComplete
    /// With the next line, the draft may report an event, or a different one.
    case isOpen
    /// The line does not continue the draft.
    case isOver
  }
}

extension EventParser {
  /// Starts a draft with a line whose message contains the beginning of a text of the vocabulary, or reports an event that the
  /// next line may change. Returns false if the next line cannot continue it.
  @inline(never)
  mutating func beginWrapped(_ line: Span<UInt8>, _ header: Header, isEvent: Bool) -> Bool {
    guard mayBeWrapped, !header.isAbsent || header.isBare, !header.format.isDocument, header.coding == .plain,
      line.count < WrappedMessage.longest
    else { return false }
    wrapped.draft.startMessage(line, header, number: event.line)
    if isEvent { wrapped.draft.report(event) }
    wrapped.isOpen = true
    canReadIndependently = false
    return true
  }

  /// Whether the next line to be read may continue a message whose other lines were read. If so, the line must not be skipped,
  /// because only all of these lines together contain the texts that are looked for.
  mutating func mayContinueMessage(_ line: Span<UInt8>) -> Bool {
    wrapped.isBelowHeader && !timePattern.fits(line)
      && peekHeader(of: line).header.isAbsent
  }

  /// Notes that a line contains a part of a text of the vocabulary.
  mutating func notePart(_ line: Span<UInt8>, _ header: Header, isBeginning: Bool) {
    if isBeginning { _ = beginWrapped(line, header, isEvent: false) }
    wrapped.needsLinesAbove = header.isAbsent && mayBeWrapped
  }

  /// Whether the current line may be part of a wrapped message: it is an unmodified line of a plain log.
  private var mayBeWrapped: Bool {
    event.origin == nil && cleanedLine == nil && head == 0
      && !(context.isChosen || context.isInDump || context.held.isActive || documents.isWaiting)
  }

  /// Ends the message, because no line continues it, and reports the event that it has by itself, if any.
  mutating func endWrapped(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard wrapped.isOpen else { return }
    wrapped.isOpen = false
    if wrapped.draft.reported == 0 { return }
    try withDraft { parser, draft in
      draft.record.removeBytes(from: draft.reported)
      try parser.readRecord(draft.record, body)
      parser.event.line = parser.line
    }
  }

  /// Reads a line that continues the message above. Returns false if the line has to be read by itself.
  @inline(never)
  mutating func readWrapped(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    let isRest = try withDraft { parser, draft in
      switch parser.add(line, header, to: &draft) {
      case .isOver: return false
      case .isOpen: break
      case .isComplete:
        try parser.readComplete(draft, body)
        try parser.readException(header.message, of: line, endOf: draft, body)
      }
      parser.counter.countRecord(header.format)
      return true
    }
    if !isRest { try endWrapped(body) }
    return isRest
  }

  /// Reads the newest line, which has no header, together with the lines above if it continues their message. `above` ends with
  /// these lines.
  @inline(never)
  mutating func readAbove(
    _ above: Span<UInt8>, _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    wrapped.needsLinesAbove = false
    if try readWithHeaderAbove(above, line, body) { return }
    guard let lines = linesOfMessage(above), let first = lines.last else { return }
    var draft = WrappedMessage.Draft()
    let text = above.extracting(first)
    draft.startMessage(text, Header(quoted: text), number: self.line - lines.count)
    for range in lines.dropLast().reversed() {
      let text = above.extracting(range)
      join(text.extracting(Header(bare: text).message), to: &draft)
    }
    switch add(line, Header(bare: line), to: &draft) {
    case .isOver: return
    case .isOpen:
      wrapped.draft = draft
      wrapped.isOpen = true
      canReadIndependently = false
    case .isComplete: try readComplete(draft, body)
    }
  }

  /// Returns the lines above that may be the beginning of a message, from the newest up to the one with a header. Returns nil if
  /// there is none with a header, or if one of the lines reports an event by itself.
  private mutating func linesOfMessage(_ above: Span<UInt8>) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    var end = above.count
    while lines.count < WrappedMessage.mostLines, self.line - lines.count - 1 > wrapped.newest?.line ?? 0,
      let range = above.line(before: end)
    {
      let text = above.extracting(range)
      var header = Header(quoted: text)
      header.isBelowRecord = true
      if text.isEmpty || isReport(text, header) { return nil }
      lines.append(range)
      if !header.isEmpty { return lines }
      end = range.lowerBound
    }
    return nil
  }

  /// Reads the newest line, which has no header, with the header of the nearest line above that has one. Android Studio prints
  /// the header only before the first line of a message, logcat before each line. Returns whether the line reports an event.
  private mutating func readWithHeaderAbove(
    _ above: Span<UInt8>, _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    var end = above.count
    var number = self.line - 1
    while number > wrapped.newestWithoutHeader, let range = above.line(before: end) {
      let text = above.extracting(range)
      let header = Header(quoted: text)
      if !header.isAbsent {
        guard header.format.home == .android, header.coding == .plain else { return false }
        return try readPart(Header(bare: line).message, of: line, below: text, header, body)
      }
      end = range.lowerBound
      number -= 1
    }
    wrapped.newestWithoutHeader = self.line - 1
    return false
  }

  /// Reads a part of the newest line as a message with the header of a line above. Returns false if it reports no event.
  private mutating func readPart(
    _ message: Range<Int>, of line: Span<UInt8>, below above: Span<UInt8>, _ header: Header,
    unlessEvent known: EventID? = nil, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    var part = AssembledRecord()
    let text = above.extracting(0..<header.message.lowerBound)
    let range = part.storePart(message, of: line, number: self.line, behind: text)
    part.header = header
    part.header.message = range
    part.isCounted = true
    switch recognizer.find(in: part.bytes.span, part.header, &event) {
    case .event, .unfinished:
      if let known, event.id == known || !event.traits.contains(.hasSecondEvent) { return false }
      try readRecord(part, body)
      return true
    case .nothing, .part, .mention, .unreadable: return false
    }
  }

  /// Reads the last line of a message by itself if it is an exception that reports another event: the crash is the event of the
  /// whole message, and its cause may be that of a rule.
  private mutating func readException(
    _ message: Range<Int>, of line: Span<UInt8>, endOf draft: borrowing WrappedMessage.Draft,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    _ = try readPart(
      message, of: line, below: draft.record.bytes.span, draft.record.header, unlessEvent: draft.event, body)
    event.line = self.line
  }

  /// Adds a line to a draft, and returns whether the draft then reports an event or may still do so.
  private mutating func add(
    _ line: Span<UInt8>, _ header: Header, to draft: inout WrappedMessage.Draft
  ) -> WrappedMessage.Progress {
    let hasSameHeader = draft.hasHeader(of: line, header)
    guard header.isAbsent || hasSameHeader, !header.message.isEmpty, draft.hasRoom(for: line) else {
      return .isOver
    }
    switch join(line.extracting(header.message), to: &draft) {
    // Lines of an app that follow each other have the same header, too. A line belongs to an event above if it adds a field.
    case .event where hasSameHeader && draft.reported > 0:
      return draft.isExtended(by: event) ? .isComplete : .isOver
    case .unfinished where hasSameHeader && draft.reported > 0:
      if !draft.isExtended(by: event) { return .isOver }
      draft.report(event)
      return .isOpen
    case .event:
      let id = event.id
      let isExtended = draft.isExtended(by: event)
      // Two lines that each report an event are two messages, unless the second one says more of the first event. A line whose
      // message begins with an event is a message of its own.
      if isReport(line, header), !(isExtended && event.id == id),
        draft.reported > 0 || event.name.lowerBound == header.message.lowerBound
      {
        return .isOver
      }
      event.id = id
      return .isComplete
    case .part(isBeginning: true, _): return isReport(line, header) ? .isOver : .isOpen
    case .unfinished:
      if isReport(line, header) { return .isOver }
      draft.report(event)
      return .isOpen
    case .nothing, .part, .mention, .unreadable: return .isOver
    }
  }

  /// Adds a text to the message of a draft, and searches the message for an event.
  @discardableResult
  private mutating func join(_ text: Span<UInt8>, to draft: inout WrappedMessage.Draft) -> Recognizer.Finding
  {
    draft.lines += 1
    draft.record.appendContinuation(text)
    return recognizer.find(in: draft.record.bytes.span, draft.record.header, &event)
  }

  /// Whether a line reports an event by itself, even one that cannot be read.
  private mutating func isReport(_ line: Span<UInt8>, _ header: Header) -> Bool {
    switch recognizer.find(in: line, header, &event) {
    case .event, .unfinished, .unreadable: true
    case .nothing, .part, .mention: false
    }
  }

  /// Reads a wrapped message that ends with the newest line.
  private mutating func readComplete(
    _ draft: borrowing WrappedMessage.Draft, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    let id = event.id
    wrapped.isOpen = false
    try readRecord(draft.record, body)
    event.line = line
    wrapped.newest = (line, id)
  }

  /// Whether a line without a header only repeats the event of a wrapped message that it continues.
  mutating func isReportedAbove(_ header: Header) -> Bool {
    guard let newest = wrapped.newest, header.isAbsent, event.line == newest.line + 1,
      event.id == newest.event
    else { return false }
    wrapped.newest?.line = event.line
    return true
  }

  /// Calls a function with the draft, which is moved out of the parser for the call, and back to reuse its memory.
  private mutating func withDraft<Result>(
    _ body: (inout EventParser, inout WrappedMessage.Draft) throws -> Result
  ) rethrows -> Result {
    var draft = WrappedMessage.Draft()
    swap(&draft, &wrapped.draft)
    defer { swap(&draft, &wrapped.draft) }
    return try body(&self, &draft)
  }
}

extension WrappedMessage.Draft {
  /// Starts a message with its first line.
  fileprivate mutating func startMessage(_ line: Span<UInt8>, _ header: Header, number: Int) {
    record.storeLine(line.extracting(0..<header.message.upperBound), header, number: number)
    record.isCounted = true
    lines = 1
    reported = 0
  }

  /// Notes that the lines so far report an event.
  fileprivate mutating func report(_ event: Event) {
    reported = record.bytes.count
    self.event = event.id
    fields = event.fields.count
  }

  /// Whether a line has added a field to the event of the lines above.
  fileprivate func isExtended(by event: Event) -> Bool {
    event.id == self.event && event.fields.count > fields
  }

  /// Whether a line in a format of logcat has the header of the first line, or neither of them has one.
  fileprivate func hasHeader(of line: Span<UInt8>, _ header: Header) -> Bool {
    if record.header.isBare { return header.isBare }
    let length = header.message.lowerBound
    guard header.format == record.header.format, header.format.home == .android || header.tag != nil,
      length == record.header.message.lowerBound
    else { return false }
    for index in 0..<length where line[index] != record.bytes[index] { return false }
    return true
  }
}

extension Span<UInt8> {
  /// Returns the range of the last line that ends before an index, without its line end; nil if its start is not in these bytes.
  fileprivate func line(before end: Int) -> Range<Int>? {
    guard end > 1, self[end - 1] == .lineFeed else { return nil }
    var start = end - 1
    while start > 0, self[start - 1] != .lineFeed { start -= 1 }
    if start == 0 { return nil }
    var end = end - 1
    while end > start, self[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }
}
