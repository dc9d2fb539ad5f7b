/// Parses lines into events. Keeps the state that lines need from the lines above them, and the statistics.
struct EventParser: ~Copyable {
  let recognizer: Recognizer
  let limits: ReaderLimits
  let mode: ReadingMode
  /// The event of the current line. It is reused for all lines, to avoid allocations.
  var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
  var context: LogContext
  /// A context for headers of lines that are looked at only to find the start of a record.
  var scratch: LogContext
  /// The pattern of the time that lines begin with. With it, a header is recognized without parsing it.
  var timePattern = TimePattern()
  /// A record that is decoded or put together from several lines. It is reused, to avoid allocations.
  var record = AssembledRecord()
  /// The assembled record that is being read; nil if the current record is read in place.
  private var assembled: AssembledRecord?
  /// The cleaned line that is being read, with its original bytes, and the index in the cleaned bytes where its current record
  /// begins; nil if the line was not cleaned.
  var cleanedLine: (line: AssembledRecord, start: Int)?
  var above = PendingLines()
  var wrapped = WrappedMessage()
  private var exception = ExceptionReport()
  /// The number of the long line whose first part is being read; 0 if there is none.
  var head = 0
  /// Whether that part reports an event, even one that cannot be read.
  var hasReport = false
  /// How the other parts of that line are read.
  var rest = LongLineRemainder.nothing
  var documents: DocumentReader
  var currentProcess = CurrentProcess()
  /// The value of `nextLineIsIndependent` after the newest line that was read.
  var canReadIndependently = false
  /// The headers of the newest lines.
  var headers = HeaderCache()
  /// The keys of the newest record in JSON.
  var memberKeys = KeyCache()
  /// A copy of `recognizer.plain`, which would otherwise be copied for each line.
  let plain: FastCanonicalParser
  var repeatedFunctions = RepeatedFunctionFilter()
  private var states = StateDeduplicator()
  var counter: StatisticsCounter

  init(
    _ recognizer: Recognizer, _ context: consuming LogContext, _ layouts: [DocumentLayout],
    app: AppSelection?, _ limits: ReaderLimits, _ mode: ReadingMode
  ) {
    self.recognizer = recognizer
    self.limits = limits
    self.mode = mode
    counter = StatisticsCounter(limits)
    scratch = context.fresh
    self.context = context
    documents = DocumentReader(recognizer, layouts, limits)
    plain = recognizer.plain
    currentProcess.app = app
  }

  /// The statistics so far.
  var statistics: TraceStatistics { counter.statistics }

  func records(of platform: Platform) -> Int { counter.records(of: platform) }

  /// The names of the processes that an event belonged to.
  var processNames: [String] { currentProcess.names }

  /// Reads the next line.
  @inline(__always)
  mutating func readLine(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    counter.counts.lines += 1
    defer { canReadIndependently = nextLineIsIndependent }
    if exception.isOpen, !exception.goesOn(in: line) { try endException(body) }
    try readCounted(line, body)
    if !wrapped.hasHeader { readExceptionReport(line) }
  }

  /// Reads a line of a log that has neither a header nor an event so far as a part of a crash report. The report has to be in the
  /// lines that are read in each mode. Half of the limit is certainly among them, because line ends are not counted exactly.
  @inline(never)
  private mutating func readExceptionReport(_ line: Span<UInt8>) {
    guard recognizer.platform(.bare) == .android, counter.counts.events == 0,
      wrapped.bytesSinceHeader < limits.everyLine / 2, head == 0, cleanedLine == nil
    else { return exception.end() }
    exception.readLine(line, number: self.line)
  }

  /// Reports the exception whose stack ends, if it is a crash that no line reports by itself.
  @inline(never)
  private mutating func endException(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard exception.isCrash, counter.counts.events == 0, let record = exception.record else {
      return exception.end()
    }
    exception.end()
    // The line was counted as one without a format.
    counter.countRecord(.bare, -1)
    try readRecord(record, body)
  }

  @inline(__always)
  private mutating func readCounted(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    event.line = self.line
    if mode == .fast, canReadIndependently, line.byte(at: 0) == UInt8(ascii: "{"),
      try readSystemRecord(line, body)
    {
      return
    }
    if context.cut.isWaiting, try readRest(line, body) { return }
    var header = header(of: line)
    wrapped.countBytes(of: line, &header)
    if wrapped.isOpen, try readWrapped(line, header, body) { return }
    if above.isWaiting, try settle(line, header, body) { return }
    if above.isRepeatable { try readRepeat(line, header, body) }
    if context.held.isActive, try readHeld(line, header, body) { return }
    if documents.isWaiting || (DocumentReader.mayBegin(line, header) && context.mayHoldDocuments),
      try readDocument(line, header, number: self.line, body)
    {
      return
    }
    guard header.coding == .plain || line.index(of: UInt8(ascii: "\\"), in: header.message) == nil else {
      record.decode(line, header, number: self.line)
      return try readRecord(body)
    }
    try read(line, header, body)
  }

  /// Returns the header of a line or of an assembled record.
  @inline(__always)
  mutating func header(of line: Span<UInt8>) -> Header {
    if context.isChosen { return chosenHeader(line) }
    let header = Header(of: line, &context)
    if mode == .fast, header.format.hasFixedHeader, !context.isInDump { headers.insert(header, of: line) }
    return header
  }

  /// Returns the header of a line in a format that the user chose.
  @inline(never)
  private mutating func chosenHeader(_ line: Span<UInt8>) -> Header {
    let (header, misfit) = context.chosenHeader(of: line)
    if let misfit { counter.countMisfit(line, at: misfit.index, misfit.part) }
    return header
  }

  /// Ends a file of the log.
  mutating func endFile() { context.isInDump = false }

  /// Ends the log.
  mutating func finish(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    if above.isWaiting { try release(body) }
    try endException(body)
    if context.held.isLong { endRest() }
    if context.held.isActive { try readPieces(body) }
    try finishDocuments(body)
  }

  /// Reads the assembled record in `record`, whose lines are already counted.
  mutating func readRecord(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    // The record is moved out of the parser while it is read, and back to reuse its memory.
    var record = AssembledRecord()
    swap(&record, &self.record)
    defer { swap(&record, &self.record) }
    try readRecord(record, body)
  }

  /// Reads an assembled record.
  mutating func readRecord(
    _ record: borrowing AssembledRecord, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    event.line = record.line
    event.origin = Event.Origin(bytes: record.original, columns: record.columns, name: 0..<0)
    assembled = copy record
    defer {
      event.origin = nil
      assembled = nil
    }
    let recognizer = recognizer
    try read(record.bytes.span, record.header, run: record.run) { event, line in
      var event = event
      let name = record.origin(of: event.name)
      event.origin?.name = name
      recognizer.complete(&event, record)
      try body(event, line)
    }
    if record.isCounted { counter.countRecord(record.header.format, -1) }
  }

  /// Notes the process and the time of a header for the lines below.
  @inline(__always)
  mutating func noteHeader(_ line: Span<UInt8>, _ header: Header) {
    if let time = header.time, time.isPartial {
      context[calendarOf: header.format].noteTime(time.timestamp(line))
    }
    currentProcess.noteProcess(line, header.process, header.pid)
  }

  /// Reads an assembled record. If it names the run of an app that it belongs to, this run counts as its process.
  private mutating func read(
    _ line: Span<UInt8>, _ header: Header, run: [UInt8], _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    guard !run.isEmpty else { return try read(line, header, body) }
    if let time = header.time, time.isPartial {
      context[calendarOf: header.format].noteTime(time.timestamp(line))
    }
    currentProcess.noteProcess(run.span, run.indices, nil)
    try report(recognizer.find(in: line, header, &event), line, header, body)
  }

  @inline(__always)
  mutating func read(
    _ line: Span<UInt8>, _ header: Header, mayWait: Bool = true,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    noteHeader(line, header)
    try report(recognizer.find(in: line, header, &event), line, header, mayWait: mayWait, body)
  }

  /// Counts what the recognizer found in a line, and passes its events to `body`.
  @inline(__always)
  mutating func report(
    _ finding: Recognizer.Finding, _ line: Span<UInt8>, _ header: Header, mayWait: Bool = true,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    counter.countRecord(header.format)
    switch finding {
    case .nothing: return
    case .event, .unfinished:
      if case .unfinished = finding, beginWrapped(line, header, isEvent: true) { return }
      if isHead { hasReport = true }
      if isReportedAbove(header) { return }
      if header.isEnd, !recognizer.turnToReturn(&event) { return }
      if header.format.mayContinueBelow, mayWait, !isHead, holdBack(line, header) { return }
      if line.endsInTruncationMark(header.message),
        let place = event.cutPlace(line, header.message, mark: TruncationMark.length)
      {
        counter.countUnreadable(
          line: event.line, column: column(of: place, line), .truncated, header.format)
        return
      }
      if isHead, let place = event.cutPlace(line, header.message, mark: 0) {
        counter.countUnreadable(
          line: event.line, column: column(of: place, line), .longLine, header.format)
        return
      }
      if event.traits.contains(.isReportedByFramework) {
        states.resolveFrameworkEvent(&event, currentProcess.owner(of: event, line), recognizer)
      }
      if event.form == .template, states.isRepeated(event, pid: header.pid) {
        currentProcess.noteSubject(of: event, line)
        return
      }
      if event.traits.contains(.isState), states.isKnown(event, currentProcess.owner(of: event, line)) {
        return
      }
      if repeatedFunctions.isKnown(event, recognizer) { return }
      if complete(line, header) { try body(event, line) }
      if event.traits.contains(.hasSecondEvent) {
        recognizer.phrases.value.sequences.replaceWithSecond(&event)
        if states.isRepeated(event, pid: header.pid) { return }
        if complete(line, header) { try body(event, line) }
      }
    case .mention: counter.counts.mentions += 1
    case .part(let isBeginning, let isMention):
      if isMention { counter.counts.mentions += 1 }
      notePart(line, header, isBeginning: isBeginning)
    case .unreadable(let index, let reason):
      if isHead { hasReport = true }
      counter.countUnreadable(
        line: event.line, column: column(of: index, line), isHead ? .longLine : reason, header.format)
    }
  }

  /// Returns the 1-based column in the log of a byte of the current record.
  private func column(of index: Int, _ line: Span<UInt8>) -> Int {
    let place = assembled?.origin(of: index) ?? index
    if let cleanedLine, event.line == self.line {
      let place = cleanedLine.line.origin(of: cleanedLine.start + place)
      return cleanedLine.line.original.span.column(ofByte: place)
    }
    guard let assembled else { return line.column(ofByte: place) }
    return assembled.columns + assembled.original.span.column(ofByte: place)
  }

  /// Whether the current record may continue in parts of its line that are not read yet.
  private var isHead: Bool { head != 0 && event.line == head }

  /// Whether the next line can be read without the lines above it, except for the process that they name.
  var nextLineIsIndependent: Bool { maySkip && !context.held.isActive && !context.isChosen }

  /// Whether the next lines may be skipped: the record of a candidate can then be found by reading upwards from its line. If the
  /// user chose a format, a record of it must have been read, because messages about a wrong choice quote the lines. Documents of
  /// the project may have events without a text of the vocabulary.
  var maySkip: Bool {
    documents.ownLayouts.isEmpty
      && !(context.isInDump || context.cut.isWaiting || context.held.arePiecesWaiting || above.isWaiting
        || above.isRepeatable || wrapped.isOpen || exception.isOpen || documents.isWaiting)
      && (!context.isChosen || counter.records(of: context.only ?? .custom) > 0)
  }

  /// The 1-based number of the line that was read last.
  var line: Int { counter.counts.lines }

  /// Makes the next call of `readLine` read another record of the current line.
  mutating func stayOnLine() { counter.counts.lines -= 1 }

  /// Skips a line that cannot be read at all.
  mutating func skipLine(_ reason: UnreadableReason) {
    counter.counts.lines += 1
    event.line = line
    counter.countUnreadable(line: line, column: 1, reason)
  }

  /// Sets the properties of the event that its header and the lines above determine, and counts it. Returns false if the event
  /// belongs to another app than the one whose events are read.
  private mutating func complete(_ line: Span<UInt8>, _ header: Header) -> Bool {
    event.time = header.time?.timestamp(line)
    // Not `map`, which would create a closure that captures the calendar for each event.
    if let time = event.time { event.time = context[calendarOf: header.format].place(time) }
    event.timeText = header.time?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.isMainThread = header.isMainThread
    currentProcess.setOwner(of: &event, line)
    if currentProcess.isOfOtherApp(event, line) {
      counter.counts.eventsOfOtherApps += 1
      return false
    }
    counter.countEvent(event, line, header.format, recognizer)
    return true
  }
}
