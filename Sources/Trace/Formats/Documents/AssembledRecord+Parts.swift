extension AssembledRecord {
  /// Creates a record with a decoded message. `places` has the index of each byte of the message in the excerpt. The message may
  /// itself be a log line with a header. Values from that header take precedence: `setParts` only adds missing ones.
  init(message: [UInt8], _ places: [Int32], in excerpt: DocumentText.Excerpt) {
    bytes = message
    self.places = places
    line = excerpt.line
    original = excerpt.bytes
    columns = excerpt.columns
    header = Header(quoted: bytes.span)
  }

  /// Sets the properties that the header lacks.
  mutating func setParts(_ parts: RecordParts) {
    // Separates the last word of the message from the parts.
    append(.lineFeed, at: nil)
    header.format = parts.format
    run = parts.run
    if parts.isEnd { header.isEnd = true }
    if header.time == nil, let time = parts.time {
      let range = append(time.span)
      // Reports do not write dates with slashes, so the order of day and month does not matter.
      var isDayFirst = false
      header.time =
        parts.moment.map { .exact($0, text: range) }
        ?? TimeField(ofField: range, in: bytes.span, isDayFirst: &isDayFirst)
    } else if header.time == nil, let moment = parts.moment {
      header.time = .exact(moment, text: nil)
    }
    if header.process == nil, let process = parts.process, !process.isEmpty {
      header.process = append(process.span)
    }
    if header.pid == nil { header.pid = parts.pid }
    if header.tag == nil { header.tag = parts.tag.map { append($0.span) } }
    if header.thread == nil, let thread = parts.thread, !thread.isEmpty {
      header.thread = append(thread.span)
      if thread.elementsEqual("main".utf8) || thread.starts(with: "Main Thread".utf8) {
        header.isMainThread = true
      }
    }
  }
}

extension AssembledRecord {
  /// Adds the values at a place of a record that may be fields of the event.
  mutating func addMembers(
    at path: JSONPath, of record: Int, _ scanner: JSONScanner, _ text: Span<UInt8>, _ recognizer: Recognizer
  ) {
    guard let object = scanner.value(at: path, of: record, in: text) else { return }
    for (key, value) in scanner.namedValues(of: object, in: text) where scanner.nodes[value].isScalar {
      guard let field = recognizer.fieldNumber(key, in: text) else { continue }
      let node = scanner.nodes[value]
      members.append((field, append(RecordParts.bytes(node.value, text, node.isEscaped).span)))
    }
  }
}

extension DocumentReader {
  /// Returns a record whose message is the canonical event of a fact, located at `place` in the excerpt; nil if the vocabulary
  /// does not map the fact.
  func infer(
    _ fact: DocumentFact, _ parts: RecordParts, in excerpt: DocumentText.Excerpt, at place: Range<Int>
  ) -> AssembledRecord? {
    guard let message = fact.canonicalEvent(by: recognizer).map({ Array($0.utf8) }) else { return nil }
    let last = max(place.lowerBound, place.upperBound - 1)
    let places = message.indices.map { Int32(min(place.lowerBound + $0, last)) }
    var record = AssembledRecord(message: message, places, in: excerpt)
    record.setParts(parts)
    return record
  }
}

extension Recognizer {
  /// Returns the ranges of the lines of a message that may contain an event.
  func candidates(in message: [UInt8], _ platform: Platform) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < message.count {
      let end = message.span.endOfLine(from: start)
      let line = message.span.extracting(start..<end)
      if mayFind(in: line, Header(quoted: line).message, platform) { found.append(start..<end) }
      start = end + 1
    }
    return found
  }
}
