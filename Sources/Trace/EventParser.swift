/// Lines in, events out: what a line's event needs from the lines above it, and what is counted.
struct EventParser: ~Copyable {
  private let recognizer: Recognizer
  /// The event of the current line; one value for all lines, so that nothing is allocated for each.
  var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
  var context: LogContext
  private var newest = NewestProcess()
  /// One that is not read where it stands; one value for all, for its memory.
  var record = AssembledRecord()
  /// A line without a header whose event waits for its metadata, if that is in the line below.
  private var waiting = AssembledRecord()
  private var isWaiting = false
  /// The last line, if it was of syslog and had an event: the next may say that it came again.
  private var repeatable = AssembledRecord()
  private var isRepeatable = false
  /// Whether a line may wait for the next one: not one whose places in the log are known only while it is read.
  var mayHoldBack = true
  var documents: DocumentReader
  private var processes = WordTable()
  private var known = KnownProcesses()
  private var weak = WeakEvidence()
  var counts = TraceStatistics()
  private var unknownNames = WordTable()
  private var unknownUses: [TraceStatistics.UnknownName] = []
  private var unknownFields = UnknownFields()

  init(_ recognizer: Recognizer, _ context: consuming LogContext) {
    self.recognizer = recognizer
    self.context = context
    documents = DocumentReader(recognizer)
  }

  /// What was counted so far.
  var statistics: TraceStatistics {
    var statistics = counts
    for (number, use) in unknownUses.enumerated() { statistics.unknownNames[unknownNames[number]] = use }
    statistics.unknownFields = unknownFields.uses
    statistics.unknownFieldCount = unknownFields.total
    return statistics
  }

  /// The names of the processes that an event belonged to.
  var processNames: [String] { (0..<processes.count).map { processes[$0] } }

  /// Reads the next line.
  @inline(__always)
  mutating func take(
    _ line: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    counts.lines += 1
    event.line = counts.lines
    if context.cut.isWaiting, try takeRest(line, body) { return }
    let header = context.isTold ? toldHeader(line) : Header(of: line, &context)
    if isWaiting, try settle(line, header, body) { return }
    if isRepeatable || header.format == .aslRepeat { try takeRepeat(line, header, body) }
    if documents.isWaiting || DocumentReader.mayBegin(line, header), try takeDocument(line, header, body) {
      return
    }
    if context.held.areThere, try takeHeld(line, header, body) { return }
    guard header.coding == .plain || line.index(of: UInt8(ascii: "\\"), in: header.message) == nil else {
      record.decode(line, header, number: counts.lines)
      return try takeRecord(body)
    }
    try read(line, header, body)
  }

  /// The header of a line whose format was told beforehand.
  @inline(never)
  private mutating func toldHeader(_ line: Span<UInt8>) -> Header {
    if let template = context.template, context.only == nil || context.only == .custom {
      switch template.read(line) {
      case .header(let header): return header
      case .misfit(let index, let part): noteMisfit(line, at: index, part)
      }
    }
    let header = Header(of: line, &context)
    guard let only = context.only else { return header }
    return header.taken(as: only, line)
  }

  /// While no line fits, the first ones that do not are kept.
  private mutating func noteMisfit(_ line: Span<UInt8>, at index: Int, _ part: HeaderTemplate.Part) {
    guard counts.records[Format.custom.rawValue] == 0, counts.misfits.count < TraceStatistics.shownMisfits,
      !Header(bare: line).message.isEmpty
    else { return }
    counts.misfits.append(
      .init(line: counts.lines, column: line.column(ofByte: index), reason: part.expectation))
  }

  /// Reads a line that is the rest of a record whose header stands above. False where it is something else.
  @inline(never)
  private mutating func takeRest(
    _ line: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    var record = AssembledRecord()
    swap(&record, &self.record)
    let isRest = context.cut.join(line, number: counts.lines, &record)
    if isRest {
      counts.records[context.cut.format.rawValue] -= 1
      let header = Header(of: record.bytes.span, &context)
      record.header = header
      if header.coding != .plain { record.decodeMessage() }
    }
    swap(&record, &self.record)
    if isRest { try takeRecord(body) }
    return isRest
  }

  /// Ends the log.
  mutating func finish(_ body: (borrowing Event, Span<UInt8>) throws -> Void) rethrows {
    if isWaiting { try release(body) }
    if context.held.areThere { try takePieces(body) }
    try finishDocuments(body)
  }

  /// Waits no longer for the next line.
  mutating func pause(_ body: (borrowing Event, Span<UInt8>) throws -> Void) rethrows {
    guard isWaiting else { return }
    context.metadata.isMissed = true
    try release(body)
    event.line = counts.lines
  }

  /// Tells the line that waits, below which is this one: with what that says if it is its metadata. True where the
  /// line belongs to it, so that there is nothing more to read.
  @inline(never)
  private mutating func settle(
    _ line: Span<UInt8>, _ header: Header, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    if header.format == .bare, context.metadata.continues(line) {
      guard case .event = recognizer.find(in: line, header, &event) else { return false }
    }
    guard header.format == .xcodeMeta else {
      context.metadata.isMissed = true
      try release(body)
      event.line = counts.lines
      return false
    }
    isWaiting = false
    counts.records[Format.bare.rawValue] += 1
    swap(&record, &waiting)
    record.append(line, header)
    try takeRecord(body)
    return true
  }

  /// Tells the line that waits as it is.
  private mutating func release(_ body: (borrowing Event, Span<UInt8>) throws -> Void) rethrows {
    isWaiting = false
    swap(&record, &waiting)
    var record = AssembledRecord()
    swap(&record, &self.record)
    defer { swap(&record, &self.record) }
    event.line = record.line
    try read(record.bytes.span, record.header, mayWait: false, body)
  }

  /// Remembers that the last line may be repeated no more, and tells its event again where this line says that it was.
  @inline(never)
  private mutating func takeRepeat(
    _ line: Span<UInt8>, _ header: Header, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    let wasRepeatable = isRepeatable
    isRepeatable = false
    guard wasRepeatable, let count = RepeatCount(line, header.message) else { return }
    swap(&record, &repeatable)
    record.original.removeAll(keepingCapacity: true)
    for index in 0..<line.count { record.original.append(line[index]) }
    record.line = counts.lines
    for index in record.places.indices { record.places[index] = Int32(count.text.lowerBound) }
    var header = header
    (header.process, header.pid, header.message) = (
      record.header.process, record.header.pid, record.header.message
    )
    let start = record.append(line, isOriginal: true)
    if let month = MonthNameReading(record.bytes.span, at: start, before: record.bytes.count) {
      header.time = .monthName(month)
    }
    record.header = header
    for _ in 0..<min(count.times, Self.mostRepeats) {
      try takeRecord(body)
      counts.records[header.format.rawValue] -= 1
    }
    event.line = counts.lines
  }

  /// So often a repeated message is told; nothing that happens a hundred times means more when it does once more.
  private static let mostRepeats = 100

  /// Reads the record that was put together from lines that were counted.
  mutating func takeRecord(_ body: (borrowing Event, Span<UInt8>) throws -> Void) rethrows {
    // Out of the parser while it is lent, and back for its memory.
    var record = AssembledRecord()
    swap(&record, &self.record)
    defer { swap(&record, &self.record) }
    try take(record, body)
  }

  /// Reads a record that was put together.
  mutating func take(
    _ record: borrowing AssembledRecord, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    event.line = record.line
    event.origin = Event.Origin(bytes: record.original, name: 0..<0)
    defer { event.origin = nil }
    let recognizer = recognizer
    var count = 0
    try read(record.bytes.span, record.header) { event, line in
      var event = event
      event.origin?.name = record.origin(of: event.name)
      count = recognizer.complete(&event, record) ? 0 : 1
      if count == 0 { try body(event, line) }
    }
    counts.events -= count
    if record.isCounted { counts.records[record.header.format.rawValue] -= 1 }
  }

  @inline(__always)
  mutating func read(
    _ line: Span<UInt8>, _ header: Header, mayWait: Bool = true,
    _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    if let time = header.time, time.isPartial { context.calendar.note(time.timestamp(line)) }
    if header.process != nil || header.pid != nil { newest.note(line, header) }
    let finding = recognizer.find(in: line, header, &event)
    counts.records[header.format.rawValue] += 1
    switch finding {
    case .nothing: return
    case .event:
      if header.format.isHeldBack, mayWait, holdBack(line, header) { return }
      if weak.isKnown(event, recognizer) { return }
      complete(line, header)
      try body(event, line)
    case .mention: counts.mentions += 1
    case .unreadable(let index, let reason):
      countUnreadable(column: line.column(ofByte: index), reason, header.format)
    }
  }

  /// Keeps a line with an event for the next line's sake. True where it has to be told later.
  @inline(never)
  private mutating func holdBack(_ line: Span<UInt8>, _ header: Header) -> Bool {
    guard event.origin == nil, mayHoldBack else { return false }
    if header.format != .bare {
      repeatable.keep(line, header, number: event.line)
      isRepeatable = true
      return false
    }
    guard context.metadata.isExpected(atLine: event.line) else { return false }
    waiting.keep(line, header, number: event.line)
    isWaiting = true
    context.metadata.begin(line)
    counts.records[Format.bare.rawValue] -= 1
    return true
  }

  /// The number of the line that was read last.
  var line: Int { counts.lines }

  /// Lets what is read next be of the same line.
  mutating func stayOnLine() { counts.lines -= 1 }

  /// Passes over a line that cannot be read at all.
  mutating func skipLine(_ reason: UnreadableReason) {
    counts.lines += 1
    event.line = counts.lines
    documents.skipLine()
    countUnreadable(column: 1, reason)
  }

  mutating func countUnreadable(column: Int, _ reason: UnreadableReason, _ format: Format = .bare) {
    counts.unreadableCount += 1
    counts.unreadableRecords[format.rawValue] += 1
    if counts.firstUnreadable[format] == nil {
      counts.firstUnreadable[format] = .init(line: counts.lines, column: column, reason: reason.rawValue)
    }
    guard counts.unreadable.count < TraceStatistics.shown else { return }
    counts.unreadable.append(.init(line: event.line, column: column, reason: reason.rawValue))
  }

  /// Gives the event what the header and the lines above tell.
  private mutating func complete(_ line: Span<UInt8>, _ header: Header) {
    counts.events += 1
    event.time = header.time?.timestamp(line).map(context.calendar.place)
    event.timeText = header.time?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.isMainThread = header.isMainThread
    event.owner = known.owner(newest.owner(&processes), hasName: newest.hasName)
    if let subject = event.subject { event.owner = known.owner(of: subject, line, &processes) }
    if event.form == .canonical, header.format.isConsole {
      counts.records[header.format.rawValue] -= 1
      counts.records[Format.canonical.rawValue] += 1
    }
    if event.id == .unknown {
      countUnknown(line)
    } else if event.form == .canonical {
      for field in event.fields where !recognizer.declares(field.name, of: event.id) {
        unknownFields.count(field.name, of: event, line, recognizer)
      }
    }
  }

  private mutating func countUnknown(_ line: Span<UInt8>) {
    counts.unknownCount += 1
    var number = unknownNames.number(of: event.name, in: line)
    if number == nil, unknownUses.count < TraceStatistics.shown {
      number = unknownNames.insert(line, event.name)
      unknownUses.append(.init(count: 0, firstLine: event.line))
    }
    if let number { unknownUses[number].count += 1 }
  }

  /// The nearest record above or at the current line that names its process.
  private struct NewestProcess {
    private var name: [UInt8] = []
    private var pid: Int?
    private var process: ProcessID?
    var hasName: Bool { !name.isEmpty }

    @inline(__always)
    mutating func note(_ line: Span<UInt8>, _ header: Header) {
      pid = header.pid
      // Android's log mostly tells only the number; the name is then empty.
      let range = header.process ?? 0..<0
      guard !line.extracting(range).isEqual(to: name.span) else { return }
      process = nil
      name.removeAll(keepingCapacity: true)
      for index in range { name.append(line[index]) }
    }

    mutating func owner(_ processes: inout WordTable) -> Event.Owner? {
      guard !name.isEmpty || pid != nil else { return nil }
      let process = process ?? ProcessID(processes.insert(name.span, name.indices))
      self.process = process
      return Event.Owner(process: process, pid: pid)
    }
  }
}
