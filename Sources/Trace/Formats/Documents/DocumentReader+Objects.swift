// JSON objects, in one line or over many.

extension DocumentReader {
  /// Reads the objects that begin in a line.
  mutating func readObjects(
    _ line: Span<UInt8>, from start: Int, number: Int
  ) -> Verdict {
    var index = start
    var count = 0
    place = DocumentText(line: number)
    while true {
      index = skipSeparators(line, index)
      guard index < line.count else { return .taken }
      guard line[index] == UInt8(ascii: "{") else { return count > 0 ? .taken : .ordinary }
      scanner.begin(at: index)
      (handedOut, kept) = (0, 0)
      switch scan(line) {
      case .complete, .element:
        let header = readObject(line)
        count += 1
        index = scanner.position
        guard var header else { continue }
        if header.time == nil { header.time = outer }
        let rest = line.skippingBlanks(index, before: line.count)
        if count == 1, rest == line.count { return .silent(header) }
        items.append(.silent(header.format))
      case .open:
        // Behind a time it is the text of a record, which may go on in other lines.
        if outer != nil {
          scanner.stop()
          return count > 0 ? .taken : .ordinary
        }
        text.removeAll(keepingCapacity: true)
        text.append(line)
        text.append(.lineFeed)
        return .taken
      case .invalid(let reason):
        // Braces are around much that is no JSON.
        if scanner.nodes.count > 1 {
          let column = line.column(ofByte: min(scanner.position, line.count))
          items.append(.fault(line: number, column: column, reason))
        }
        return count > 0 || scanner.hasElements ? .taken : .ordinary
      }
    }
  }

  /// Commas, and the brackets of the array that the objects are in.
  private mutating func skipSeparators(
    _ line: Span<UInt8>, _ start: Int
  ) -> Int {
    var index = start
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "["): isInArray = true
      case UInt8(ascii: "}") where index == start: isInArray = true
      case UInt8(ascii: "]"):
        isInArray = false
        finishTrace()
      case UInt8(ascii: ","): break
      default:
        guard line[index].isBlank else { return index }
      }
      index += 1
    }
    return index
  }

  /// Reads on in an object that lines before this one began.
  mutating func goOn(
    _ line: Span<UInt8>, _ header: Header, number: Int
  ) -> Verdict {
    let lineStart = text.count
    place.begin(lineAt: lineStart)
    text.append(line)
    text.append(.lineFeed)
    switch scanText() {
    case .complete, .element:
      outer = nil
      let verdict = readObjects(line, from: scanner.position - lineStart, number: number)
      // The line was part of the object.
      if case .ordinary = verdict { return .taken }
      return verdict
    case .open:
      let isRecord = isInArray || scanner.hasElements
      if text.count - handedOut > (isRecord ? Self.largestRecord : Self.largestDocument) {
        reject(isRecord ? .tooLargeRecord : .tooLargeDocument)
        giveBackLines()
      } else if handedOut - kept > Self.largestRecord {
        forgetHandedOut()
      }
      return .taken
    case .invalid(let reason):
      text.removeSubrange(lineStart...)
      if scanner.nodes.count > 1 { reject(reason) }
      giveBackLines()
      return begin(line, header, number: number)
    }
  }

  /// Scans the lines of an object, and reads it where it is complete.
  private mutating func scanText() -> JSONScanner.Step {
    // Out of the reader while it is lent, and back for its memory.
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    let step = scan(text.span)
    if case .complete = step, let header = readObject(text.span) {
      items.append(.silent(header.format))
    }
    return step
  }

  /// Scans to the end of an object, or as far as the text goes.
  private mutating func scan(_ text: Span<UInt8>) -> JSONScanner.Step {
    while true {
      let step = scanner.scan(text)
      guard case .element(let index) = step else { return step }
      readElement(index, text)
      scanner.drop(index)
      handedOut = scanner.position
    }
  }

  /// Forgets the lines whose elements were handed out, but for what stands before these.
  private mutating func forgetHandedOut() {
    let start = scanner.end(ofNodesBefore: handedOut)
    let stop = place.start(ofLineAt: handedOut)
    if start < stop {
      text.removeSubrange(start..<stop)
      place.forget(start..<stop)
      scanner.forget(start..<stop)
      handedOut -= stop - start
    }
    kept = handedOut
  }

  /// The object that is open has no end, or is none.
  mutating func reject(_ reason: UnreadableReason) {
    items.append(.fault(line: place.firstLine, column: 1, reason))
  }

  /// Hands out the lines of the object that is open as ordinary ones.
  mutating func giveBackLines() {
    scanner.stop()
    var start = 0
    while let end = text[start...].firstIndex(of: .lineFeed) {
      if start >= handedOut {
        items.append(.line(Array(text[start..<end]), number: place.line(at: start)))
      }
      start = end + 1
    }
    text.removeAll(keepingCapacity: true)
    (handedOut, kept) = (0, 0)
  }
}
