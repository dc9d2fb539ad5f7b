// JSON objects on one line or on several.

extension DocumentReader {
  /// Reads the objects that begin in a line.
  mutating func readObjects(
    _ line: Span<UInt8>, from start: Int, number: Int
  ) -> Verdict {
    var index = start
    var count = 0
    place = DocumentText(line: number)
    while true {
      index = skipSeparators(line, index, isStart: index == start)
      guard index < line.count else { return .taken }
      guard line[index] == UInt8(ascii: "{") else { return count > 0 ? .taken : .ordinary }
      beginObject(at: index)
      switch scan(line, isLineEnd: true) {
      case .complete:
        let header = readObject(line)
        count += 1
        index = scanner.position
        guard var header else { continue }
        if header.time == nil { header.time = outer }
        let rest = line.skippingSpaces(index, before: line.count)
        if count == 1, rest == line.count { return .silent(header) }
        items.append(.silent(header.format))
      case .open:
        // After a time, an incomplete object is the text of a record, which may continue on other lines.
        if outer != nil {
          scanner.stop()
          return count > 0 ? .taken : .ordinary
        }
        text.removeAll(keepingCapacity: true)
        text.append(line)
        text.append(.lineFeed)
        (emittedLength, shrinkLength) = (0, limits.text)
        return .taken
      case .invalid(let reason):
        // Text in braces is often not JSON, so an error is only reported if the object has a value.
        if scanner.nodes.count > 1 {
          fault(isDocument(line) ? .brokenDocument : reason, at: min(scanner.position, line.count), line)
        }
        if telemetry.isDeferred { readDeferred(line) }
        return count > 0 || scanner.hasElements ? .taken : .ordinary
      // Only lines that are read in parts can have so many values.
      case .element, .skipped, .full: return .taken
      }
    }
  }

  private mutating func beginObject(at index: Int) {
    scanner.begin(at: index)
    if telemetry.isKnown { telemetry = Telemetry() }
  }

  /// Skips commas, blanks, and the brackets of the array around the objects. Returns the index after them.
  private mutating func skipSeparators(_ line: Span<UInt8>, _ start: Int, isStart: Bool) -> Int {
    var index = start
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "["): isInArray = true
      case UInt8(ascii: "}") where isStart && index == start: isInArray = true
      case UInt8(ascii: "]"):
        isInArray = false
        finishTrace()
      case UInt8(ascii: ","), .lineFeed: break
      default:
        guard line[index].isSpace else { return index }
      }
      index += 1
    }
    return index
  }

  /// Reads the next line of an object that began on an earlier line.
  mutating func continueObject(
    _ line: Span<UInt8>, _ header: Header, number: Int
  ) -> Verdict {
    place.beginLine(at: text.count)
    text.append(line)
    if isInLine {
      next = 0
      hasObjects = false
      guard let end = readLongLine() else { return .taken }
      if isLost { return lose(from: end.index) }
      return begin(line, header, number: number, insteadOf: end.reason)
    }
    text.append(.lineFeed)
    switch scanText() {
    case .complete, .skipped, .element, .full:
      outer = nil
      let rest = text.count - scanner.position - 1
      let verdict = readObjects(line, from: line.count - rest, number: number)
      // The start of the line belongs to the object.
      if case .ordinary = verdict { return .taken }
      return verdict
    case .open: return .taken
    case .invalid(let reason):
      text.removeLast()
      return begin(line, header, number: number, insteadOf: reason)
    }
  }

  /// Ends the open object, because the last line of the text is not part of it. Then reads that line on its own.
  private mutating func begin(
    _ line: Span<UInt8>, _ header: Header, number: Int, insteadOf reason: UnreadableReason
  ) -> Verdict {
    withText { reader, text in
      if reader.isDocument(text.span) {
        reader.fault(.brokenDocument, at: reader.scanner.position, text.span)
      } else if reader.scanner.nodes.count > 1 {
        reader.fault(reason, at: 0, text.span)
      }
      let end = max(0, text.count - line.count)
      if reader.telemetry.isDeferred { reader.readDeferred(text.span, before: end) }
      text.removeSubrange(end...)
      reader.endObject(&text)
    }
    return begin(line, header, number: number)
  }

  /// Scans `text`, and reads the object if it is complete.
  private mutating func scanText() -> JSONScanner.Step {
    withText { reader, text in
      let step = reader.scan(&text, isLineEnd: true)
      if case .complete = step, let header = reader.readObject(text.span) {
        reader.items.append(.silent(header.format))
      }
      return step
    }
  }

  /// Calls a closure that needs the reader and its text at the same time. The text is moved out and back, which avoids a copy.
  private mutating func withText<Result>(_ body: (inout DocumentReader, inout [UInt8]) -> Result) -> Result {
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    return body(&self, &text)
  }

  /// Scans to the end of an object or of the text. Elements that are complete are read on the way.
  private mutating func scan(_ text: Span<UInt8>, isLineEnd: Bool) -> JSONScanner.Step {
    while true {
      let step = scanner.scan(text, isLineEnd: isLineEnd)
      guard case .element(let index, let elements) = step else { return step }
      readElement(index, elements, text)
      emittedLength = scanner.position
    }
  }

  /// Scans like the function above, and removes unneeded parts of a text that becomes large.
  private mutating func scan(_ text: inout [UInt8], isLineEnd: Bool) -> JSONScanner.Step {
    while true {
      let step = scan(text.span, isLineEnd: isLineEnd)
      switch step {
      case .full: shrink(&text, isFull: true)
      case .skipped:
        endLargeRecord(text.span)
        guard scanner.isOpen else { return step }
      case .open:
        if text.count > shrinkLength { shrink(&text) }
        return step
      default: return step
      }
    }
  }

  // MARK: Long lines

  /// Reads the first part of a line that is too long to be read at once.
  mutating func beginLongLine(_ line: Span<UInt8>, from start: Int, number: Int) -> Verdict {
    linePrefixParts = outer.map { RecordParts(.jsonLine, $0, line) }
    outer = nil
    place = DocumentText(line: number)
    text.removeAll(keepingCapacity: true)
    text.append(line)
    (next, emittedLength, shrinkLength) = (start, 0, limits.text)
    hasObjects = false
    guard let end = readLongLine(isStart: true) else { return .taken }
    if isLost { return lose(from: end.index) }
    isInLine = false
    // Text in braces is often not JSON, so an error is only reported if the object has a value.
    if scanner.nodes.count > 1 {
      withText { reader, text in reader.fault(end.reason, at: end.index, text.span) }
    }
    return .ordinary
  }

  /// Reads another part of a long line.
  mutating func readLinePart(_ part: Span<UInt8>, isLast: Bool) {
    place.extendLine()
    text.append(part)
    if isLast { text.append(.lineFeed) }
    if let end = readLongLine() { _ = lose(from: end.index) }
  }

  /// Reads the objects of the parts of a long line so far. If something else follows them, returns the reason and its index.
  private mutating func readLongLine(isStart: Bool = false) -> (reason: UnreadableReason, index: Int)? {
    withText { reader, text in reader.readLongLine(&text, isStart: isStart) }
  }

  private mutating func readLongLine(
    _ text: inout [UInt8], isStart: Bool
  ) -> (reason: UnreadableReason, index: Int)? {
    var isStart = isStart
    while true {
      if !scanner.isOpen {
        next = skipSeparators(text.span, next, isStart: isStart)
        isStart = false
        guard next < text.count else {
          remove([0..<text.count], from: &text)
          next = 0
          return nil
        }
        guard text[next] == UInt8(ascii: "{") else { return (.notJSON, next) }
        beginObject(at: next)
      }
      switch scan(&text, isLineEnd: !isInLine) {
      case .complete:
        hasObjects = true
        if let header = readObject(text.span) { items.append(.silent(header.format)) }
        next = scanner.position
      case .skipped, .element, .full:
        hasObjects = true
        next = scanner.position
      case .open:
        // After a time, an object that is incomplete at the end of its line is text.
        return !isInLine && linePrefixParts != nil ? (.notJSON, 0) : nil
      case .invalid(let reason): return (reason, scanner.position)
      }
    }
  }

  /// Whether parts of a long line were already read or removed, so that it cannot be read as an ordinary line.
  private var isLost: Bool { hasObjects || scanner.hasElements || place.isCut }

  /// Reports that a long line cannot be read from an index on, and ends its objects.
  private mutating func lose(from index: Int) -> Verdict {
    isInLine = false
    withText { reader, text in
      reader.fault(.brokenDocument, at: index, text.span)
      reader.emittedLength = text.count
      reader.endObject(&text)
    }
    return .taken
  }

  // MARK: Memory

  /// Removes the text of values that are not needed. If the rest is still too large for a record, skips the record.
  private mutating func shrink(_ text: inout [UInt8], isFull: Bool = false) {
    searchLargeRecord(text.span)
    remove(scanner.shrink(text.span), from: &text)
    let isTooLarge =
      text.count > limits.record || isFull && scanner.nodes.count > limits.values / 2
    if isTooLarge, large == nil {
      let start = scanner.skip()
      large = SkippedRecord(
        recognizer, line: place.line(at: start), column: place.column(at: start, in: text.span), from: start)
      searchLargeRecord(text.span)
      if scanner.skipped == 0 { telemetry.forgetNodes() }
      remove(scanner.shrink(text.span), from: &text)
    }
    large?.end = text.count
    shrinkLength = max(limits.text, 2 * text.count)
  }

  private mutating func remove(_ ranges: [Range<Int>], from text: inout [UInt8]) {
    guard !ranges.isEmpty else { return }
    place.remove(ranges, from: text.span)
    text.remove(ranges)
    emittedLength -= ranges.reduce(0) { $0 + $1.clamped(to: 0..<emittedLength).count }
    telemetry.forgetPlaces()
  }

  /// Searches the new text of a skipped record for names of events.
  private mutating func searchLargeRecord(_ text: Span<UInt8>) {
    large?.search(text, upTo: scanner.skipped == nil ? scanner.position : text.count)
  }

  private mutating func endLargeRecord(_ text: Span<UInt8>) {
    searchLargeRecord(text)
    if let large, large.mayHoldEvent {
      items.append(.fault(line: large.line, column: large.column, .tooLargeRecord))
    }
    large = nil
  }

  // MARK: Ends

  /// Whether the open object is certainly a document, not text in braces.
  mutating func isDocument(_ text: Span<UInt8>) -> Bool {
    // A trace is valid without its end.
    if !trace.isEmpty { return false }
    return scanner.hasElements || large != nil || !scanner.nodes.isEmpty && isKnownDocument(text)
  }

  /// Reports that the text cannot be read from an index on.
  mutating func fault(_ reason: UnreadableReason, at index: Int, _ text: Span<UInt8>) {
    items.append(
      .fault(line: place.line(at: index), column: place.column(at: index, in: text), reason))
  }

  /// Ends an object that is incomplete at the end of the log. Reports it if it is a document, or has a value.
  mutating func cutObject() {
    withText { reader, text in
      if reader.isDocument(text.span) {
        reader.items.append(.fault(line: reader.place.firstLine, column: 1, .cutDocument))
      } else if !reader.scanner.hasElements, reader.scanner.nodes.count > 1 {
        reader.items.append(.fault(line: reader.place.firstLine, column: 1, .cutObject))
      }
      reader.endObject(&text)
    }
  }

  /// Ends the open object, and hands out its unread lines as ordinary lines.
  private mutating func endObject(_ text: inout [UInt8]) {
    if telemetry.isDeferred { readDeferred(text.span) }
    endLargeRecord(text.span)
    scanner.stop()
    var start = 0
    let whole = max(emittedLength, place.endOfCuts)
    while let end = text[start...].firstIndex(of: .lineFeed) {
      if start >= whole { items.append(.line(Array(text[start..<end]), number: place.line(at: start))) }
      start = end + 1
    }
    text.removeAll(keepingCapacity: true)
    emittedLength = 0
  }
}
