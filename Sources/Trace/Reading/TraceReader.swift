/// Reads the events of a log in one pass, in file order. The result does not depend on the size of the pieces that are read.
public struct TraceReader: ~Copyable {
  private var transcoder = Transcoder()
  var lines: LineReader
  let limits: ReaderLimits
  /// A line without its control sequences. It is reused, to avoid allocations.
  private var cleaned = AssembledRecord()
  var parser: EventParser
  /// The bytes before the current piece. They are needed if a line has to be read together with the lines above it.
  var before = PreviousBytes()
  /// A line and the lines above it. The array is reused, to avoid allocations.
  var gathered: [UInt8] = []
  /// Skips lines; nil at the start of the log.
  var skipped: LineSkipper?
  /// The candidates of the current piece, if the piece was scanned before it is read.
  var scanned: ScannedBlock?
  /// Whether most bytes of the newest piece were skipped.
  private var skipsMost = false
  /// The offset in the log of the next piece, and of the start of the carried line.
  private var offset = 0
  var carryOffset = 0
  /// Lines that begin before this offset are not skipped, because they belong to the record of a candidate.
  var readUntil = 0

  /// Creates a reader for one log. `lastWritten` is the time of the last write, if known; it determines the year of dates without
  /// one. `template` is the header that the project's own logger writes, and `layouts` describe its own documents. If `only` is
  /// set, lines in other formats are not read as records. If `app` is set, events of other apps are left out.
  public init(
    _ recognizer: Recognizer, lastWritten: Timestamp? = nil, template: HeaderTemplate? = nil,
    layouts: [DocumentLayout] = [], only: Format? = nil, app: AppSelection? = nil,
    mode: ReadingMode = .fast
  ) {
    self.init(
      recognizer, lastWritten: lastWritten, template: template, layouts: layouts, only: only, app: app,
      mode: mode, limits: ReaderLimits())
  }

  /// Creates a reader with other limits.
  init(
    _ recognizer: Recognizer, lastWritten: Timestamp?, template: HeaderTemplate?,
    layouts: [DocumentLayout] = [], only: Format?, app: AppSelection? = nil, mode: ReadingMode,
    limits: ReaderLimits
  ) {
    self.limits = limits
    lines = LineReader(limits)
    let context = LogContext(lastWritten: lastWritten, template: template, only: only)
    parser = EventParser(recognizer, context, layouts, app: app, limits, mode)
  }

  /// The statistics so far.
  public var statistics: TraceStatistics { parser.statistics }

  /// Returns the number of records so far in formats that are written on this platform only.
  public func records(of platform: Platform) -> Int { parser.records(of: platform) }

  /// The names, as logged, of the processes that an event belonged to. A `ProcessID` is an index.
  public var processNames: [String] { parser.processNames }

  /// The scanner for the rest of the log, with which the next bytes can be scanned before they are read; nil if that is not worth
  /// it, because at most half of the newest piece was skipped.
  public var scanner: BlockScanner? { skipsMost && transcoder.isPassThrough ? skipped?.scanner : nil }

  /// Reads the next bytes of the log, and passes each event with its line to `body`. The line is valid only during that call.
  /// `scanned` is the result of `scanner` for the same bytes.
  public mutating func read(
    _ bytes: Span<UInt8>, scanned: ScannedBlock? = nil, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    self.scanned = scanned
    let count = skipped?.count ?? 0
    defer {
      self.scanned = nil
      skipsMost = ((skipped?.count ?? 0) - count) * 2 > bytes.count
    }
    guard !transcoder.isPassThrough, let text = transcoder.decode(bytes) else {
      return try readText(bytes, body)
    }
    try readText(text.span, body)
  }

  private mutating func readText(
    _ bytes: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    var position = 0
    guard lines.settle(with: bytes, from: &position) else { return }
    try readHead(body)
    try split(bytes, from: position, body)
  }

  /// Reports the event that waits for the next line. Called when a log that is still being written has no new bytes.
  public mutating func pause(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    try parser.pause(body)
  }

  /// Ends the log, and the last of its files.
  public mutating func finish(
    isCut: Bool = false, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    try endFile(isCut: isCut, body)
    try parser.finish(body)
  }

  /// Ends a file of the log; another one may follow. The last line may lack a line end. If the bytes are known to be cut short,
  /// such a line is incomplete and counts as unreadable.
  public mutating func endFile(
    isCut: Bool = false, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    defer {
      transcoder = Transcoder()
      lines = LineReader(limits)
    }
    let nothing: [UInt8] = []
    if let text = transcoder.decode(nothing.span, isLast: true) { try readText(text.span, body) }
    lines.settle()
    try readHead(body)
    defer { parser.endFile() }
    if let last = lines.last() {
      var controls = ControlSequenceScan()
      switch (isCut, last.isRest) {
      case (true, true): parser.truncateLongLine()
      case (true, false): parser.skipLine(.cut)
      case (false, _):
        if case .carried = last, try skipsCarried(body) { break }
        try readLine(last, of: nothing.span, &controls, body)
      }
    }
    try parser.endWrapped(body)
    before = PreviousBytes()
  }

  private mutating func readHead(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard !lines.head.isEmpty else { return }
    let head = lines.takeHead()
    try split(head.span, from: 0, body)
  }

  private mutating func split(
    _ bytes: Span<UInt8>, from start: Int, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    let piece = Piece(offset: offset - start, start: start, end: bytes.endOfLastLine(from: start))
    defer {
      before.add(bytes, from: start, unread: skipped.map { $0.lastRead - piece.offset })
      offset = piece.offset + bytes.count
    }
    before.start = start
    var controls = ControlSequenceScan()
    var position = start
    while true {
      let isBetween = lines.areBetween
      if isBetween, parser.mode == .fast {
        if skipped?.isWaiting != false {
          let next = try parser.readCachedLines(
            bytes, from: position, untilOther: skipped != nil, &controls, body)
          if next > position { skipped?.noteRead(at: piece.offset + position, end: piece.offset + next) }
          position = next
        }
        position = try skip(bytes, from: position, piece, body)
      }
      let lineStart = position
      if isBetween { carryOffset = piece.offset + position }
      guard let line = lines.next(in: bytes, from: &position) else { return }
      var lineOffset = piece.offset + lineStart
      if case .carried = line {
        if try skipsCarried(body) { continue }
        lineOffset = carryOffset
      }
      try readLine(line, of: bytes, &controls, body)
      skipped?.noteRead(at: lineOffset, end: piece.offset + position)
    }
  }

  @inline(__always)
  private mutating func readLine(
    _ line: LineReader.Line, of bytes: Span<UInt8>, _ controls: inout ControlSequenceScan,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    switch line {
    case .inPlace(let range):
      try readLine(bytes.extracting(range), controls: controls.bytes(at: range, of: bytes), body)
      if parser.wrapped.needsLinesAbove {
        let above = before.message(above: range.lowerBound, in: bytes)
        try parser.readAbove(above.span, bytes.extracting(range), body)
      }
    case .carried:
      // The carry is moved out of the reader while it is read, and back to reuse its memory.
      var carry = lines.takeCarry()
      defer { lines.reuse(&carry) }
      try readLine(carry.span, controls: ControlSequences(in: carry.span), body)
      if parser.wrapped.needsLinesAbove {
        let above = before.messageAboveCarry
        try parser.readAbove(above.span, carry.span, body)
      }
    case .part(let isFirst, let isLast):
      var carry = lines.takeCarry()
      defer { lines.reuse(&carry) }
      try readPart(carry.span, isFirst: isFirst, isLast: isLast, body)
    }
  }

  @inline(never)
  private mutating func readPart(
    _ part: Span<UInt8>, isFirst: Bool, isLast: Bool, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    guard isFirst else { return try parser.readPart(part, isLast: isLast, body) }
    parser.beginLongLine(ofLine: parser.line + 1)
    defer { parser.endFirstPart(part) }
    if ControlSequences(in: part).mayOccur(in: part) || ControlSequences.inText.mayOccur(in: part)
      || InterleavedRecords.startOfSecond(in: part) != nil
    {
      try readStripped(part, body)
    } else {
      try parser.readLine(part, body)
    }
  }

  @inline(__always)
  mutating func readLine(
    _ line: Span<UInt8>, controls: ControlSequences, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    if !controls.isEmpty && controls.mayOccur(in: line) || ControlSequences.inText.mayOccur(in: line)
      || InterleavedRecords.startOfSecond(in: line) != nil
    {
      try readStripped(line, body)
    } else {
      try parser.readLine(line, body)
    }
  }

  /// Reads a line without its control sequences, and each of its records separately.
  @inline(never)
  private mutating func readStripped(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    var cleaned = AssembledRecord()
    swap(&cleaned, &self.cleaned)
    defer { swap(&cleaned, &self.cleaned) }
    let isCleaned = ControlSequences.strip(of: line, into: &cleaned)
    let records = InterleavedRecords.records(in: cleaned.bytes.span)
    guard isCleaned || records.count > 1 || records.first?.lowerBound != 0 else {
      return try parser.readLine(line, body)
    }
    for index in line.indices where line[index] != 0 || cleaned.original.last != 0 {
      cleaned.original.append(line[index])
    }
    let head = parser.head
    for (number, record) in records.enumerated() {
      if number > 0 { parser.stayOnLine() }
      // If a long line has several records, only the last one continues in the next part.
      parser.head = number == records.count - 1 ? head : 0
      let current = parser.line + 1
      parser.above.mayWait = false
      parser.cleanedLine = (cleaned, record.lowerBound)
      defer {
        parser.above.mayWait = true
        parser.cleanedLine = nil
      }
      try parser.readLine(cleaned.bytes.span.extracting(record)) { event, text in
        // A record of several lines may end here, while its event is in a line above.
        guard event.line == current else { return try body(event, text) }
        var event = event
        let name = event.origin?.name ?? event.name
        event.origin = Event.Origin(
          bytes: cleaned.original,
          name: cleaned.origin(of: name.lowerBound + record.lowerBound..<name.upperBound + record.lowerBound))
        try body(event, text)
      }
    }
  }
}
