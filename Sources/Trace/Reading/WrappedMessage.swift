/// A message that somebody wrapped by hand: a line that has a header, and lines below without one.
///
///     2026-11-20 10:00:00.123456+0100 MyApp[716:4021] [BackgroundTask] Background task still not
///     ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 30, taskName = Sync
///
/// Where a line begins a text of the vocabulary, or a line without a header contains a part of one, the lines around it are
/// read as one record at the first of these lines. If that record reports no event, each line is read by itself.
struct WrappedMessage {
  /// Whether the next line may continue it.
  fileprivate(set) var isOpen = false
  /// Whether the newest line has no header and contains a part of a text that may begin in the lines above.
  fileprivate(set) var asksForAbove = false
  fileprivate var draft = Draft()
  /// The last line that was read as a part of a wrapped message, and the event that this message reported.
  fileprivate var newest: (line: Int, event: EventID)?

  /// The number of bytes in the newest lines without a header, below one that has a header.
  private(set) var bytesSinceHeader = 0

  /// Counts the bytes of a line that is read.
  @inline(__always)
  mutating func countBytes(of line: Span<UInt8>, _ header: Header) {
    if header.isAbsent { bytesSinceHeader += line.count } else { noteHeader() }
  }

  /// Notes that a line with a header is read.
  @inline(__always)
  mutating func noteHeader() { bytesSinceHeader = 0 }

  /// How many bytes it has at most.
  static let longest = 4_000
  fileprivate static let mostLines = 10

  /// The lines so far as one record.
  fileprivate struct Draft {
    var record = AssembledRecord()
    /// How many lines there are.
    var lines = 0
    /// How many of its bytes report an event by themselves; 0 for none.
    var reported = 0

    /// Whether a line can be added at all.
    func hasRoom(for line: Span<UInt8>) -> Bool {
      lines < WrappedMessage.mostLines && record.bytes.count + line.count < WrappedMessage.longest
    }
  }

  /// What a draft says with another line.
  fileprivate enum Progress {
    /// It reports an event.
    case isComplete
    /// It may report one, or another one, with the next line.
    case isOpen
    /// The line does not continue it.
    case isOver
  }
}

extension EventParser {
  /// Keeps a line whose message begins a text of the vocabulary, or reports an event that the next line may change. False
  /// where the next line cannot continue it.
  @inline(never)
  mutating func beginWrapped(_ line: Span<UInt8>, _ header: Header, isEvent: Bool) -> Bool {
    // A line without a header does not begin one, because lines that an app only prints are separate messages.
    guard mayBeWrapped, !header.isAbsent, !header.format.isDocument, header.coding == .plain,
      line.count < WrappedMessage.longest
    else { return false }
    wrapped.draft.startMessage(line, header, number: event.line)
    if isEvent { wrapped.draft.reported = header.message.upperBound }
    wrapped.isOpen = true
    isFree = false
    return true
  }

  /// Whether the next line to be read may continue a message whose other lines were read: then it cannot be skipped, because
  /// only all of its lines together contain the texts that are looked for.
  mutating func mayContinueMessage(_ line: Span<UInt8>) -> Bool {
    wrapped.bytesSinceHeader < WrappedMessage.longest && !timePattern.fits(line)
      && peekHeader(of: line).header.isAbsent
  }

  /// Notes that a line contains a part of a text.
  mutating func notePart(_ line: Span<UInt8>, _ header: Header, isBeginning: Bool) {
    if isBeginning { _ = beginWrapped(line, header, isEvent: false) }
    wrapped.asksForAbove = header.isAbsent && mayBeWrapped
  }

  /// Whether the line that is read is one of a plain log, and unchanged.
  private var mayBeWrapped: Bool {
    event.origin == nil && uncleaned == nil && head == 0
      && !(context.isChosen || context.isInDump || context.held.areThere || documents.isWaiting)
  }

  /// No line continues the message: what it reports by itself counts.
  mutating func endWrapped(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard wrapped.isOpen else { return }
    wrapped.isOpen = false
    if wrapped.draft.reported == 0 { return }
    try lendDraft { parser, draft in
      draft.record.removeBytes(from: draft.reported)
      try parser.readRecord(draft.record, body)
      parser.event.line = parser.line
    }
  }

  /// Reads a line that continues the message above. False where it has to be read by itself.
  @inline(never)
  mutating func readWrapped(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    let isRest = try lendDraft { parser, draft in
      switch parser.add(line, header, to: &draft) {
      case .isOver: return false
      case .isOpen: break
      case .isComplete: try parser.readWhole(draft, body)
      }
      parser.counter.countRecord(.bare)
      return true
    }
    if !isRest { try endWrapped(body) }
    return isRest
  }

  /// Reads the newest line, which has no header, together with those above if it continues a message there. These bytes
  /// end with the lines above.
  @inline(never)
  mutating func readAbove(
    _ above: Span<UInt8>, _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    wrapped.asksForAbove = false
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
      isFree = false
    case .isComplete: try readWhole(draft, body)
    }
  }

  /// The lines above that may be a message without its end: from the newest to the one that has a header. Nil where there
  /// is none, or where one of them says something by itself.
  private mutating func linesOfMessage(_ above: Span<UInt8>) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    var end = above.count
    while lines.count < WrappedMessage.mostLines, self.line - lines.count - 1 > wrapped.newest?.line ?? 0,
      let range = above.line(before: end)
    {
      let text = above.extracting(range)
      let header = Header(quoted: text)
      if text.isEmpty || isReport(text, header) { return nil }
      lines.append(range)
      if !header.isEmpty { return lines }
      end = range.lowerBound
    }
    return nil
  }

  /// Adds a line to a draft if it says something then, or may still do so.
  private mutating func add(
    _ line: Span<UInt8>, _ header: Header, to draft: inout WrappedMessage.Draft
  ) -> WrappedMessage.Progress {
    guard header.isAbsent, !header.message.isEmpty, draft.hasRoom(for: line) else { return .isOver }
    switch join(line.extracting(header.message), to: &draft) {
    case .event:
      let id = event.id
      // Two lines that each report an event are two messages, and so is a line that is a whole message by itself.
      if isReport(line, header), draft.reported > 0 || event.name.lowerBound == header.message.lowerBound {
        return .isOver
      }
      event.id = id
      return .isComplete
    case .part(isBeginning: true, _): return isReport(line, header) ? .isOver : .isOpen
    case .unfinished:
      if isReport(line, header) { return .isOver }
      draft.reported = draft.record.bytes.count
      return .isOpen
    case .nothing, .part, .mention, .unreadable: return .isOver
    }
  }

  /// Adds a text to the message of a draft, and finds out what that says.
  @discardableResult
  private mutating func join(_ text: Span<UInt8>, to draft: inout WrappedMessage.Draft) -> Recognizer.Finding
  {
    draft.lines += 1
    draft.record.goOn(text)
    return recognizer.find(in: draft.record.bytes.span, draft.record.header, &event)
  }

  /// Whether a line says something by itself.
  private mutating func isReport(_ line: Span<UInt8>, _ header: Header) -> Bool {
    switch recognizer.find(in: line, header, &event) {
    case .event, .unfinished, .unreadable: true
    case .nothing, .part, .mention: false
    }
  }

  /// Reads a message of which the newest line is a part.
  private mutating func readWhole(
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

  /// The draft, out of the parser while it is lent, and back for its memory.
  private mutating func lendDraft<Result>(
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
}

extension Header {
  /// Whether the line has none, and is of no format that has others.
  var isAbsent: Bool { format == .bare && isEmpty }
}

extension Span<UInt8> {
  /// The last line that ends before an index, without its end; nil where not all of it is there.
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
