/// What lines may have in common with lines above, so that it is not read again: the header's parts, the minute, what
/// the message means.
///
/// In a log of events nearly every line is one of these, and takes a fifth of the instructions that reading it anew
/// does; one with a callback takes an eighth.
struct FamiliarLines {
  /// A copy, as reading it out of the recognizer would be one for each line.
  let plain: PlainForm
  var clock = ClockMemory()
  /// How the newest line began that had a header like one above.
  private(set) var minute = FamiliarMinute()
  /// The same of each shape.
  private var minutes: [FamiliarMinute] = []
  var messages = MessageMemory()
  var records = FamiliarRecords()
  /// The header that the event has, by its serial number; 0 where it has none of them. It has its owner, too, as long
  /// as `newestOwner` is that of the header's shape.
  var eventHeader = 0
  /// Whether the newest line was one of them and had an event: then the next ones are as a rule, too.
  var areEvents = false

  init(_ recognizer: Recognizer) { plain = recognizer.plain }

  /// The time of a line that begins as one above did, whose `minute` is the newest then; nil for other lines.
  @inline(__always)
  mutating func time(of line: Span<UInt8>) -> Timestamp? { minute.time(of: line) ?? otherTime(of: line) }

  @inline(never)
  private mutating func otherTime(of line: Span<UInt8>) -> Timestamp? {
    for shape in minutes.indices where shape != minute.shape {
      guard let time = minutes[shape].time(of: line) else { continue }
      minute = minutes[shape]
      return time
    }
    return nil
  }

  /// Keeps how a line began.
  mutating func keep(_ new: FamiliarMinute) {
    while minutes.count <= new.shape { minutes.append(FamiliarMinute()) }
    minutes[new.shape] = new
    minute = new
  }

  /// Forgets how lines began, as their shapes may be others now.
  mutating func forgetMinutes() {
    minute = FamiliarMinute()
    minutes.removeAll(keepingCapacity: true)
  }
}

extension EventParser {
  /// Reads the lines from an index on that have a header like one above and an event that is told as those above are,
  /// as long as one follows the other; gives back where the first line begins that has to be read in another way.
  @inline(__always)
  mutating func takeEvents(
    _ bytes: Span<UInt8>, from start: Int, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int {
    guard familiar.areEvents, isFree else { return start }
    return try lendEvent { parser, event in try parser.takeAllEvents(bytes, from: start, &event, body) }
  }

  /// Has the event out of the parser for a while, so that it is lent to others and not copied.
  @inline(__always)
  private mutating func lendEvent<Result>(
    _ body: (inout EventParser, inout Event) throws -> Result
  ) rethrows -> Result {
    var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
    swap(&event, &self.event)
    defer { swap(&event, &self.event) }
    return try body(&self, &event)
  }

  /// The same. Where a line ends is told by what its message is read with, so that its bytes are looked at once.
  @inline(never)
  private mutating func takeAllEvents(
    _ bytes: Span<UInt8>, from start: Int, _ event: inout Event,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int {
    let plain = familiar.plain
    var position = start
    while position < bytes.count {
      let rest = bytes.extracting(position..<bytes.count)
      guard let (message, time) = startOfMessage(rest) else { break }
      event.time = time
      if let (end, isDeclared) = plain.read(rest, from: message, &event), end <= limits.line,
        let next = rest.nextLine(after: end)
      {
        try tell(&event, rest.extracting(0..<end), isDeclared: isDeclared, body)
        position &+= next
      } else if let next = try takeKnown(firstLineOf: rest, from: message, &event, body) {
        position &+= next
      } else {
        break
      }
    }
    return position
  }

  /// Takes the first line of a text, if its message is one that was read above; gives back where the next one begins.
  @inline(never)
  private mutating func takeKnown(
    firstLineOf text: Span<UInt8>, from message: Int, _ event: inout Event,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int? {
    guard let next = text.index(of: .lineFeed, in: message..<text.count), next <= limits.line else {
      return nil
    }
    var end = next
    while text[end - 1] == .carriageReturn { end -= 1 }
    let line = text.extracting(0..<end)
    let owner = context.shapes.shape.owner
    guard message < end,
      let finding = familiar.messages.recall(line, message..<end, of: owner, &event)
    else { return nil }
    if !takesNothing(finding, line) { try tell(&event, line, body) }
    return next + 1
  }

  /// Where the message of a line begins whose header is like one above, and when that is; nil for other lines.
  @inline(__always)
  private mutating func startOfMessage(_ line: Span<UInt8>) -> (start: Int, time: Timestamp?)? {
    guard let time = familiar.time(of: line) else { return startOfOtherMessage(line) }
    context.shapes.choose(familiar.minute.shape)
    return (familiar.minute.message, time)
  }

  /// The same where header and minute are none above.
  @inline(never)
  private mutating func startOfOtherMessage(_ line: Span<UInt8>) -> (start: Int, time: Timestamp?)? {
    guard let start = context.shapes.start(of: line), let text = context.shapes.familiar.time else {
      return nil
    }
    let time = familiar.clock.timestamp(text, line)
    familiar.keep(FamiliarMinute(line, context.shapes, familiar.clock))
    return (start, time)
  }

  /// Hands over the event of the next line.
  @inline(__always)
  private mutating func tell(
    _ event: inout Event, _ line: Span<UInt8>, isDeclared: Bool,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    event.form = .canonical
    count(line, &event)
    if isDeclared {
      tally.countPlainEvent(familiar.minute.eventFormat)
    } else {
      tally.countRecord(familiar.minute.format)
      tally.countEvent(event, line, familiar.minute.format, recognizer)
    }
    try body(event, line)
  }

  /// Counts a line with an event, and gives it the header's.
  @inline(__always)
  private mutating func count(_ line: Span<UInt8>, _ event: inout Event) {
    let (header, owner) = (familiar.minute.header, familiar.minute.owner)
    if familiar.eventHeader != header || newestOwner != owner { takeHeader(line, &event) }
    // Nothing that a function only bears in its name is told here.
    _ = weak.isKnown(event, recognizer)
    tally.counts.lines += 1
    event.line = tally.counts.lines
  }

  /// Reads the next line, if it has a header like one above and the lines above have nothing to do with it. False where
  /// it has to be read in another way. The line begins a text, in which more may follow.
  @inline(__always)
  mutating func takesFamiliar(
    _ line: Span<UInt8>, of text: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard isFree, mode == .fast else { return false }
    if line.byte(at: 0) == UInt8(ascii: "{") { return try takesFamiliarObject(line, body) }
    familiar.areEvents = false
    return try passesOver(line) || takesFamiliarLine(line, of: text, body)
  }

  @inline(never)
  private mutating func takesFamiliarLine(
    _ line: Span<UInt8>, of text: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard let (start, time) = startOfMessage(text) else { return false }
    event.time = time
    guard start < line.count, !line[line.count - 1].isBlank else { return false }
    if let (end, isDeclared) = familiar.plain.read(line, from: start, &event), end == line.count {
      familiar.areEvents = true
      try lendEvent { try $0.tell(&$1, line, isDeclared: isDeclared, body) }
      return true
    }
    let message = start..<line.count
    let owner = context.shapes.shape.owner
    guard let finding = familiar.messages.recall(line, message, of: owner, &event) else {
      return try takesNew(line, message, body)
    }
    if !takesNothing(finding, line) {
      familiar.areEvents = true
      try lendEvent { try $0.tell(&$1, line, body) }
    }
    return true
  }

  /// Takes a line with a message that was read above, if that is no event.
  @inline(__always)
  private mutating func takesNothing(_ finding: Recognizer.Finding, _ line: Span<UInt8>) -> Bool {
    if case .event = finding { return false }
    tally.counts.lines += 1
    if context.shapes.shape.owner != newestOwner { noteOwner(line) }
    tally.countRecord(familiar.minute.format)
    if case .mention = finding { tally.counts.mentions += 1 }
    return true
  }

  /// Hands over an event that was read above.
  @inline(__always)
  private mutating func tell(
    _ event: inout Event, _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    count(line, &event)
    event.usualFields = -1
    tally.countPlainEvent(familiar.minute.format)
    try body(event, line)
  }

  /// Reads a message that is not known behind a header that is.
  @inline(never)
  private mutating func takesNew(
    _ line: Span<UInt8>, _ message: Range<Int>, _ body: (Event, Span<UInt8>) throws -> Void
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
  private mutating func takeHeader(_ line: Span<UInt8>, _ event: inout Event) {
    if context.shapes.shape.owner != newestOwner { noteOwner(line) }
    let header = context.shapes.familiar.header
    event.setPlain()
    event.timeText = header.time?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.isMainThread = header.isMainThread
    owners.setOwnOwner(of: &event, line)
    familiar.eventHeader = context.shapes.familiar.serial
    event.header = Int32(truncatingIfNeeded: context.shapes.familiar.serial)
  }
}

extension Span<UInt8> {
  /// Where the next line begins, if one ends at an index; nil where it does not, or where that is not known yet.
  @inline(__always)
  fileprivate func nextLine(after end: Int) -> Int? {
    switch byte(at: end) {
    case .lineFeed: end &+ 1
    case .carriageReturn where byte(at: end &+ 1) == .lineFeed: end &+ 2
    default: nil
    }
  }
}
