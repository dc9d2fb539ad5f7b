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
  /// The header that the event was completed with, by its serial number; 0 where it was by another one.
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
      let clock = context.shapes.familiar.clock
    else { return false }
    var finding: Recognizer.Finding? = .event
    let reading = familiar.plain.read(line, message, &event)
    event.form = .canonical
    if reading == .other {
      finding = familiar.messages.recall(line, message, of: context.shapes.shape.owner, &event)
    }
    guard let finding else { return try mayLearn && takesNew(line, message, body) }
    tally.counts.lines += 1
    if context.shapes.shape.owner != newestOwner { noteOwner(line) }
    let format = context.shapes.shape.format
    guard case .event = finding else {
      tally.countRecord(format)
      if case .mention = finding { tally.counts.mentions += 1 }
      return true
    }
    familiar.areEvents = true
    event.setPlain()
    // Nothing that a function only bears in its name is told here.
    _ = weak.isKnown(event, recognizer)
    event.line = self.line
    if familiar.eventHeader != context.shapes.familiar.serial { takeHeader() }
    event.time = familiar.clock.timestamp(clock, line)
    owners.setOwnOwner(of: &event, line)
    if reading == .undeclared {
      tally.countRecord(format)
      tally.countEvent(event, line, format, recognizer)
    } else {
      tally.countPlainEvent(format.isConsole && event.form == .canonical ? .canonical : format)
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
  }

  /// Gives the event what the newest header says, but for the time.
  @inline(never)
  private mutating func takeHeader() {
    let header = context.shapes.familiar.header
    event.timeText = header.time?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.isMainThread = header.isMainThread
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
