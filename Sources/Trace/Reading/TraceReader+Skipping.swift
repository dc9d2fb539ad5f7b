// Skips lines, and reads the lines above a candidate that belong to its record.

extension TraceReader {
  /// A piece of a log.
  struct Piece {
    /// The offset in the log of index 0 of the piece, in bytes.
    let offset: Int
    /// The index from which on the piece is read.
    let start: Int
    /// The index after its last line feed; `start` if it has none.
    let end: Int
  }

  /// Skips lines from a line start on. Returns the start of the next line to be read, or the end of the last whole line.
  mutating func skip(
    _ bytes: Span<UInt8>, from position: Int, _ piece: Piece, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int {
    guard position < piece.end, maySkip(at: piece.offset + position) else { return position }
    if skipped == nil {
      let sample = before.lines(above: position, in: bytes)
      skipped = parser.skippedLines(after: sample.span, from: piece.offset + position)
    }
    guard let skipped, !skipped.scanner.isOpen else { return position }
    if skipped.lastRead == piece.offset + position,
      parser.mayContinueMessage(bytes.extracting(position..<bytes.endOfLine(from: position)))
    {
      return position
    }
    var scanned: ScannedBlock?
    swap(&scanned, &self.scanned)
    defer { swap(&scanned, &self.scanned) }
    let line = skipped.nextLine(
      in: bytes, from: position, before: piece.end, base: piece.offset, &scanned
    ) { parser.isWholeMessage(bytes, at: $0) }
    parser.skipLines(bytes.lineFeeds(in: position..<line))
    self.skipped?.countSkipped(line - position)
    guard line < piece.end else { return line }
    // If the line above was skipped, the line has to be read together with the lines above.
    self.skipped?.noteAttempt(skipping: line - position)
    readUntil = piece.offset + line + 1
    let first = skipped.lastRead - piece.offset
    if first >= piece.start {
      let record = parser.startOfRecord(in: bytes, at: line, notBefore: first)
      parser.noteTimes(ofLines: first..<record, above: record, in: bytes)
      parser.skipLines(-bytes.lineFeeds(in: record..<line))
      return record
    }
    var text: [UInt8] = []
    swap(&text, &gathered)
    defer { swap(&text, &gathered) }
    before.gather(above: line, in: bytes, atMost: line - first + 1, &text)
    let count = text.count
    let end = bytes.index(of: .lineFeed, in: line..<piece.end) ?? piece.end
    text.append(bytes.extracting(line..<end))
    try readAbove(text.span, line: count, since: count - (line - first), body)
    return line
  }

  /// Skips the carried line if it has no candidate. Returns whether it does; if not, the lines above that belong to the same
  /// record have been read.
  mutating func skipsCarried(_ body: (Event, Span<UInt8>) throws -> Void) rethrows -> Bool {
    guard parser.mode == .fast, maySkip(at: carryOffset) else { return false }
    if skipped == nil {
      let sample = before.linesAboveCarry
      skipped = parser.skippedLines(after: sample.span, from: carryOffset)
    }
    guard let skipped, !skipped.scanner.isOpen else { return false }
    var text: [UInt8] = []
    swap(&text, &gathered)
    defer { swap(&text, &gathered) }
    before.gatherAboveCarry(&text)
    let count = text.count
    text.append(lines.carry.span)
    text.append(.lineFeed)
    let mayContinue =
      skipped.lastRead == carryOffset
      && parser.mayContinueMessage(text.span.extracting(count..<text.count - 1))
    if !mayContinue, !skipped.isSample(at: carryOffset),
      !skipped.scanner.hasCandidate(text.span.extracting(count..<text.count))
    {
      var carry = lines.takeCarry()
      lines.reuse(&carry)
      parser.skipLines(1)
      return true
    }
    try readAbove(text.span, line: count, since: count - (carryOffset - skipped.lastRead), body)
    return false
  }

  /// Whether lines from an offset on may be skipped.
  private func maySkip(at offset: Int) -> Bool {
    offset >= limits.everyLine && offset >= readUntil && skipped?.isWaiting != true && parser.maySkip
  }

  /// Reads the lines above a line that belong to the same record, but none before `start`. They were counted when they were
  /// skipped.
  private mutating func readAbove(
    _ text: Span<UInt8>, line: Int, since start: Int, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    var start = start
    if start < 0 { start = (text.index(of: .lineFeed, in: 0..<line) ?? line - 1) + 1 }
    guard start < line else { return }
    var index = parser.startOfRecord(in: text, at: line, notBefore: start)
    parser.noteTimes(ofLines: start..<index, above: index, in: text)
    parser.skipLines(-text.lineFeeds(in: index..<line))
    while index < line, let feed = text.index(of: .lineFeed, in: index..<line) {
      var end = feed
      while end > index, text[end - 1] == .carriageReturn { end -= 1 }
      let above = text.extracting(index..<end)
      try readLine(above, controls: ControlSequences(in: above), body)
      index = feed + 1
    }
  }
}

extension Span<UInt8> {
  /// Returns the index after the last line feed; `start` if there is none.
  func endOfLastLine(from start: Int) -> Int { lineStart(before: count, notBefore: start) }
}
