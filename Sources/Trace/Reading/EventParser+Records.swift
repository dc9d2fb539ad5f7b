// Finds the record of a candidate, which may begin in a line above it.

extension EventParser {
  /// Starts skipping lines at an offset of the log, after some text of it.
  func skippedLines(after text: Span<UInt8>, from offset: Int) -> SkippedLines {
    SkippedLines(
      recognizer.scannerTexts, text, from: offset, hasDates: !context.calendar.countsMidnights, limits)
  }

  /// Counts lines that are skipped.
  mutating func skipLines(_ count: Int) { counter.counts.lines += count }

  /// Notes the times of skipped lines if the next line to be read is earlier than the last one that was read. A midnight or a New
  /// Year may be between two of them.
  mutating func noteTimes(ofLines skipped: Range<Int>, above line: Int, in bytes: Span<UInt8>) {
    guard context.calendar.isCounting, let next = partialTime(ofLine: bytes, from: line),
      context.calendar.isStepBack(next)
    else { return }
    var index = skipped.lowerBound
    while index < skipped.upperBound {
      context.calendar.noteTime(partialTime(ofLine: bytes, from: index))
      index = (bytes.index(of: .lineFeed, in: index..<skipped.upperBound) ?? skipped.upperBound) + 1
    }
  }

  /// The time of a line, if it lacks a day or a year.
  private mutating func partialTime(ofLine bytes: Span<UInt8>, from start: Int) -> Timestamp? {
    let end = bytes.endOfLine(from: start)
    let line = bytes.extracting(start..<end)
    return peekHeader(of: line).header.time.flatMap { $0.isPartial ? $0.timestamp(line) : nil }
  }

  /// Whether the line with a byte contains its whole message: the line and the next one both have a header, or the line and the
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

  /// The start of the first line that has to be read with the line at an index: that line itself, or the nearest one above
  /// that names a process. It is `start` if a line in between may belong to a document.
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

  /// The same in a log with headers in lines of their own: the nearest such line.
  private mutating func startOfLongRecord(in bytes: Span<UInt8>, at line: Int, notBefore start: Int) -> Int {
    var index = line
    while index > start, !opensRecord(bytes, from: index) {
      index = bytes.lineStart(before: index - 1, notBefore: start)
    }
    return index
  }

  /// Whether the record of a line continues in the next one, whatever that looks like, because the line is only its header.
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

  /// The header of a line that is not read yet. It leaves the state of the parser as it is.
  mutating func peekHeader(of line: Span<UInt8>) -> (header: Header, rest: Rest) {
    scratch.isCompactLog = context.isCompactLog
    let header = scratch.isChosen ? scratch.chosenHeader(of: line).header : Header(of: line, &scratch)
    guard scratch.held.areThere || scratch.cut.isWaiting else { return (header, .none) }
    let rest: Rest = scratch.held.piece == nil || scratch.cut.isWaiting ? .message : .piece
    scratch = context.fresh
    return (header, rest)
  }

  /// Whether lines may name a process: one has, or the log has lines of metadata, whose fields the user chooses.
  private var mayHaveNames: Bool { currentProcess.haveNamed || context.metadata.isKnown }

  /// What a line means for those below it.
  private enum LineKind {
    /// It names a process, or is a whole record: nothing above it matters.
    case record
    /// It may begin or continue a document.
    case document
    case other
  }

  private mutating func kind(ofLine bytes: Span<UInt8>, from start: Int) -> LineKind {
    let end = bytes.endOfLine(from: start)
    let line = bytes.extracting(start..<end)
    let first = line.byte(at: line.skippingBlanks(0, before: line.count))
    if first == UInt8(ascii: "{"), line.lastVisible == UInt8(ascii: "}") { return .record }
    let mayBeDocument = DocumentReader.firstBytes.contains(first)
    guard mayHaveNames || mayBeDocument else { return .other }
    let header = peekHeader(of: line).header
    if header.process != nil || header.pid != nil {
      // What a program prints may be a part of a dump of state.
      return context.hasCompactLines && header.format.isConsole ? .other : .record
    }
    return mayBeDocument && DocumentReader.mayBegin(line, header) ? .document : .other
  }
}

extension Span<UInt8> {
  /// The last byte that is not a blank; 0 if there is none.
  fileprivate var lastVisible: UInt8 {
    var end = count
    while end > 0, self[end - 1].isBlank { end -= 1 }
    return end > 0 ? self[end - 1] : 0
  }
}
