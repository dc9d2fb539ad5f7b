// Finds the record of a candidate, which may begin in a line above it.

extension EventParser {
  /// Returns the state for skipping lines from an offset of the log on. The scanner is fitted to the text before the offset.
  func skippedLines(after text: Span<UInt8>, from offset: Int) -> LineSkipper {
    LineSkipper(
      recognizer.scannerTexts, text, from: offset, hasDates: !context.countsMidnights, limits)
  }

  /// Counts skipped lines. A negative number uncounts lines that have to be read after all.
  mutating func skipLines(_ count: Int) { counter.counts.lines += count }

  /// Notes the times of skipped lines if the next line to be read is earlier than the last one that was read. A midnight or a New
  /// Year may be between two of them.
  ///
  /// Of lines that begin with the same hour, only the first and the last one are read, because the calendar counts only steps back
  /// of more than twelve hours.
  mutating func noteTimes(ofLines skipped: Range<Int>, above line: Int, in bytes: Span<UInt8>) {
    guard context.hasPartialTimes, let next = partialTime(ofLine: bytes, from: line),
      context[calendarOf: next.format].isStepBack(next.time)
    else { return }
    var hour = 0..<0
    var last: Int?
    var index = skipped.lowerBound
    while index < skipped.upperBound {
      if !hour.isEmpty, index + hour.count <= bytes.count,
        bytes.extracting(index..<index + hour.count).isEqual(to: bytes.extracting(hour))
      {
        last = index
      } else {
        if let last { noteTimes(ofLinesFrom: hour.lowerBound, to: last, in: bytes) }
        (hour, last) = (noteTime(ofLine: bytes, from: index) ?? 0..<0, nil)
      }
      index = bytes.endOfLine(from: index) + 1
    }
    if let last { noteTimes(ofLinesFrom: hour.lowerBound, to: last, in: bytes) }
  }

  /// Notes the times of lines that begin with the same hour. The first one is noted already. The last one is enough, if it has a
  /// time.
  private mutating func noteTimes(ofLinesFrom first: Int, to last: Int, in bytes: Span<UInt8>) {
    if noteTime(ofLine: bytes, from: last) != nil { return }
    var index = bytes.endOfLine(from: first) + 1
    while index < last {
      _ = noteTime(ofLine: bytes, from: index)
      index = bytes.endOfLine(from: index) + 1
    }
  }

  /// Notes the time of a line if it lacks a day or a year; otherwise returns nil. Returns the beginning of the line up to the hour
  /// of its time. It is empty if the time has no hour, or if other lines that begin like this may have times of another clock.
  private mutating func noteTime(ofLine bytes: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard let (time, text, format) = partialTime(ofLine: bytes, from: start) else { return nil }
    context[calendarOf: format].noteTime(time)
    guard let text, !(format.hasTimeOfTool && context.hasTwoClocks),
      let colon = bytes.index(of: UInt8(ascii: ":"), in: start + text.lowerBound..<start + text.upperBound)
    else { return start..<start }
    return start..<colon + 1
  }

  /// Returns the time of a line, the range of its text in the line, and its format; nil unless the time lacks a day or a year.
  private mutating func partialTime(
    ofLine bytes: Span<UInt8>, from start: Int
  ) -> (time: Timestamp, text: Range<Int>?, format: Format)? {
    let line = bytes.extracting(start..<bytes.endOfLine(from: start))
    let header = peekHeader(of: line).header
    guard let field = header.time, field.isPartial, let time = field.timestamp(line) else { return nil }
    return (time, field.text, header.format)
  }

  /// Whether the line at an index contains its whole message: the line and the next one both have a header, or the line and the
  /// one above are JSON objects.
  mutating func isWholeMessage(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard !context.held.hasLongHeaders, !documents.isWaiting, !context.isInDump else { return false }
    let start = bytes.lineStart(before: index, notBefore: 0)
    if bytes[start] == UInt8(ascii: "{") {
      let end = bytes.endOfLine(from: index)
      let above = bytes.lineStart(before: start - 1, notBefore: 0)
      return start > 0 && bytes[above] == UInt8(ascii: "{")
        && bytes.extracting(start..<end).lastVisible == UInt8(ascii: "}")
    }
    guard let end = bytes.index(of: .lineFeed, in: index..<bytes.count),
      let nextEnd = bytes.index(of: .lineFeed, in: end + 1..<bytes.count)
    else { return false }
    return hasHeader(bytes.extracting(start..<end)) && hasHeader(bytes.extracting(end + 1..<nextEnd))
  }

  private mutating func hasHeader(_ line: Span<UInt8>) -> Bool {
    if timePattern.fits(line) { return true }
    let (header, rest) = peekHeader(of: line)
    guard rest == .none, header.format != .bare, !header.isEmpty, header.coding == .plain else {
      return false
    }
    timePattern = TimePattern(line, header) ?? timePattern
    return true
  }

  /// Returns the start of the first line that has to be read with the line at an index: the nearest one, from that line upwards,
  /// that names a process or is a whole record. If there is none, returns `start` if the log names processes or a line may belong
  /// to a document, and otherwise the line itself.
  mutating func startOfRecord(in bytes: Span<UInt8>, at line: Int, notBefore start: Int) -> Int {
    if context.held.hasLongHeaders { return startOfLongRecord(in: bytes, at: line, notBefore: start) }
    var index = line
    var mayBeInDocument = false
    while true {
      switch kind(ofLine: bytes, from: index) {
      case .record:
        if index == start { return index }
        let above = bytes.lineStart(before: index - 1, notBefore: start)
        return opensRecord(bytes, from: above) ? above : index
      case .document: mayBeInDocument = true
      case .other: break
      }
      if index == start { break }
      index = bytes.lineStart(before: index - 1, notBefore: start)
    }
    return mayBeInDocument || mayHaveNames ? start : line
  }

  /// Returns the start of the nearest header line, in a log whose headers are in lines of their own.
  private mutating func startOfLongRecord(in bytes: Span<UInt8>, at line: Int, notBefore start: Int) -> Int {
    var index = line
    while index > start, !opensRecord(bytes, from: index) {
      index = bytes.lineStart(before: index - 1, notBefore: start)
    }
    return index
  }

  /// Whether a line is only a header, so that its record continues in the next line, whatever that looks like.
  private mutating func opensRecord(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let end = bytes.endOfLine(from: start)
    return peekHeader(of: bytes.extracting(start..<end)).rest == .message
  }

  /// The part of a record that is in the lines below the one with its header.
  enum Rest {
    case none
    /// The rest of a message.
    case piece
    /// The whole message.
    case message
  }

  /// Returns the header of a line that is not read yet, without changing the state that reading depends on.
  mutating func peekHeader(of line: Span<UInt8>) -> (header: Header, rest: Rest) {
    scratch.isCompactLog = context.isCompactLog
    let header = scratch.isChosen ? scratch.chosenHeader(of: line).header : Header(of: line, &scratch)
    guard scratch.held.isActive || scratch.cut.isWaiting else { return (header, .none) }
    let rest: Rest = scratch.held.piece == nil || scratch.cut.isWaiting ? .message : .piece
    scratch = context.fresh
    return (header, rest)
  }

  /// Whether lines may name a process: one has, or the log has lines of metadata, whose fields the user chooses.
  private var mayHaveNames: Bool { currentProcess.hasNamedProcess || context.metadata.isKnown }

  /// How a line affects the lines below it.
  private enum LineKind {
    /// The line names a process or is a whole record, so the lines above it do not matter.
    case record
    /// The line may begin or continue a document.
    case document
    case other
  }

  private mutating func kind(ofLine bytes: Span<UInt8>, from start: Int) -> LineKind {
    let end = bytes.endOfLine(from: start)
    let line = bytes.extracting(start..<end)
    let first = line.byte(at: line.skippingSpaces(0, before: line.count))
    if first == UInt8(ascii: "{"), line.lastVisible == UInt8(ascii: "}") { return .record }
    let mayBeDocument = DocumentReader.firstBytes.contains(first)
    guard mayHaveNames || mayBeDocument else { return .other }
    let header = peekHeader(of: line).header
    if header.process != nil || header.pid != nil {
      // Output of a program may be part of a dump of state.
      return context.hasCompactLines && header.format.isConsole ? .other : .record
    }
    return mayBeDocument && DocumentReader.mayBegin(line, header) ? .document : .other
  }
}

extension Span<UInt8> {
  /// The last byte that is not a blank; 0 if there is none.
  fileprivate var lastVisible: UInt8 {
    var end = count
    while end > 0, self[end - 1].isSpace { end -= 1 }
    return end > 0 ? self[end - 1] : 0
  }
}
