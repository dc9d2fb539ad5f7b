// Reads lines with cached headers, which saves most of the work in dense stretches of a log.

extension EventParser {
  /// Reads lines with cached headers, from the start of a line on. Returns the start of the first line that is left for
  /// `readLine`. With `untilOther`, stops after the first line without an event.
  mutating func readCachedLines(
    _ bytes: Span<UInt8>, from start: Int, untilOther: Bool, _ controls: inout ControlSequenceScan,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int {
    var position = start
    while canReadIndependently, position < bytes.count,
      headers.find(in: bytes.extracting(position..<bytes.count))
    {
      position = try readCanonicalEvents(bytes, from: position, body)
      let count = counter.counts.events
      guard let next = try readOtherMessage(bytes, from: position, &controls, body) else { break }
      position = next
      if untilOther, counter.counts.events == count { break }
    }
    return position
  }

  /// Reads lines whose message is a plain canonical event. Reading the message also finds the end of the line, so each byte is
  /// read once. Returns the start of the next line.
  private mutating func readCanonicalEvents(
    _ bytes: Span<UInt8>, from start: Int, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int {
    // The event is moved out of the parser while other functions use it, to avoid copies.
    var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
    swap(&event, &self.event)
    defer { swap(&event, &self.event) }
    var position = start
    while position < bytes.count {
      let text = bytes.extracting(position..<bytes.count)
      guard headers.find(in: text), let time = headers.timestamp(text),
        let (end, isDeclared) = plain.read(text, from: headers.start, &event), end <= limits.line,
        let next = text.nextLine(after: end)
      else { break }
      try report(&event, text.extracting(0..<end), time, isDeclared: isDeclared, body)
      position &+= next
    }
    return position
  }

  /// Reports a canonical event in a line whose header was found in the cache.
  @inline(__always)
  private mutating func report(
    _ event: inout Event, _ line: Span<UInt8>, _ time: Timestamp, isDeclared: Bool,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    counter.counts.lines += 1
    event.line = counter.counts.lines
    event.form = .canonical
    event.clearTraitsAndSubject()
    event.time = headers.isPartial ? context[calendarOf: headers.format].notePlaced(time) : time
    headers.fill(&event)
    wrapped.noteHeader()
    currentProcess.noteProcess(line, headers.process, headers.pid)
    currentProcess.setSenderAsOwner(of: &event, line)
    // The result is ignored, because a canonical event is never weak evidence.
    _ = repeatedFunctions.isKnown(event, recognizer)
    let format = headers.format
    if currentProcess.isOfOtherApp(event, line) {
      counter.countRecord(format)
      counter.counts.eventsOfOtherApps += 1
      return
    }
    if isDeclared {
      counter.countPlainEvent(format.isConsole ? .canonical : format)
    } else {
      counter.countRecord(format)
      counter.countEvent(event, line, format, recognizer)
    }
    try body(event, line)
  }

  /// Reads a line with any other message. Returns the start of the next line; nil if the line is not read.
  private mutating func readOtherMessage(
    _ bytes: Span<UInt8>, from position: Int, _ controls: inout ControlSequenceScan,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int? {
    guard position < bytes.count, headers.find(in: bytes.extracting(position..<bytes.count)),
      let end = bytes.index(of: .lineFeed, in: position..<bytes.count), end - position <= limits.line
    else { return nil }
    let line = bytes.extracting(position..<bytes.end(of: position..<end) { $0 == .carriageReturn })
    let message = headers.start..<line.end(of: headers.start..<line.count) { $0.isSpace }
    let found = controls.bytes(at: position..<position + line.count, of: bytes)
    guard !message.isEmpty, let time = headers.timestamp(line),
      found.isEmpty || !found.mayOccur(in: line),
      !Header.mayHavePrefix(line, message),
      InterleavedRecords.startOfSecond(in: line, from: message.lowerBound) == nil
    else { return nil }
    let header = headers.header(message)
    wrapped.noteHeader()
    if recognizer.mayFind(in: line, message, recognizer.platform(header)) {
      guard !ControlSequences.inText.mayOccur(in: line) else { return nil }
      counter.counts.lines += 1
      event.line = self.line
      try read(line, header, body)
      canReadIndependently = nextLineIsIndependent
    } else {
      counter.counts.lines += 1
      if headers.isPartial { _ = context[calendarOf: headers.format].notePlaced(time) }
      currentProcess.noteProcess(line, header.process, header.pid)
      counter.countRecord(header.format)
    }
    return end + 1
  }
}

extension LogCalendar {
  /// Notes the time of a line, and returns it as a moment that keeps increasing after midnight and New Year.
  fileprivate mutating func notePlaced(_ time: Timestamp) -> Timestamp {
    noteTime(time)
    return place(time)
  }
}

extension Span<UInt8> {
  /// Returns the start of the next line if a line ends at an index; nil if it does not, or if that is not known yet.
  @inline(__always)
  fileprivate func nextLine(after end: Int) -> Int? {
    switch byte(at: end) {
    case .lineFeed: end &+ 1
    case .carriageReturn where byte(at: end &+ 1) == .lineFeed: end &+ 2
    default: nil
    }
  }

  /// Returns the end of a range without the trailing bytes for which `isLeftOut` is true.
  @inline(__always)
  fileprivate func end(of range: Range<Int>, without isLeftOut: (UInt8) -> Bool) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isLeftOut(self[end - 1]) { end -= 1 }
    return end
  }
}
