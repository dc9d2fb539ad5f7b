/// What lines may have in common with lines above, so that it is not read again: the header's parts, the minute, what
/// the message means.
///
/// In a log of events nearly every line is one of these, and takes a third of the instructions that reading it anew does;
/// one with a callback takes an eighth.
struct FamiliarLines {
  let plain: PlainForm
  var clock = ClockMemory()
  var messages = MessageMemory()
  var records = FamiliarRecords()
  /// The header that the event has, by its serial number; 0 where it has none of them. It has its owner, too, as long as
  /// `newestOwner` is that of the header's shape.
  var eventHeader = 0
  /// Whether the newest line was one of them and had an event: then the next one is as a rule, too.
  var areEvents = false

  init(_ recognizer: Recognizer) { plain = recognizer.plain }
}

extension EventParser {
  /// Reads the next line, if it has a header like one above and the lines above have nothing to do with it. False where
  /// it has to be read in another way.
  @inline(__always)
  mutating func takesFamiliar(
    _ line: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard isFree else { return false }
    // No header is learned by an object.
    if line.byte(at: 0) == UInt8(ascii: "{") { return try takesFamiliarObject(line, body) }
    guard !isLost else { return false }
    let areEvents = familiar.areEvents
    familiar.areEvents = false
    if areEvents, try takesFamiliar(line, mayLearn: false, body) { return true }
    if passesOver(line) { return true }
    return try takesFamiliar(line, mayLearn: true, body)
  }

  /// The same. A message that is not known is read only where it may well have an event.
  @inline(never)
  private mutating func takesFamiliar(
    _ line: Span<UInt8>, mayLearn: Bool, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard let message = context.shapes.message(of: line), message.upperBound == line.count,
      let time = context.shapes.familiar.time
    else { return false }
    var finding: Recognizer.Finding? = .event
    let reading = familiar.plain.read(line, message, &event)
    event.form = .canonical
    if reading == .other {
      finding = familiar.messages.recall(line, message, of: context.shapes.shape.owner, &event)
    }
    guard let finding else { return try mayLearn && takesNew(line, message, body) }
    tally.counts.lines += 1
    let shape = context.shapes.shape
    if shape.owner != newestOwner { noteOwner(line) }
    guard case .event = finding else {
      tally.countRecord(shape.format)
      if case .mention = finding { tally.counts.mentions += 1 }
      return true
    }
    familiar.areEvents = true
    if familiar.eventHeader != context.shapes.familiar.serial { takeHeader(line) }
    // Nothing that a function only bears in its name is told here.
    _ = weak.isKnown(event, recognizer)
    event.line = self.line
    event.time = familiar.clock.timestamp(time, line)
    if reading == .undeclared {
      tally.countRecord(shape.format)
      tally.countEvent(event, line, shape.format, recognizer)
    } else {
      tally.countPlainEvent(shape.format.isConsole && event.form == .canonical ? .canonical : shape.format)
    }
    try body(event, line)
    return true
  }

  /// Reads a message that is not known behind a header that is.
  @inline(never)
  private mutating func takesNew(
    _ line: Span<UInt8>, _ message: Range<Int>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard !Header.mayHavePrefix(line, message), !OddBytes.atWords.mayStand(in: line),
      SharedLine.second(in: line) == nil
    else { return false }
    let header = context.shapes.header(with: message)
    let finding = recognizer.find(in: line, header, &event)
    familiar.messages.keep(finding, line, message, of: context.shapes.shape.owner, event)
    tally.counts.lines += 1
    event.line = self.line
    newestOwner = 0
    note(line, header)
    try report(finding, line, header, body)
    return true
  }

  @inline(never)
  private mutating func noteOwner(_ line: Span<UInt8>) {
    let shape = context.shapes.shape
    owners.note(line, shape.process, shape.pid)
    newestOwner = shape.owner
    familiar.eventHeader = 0
  }

  /// Gives the event what is the same for all events of a shape that follow one another, which is all but the time.
  @inline(never)
  private mutating func takeHeader(_ line: Span<UInt8>) {
    let header = context.shapes.familiar.header
    event.setPlain()
    event.timeText = header.time?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.isMainThread = header.isMainThread
    owners.setOwnOwner(of: &event, line)
    familiar.eventHeader = context.shapes.familiar.serial
  }
}

extension Event {
  /// Makes it one that a process tells of itself, in so many words.
  @inline(__always)
  mutating func setPlain() {
    isWeak = false
    isState = false
    subject = nil
  }
}
