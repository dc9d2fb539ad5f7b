extension DocumentReader {
  /// Hands out the records of a JSON object's text; false where it surely holds no event.
  mutating func emit(
    _ record: JSONRecord, _ text: Span<UInt8>, _ nested: Nested? = nil
  ) -> Bool {
    guard let (node, isKey) = choose(record, text) else { return emitFunction(record, text, nested) }
    let outer = nested?.parts ?? outer.map { RecordParts(.jsonLine, $0, text) }
    let parts = RecordParts(record, text, outer: outer, isDayFirst: &isDayFirst)
    var message: [UInt8] = []
    var places: [Int32] = []
    let line = place.line(at: node.value.lowerBound)
    let original = place.bytes(of: line, in: text)
    (node.isEscaped ? Coding.json : .plain).decode(text, node.value) { byte, index in
      message.append(byte)
      places.append(place.place(of: index))
    }
    if !isKey, message.first == UInt8(ascii: "{") {
      let outer = Nested(parts: parts, depth: (nested?.depth ?? 0) + 1)
      if outer.depth < 3, unwrap(message, places, line: line, original, outer) { return true }
    }
    let (scanner, recognizer, lines) = (scanner, recognizer, place)
    let function = function(of: record, text).flatMap {
      lines.line(at: $0.value.lowerBound) == line ? $0 : nil
    }
    let hasRecord = emitLines(message, places, parts, line: line, original: original) { made in
      if isKey || CanonicalForm.endOfName(made.bytes.span, made.header.message) != nil {
        made.addMembers(record, of: scanner, without: node, text, recognizer)
      }
      if let function { made.take(function: function, text, lines) }
    }
    guard !hasRecord, !isKey, record.message?.value == node.value else { return hasRecord }
    // It only looked as if it might speak.
    var rest = record
    rest.ignoresMessage = true
    return emit(rest, text, nested)
  }

  /// Hands out a record that says nothing but in which function it was written; false where that is no event either.
  private mutating func emitFunction(_ record: JSONRecord, _ text: Span<UInt8>, _ nested: Nested?) -> Bool {
    guard let function = function(of: record, text) else { return false }
    let line = place.line(at: function.value.lowerBound)
    var made = AssembledRecord(message: [], [], line: line, original: place.bytes(of: line, in: text))
    let outer = nested?.parts ?? outer.map { RecordParts(.jsonLine, $0, text) }
    made.take(RecordParts(record, text, outer: outer, isDayFirst: &isDayFirst))
    made.take(function: function, text, place)
    items.append(.record(made))
    return true
  }

  /// The function that a record was written in, where that may be an event.
  private func function(of record: JSONRecord, _ text: Span<UInt8>) -> JSONScanner.Node? {
    record.function.flatMap { maySpeak($0, text, record.format.platform) ? $0 : nil }
  }

  /// Hands out a record for each line of a message that may hold an event; false where none does.
  mutating func emitLines(
    _ message: [UInt8], _ places: [Int32], _ parts: RecordParts, line: Int, original: [UInt8],
    _ complete: (inout AssembledRecord) -> Void
  ) -> Bool {
    var start = 0
    var hasRecord = false
    while start < message.count {
      let end = message[start...].firstIndex(of: .lineFeed) ?? message.count
      var made = AssembledRecord(
        message: Array(message[start..<end]), Array(places[start..<end]), line: line, original: original)
      if recognizer.mayFind(in: made.bytes.span, made.header.message, parts.format.platform) {
        made.take(parts)
        made.isCounted = hasRecord
        hasRecord = true
        complete(&made)
        items.append(.record(made))
      }
      start = end + 1
    }
    return hasRecord
  }

  /// What an object that stands in another one's text has from it.
  struct Nested {
    var parts: RecordParts
    var depth: Int
  }

  /// Reads a message that is an object itself.
  private mutating func unwrap(
    _ message: [UInt8], _ places: [Int32], line: Int, _ original: [UInt8], _ nested: Nested
  ) -> Bool {
    var inner = JSONScanner()
    inner.begin(at: 0)
    guard case .complete = inner.scan(message.span) else { return false }
    let record = JSONRecord(inner, 0, message.span)
    guard record.message != nil || record.event != nil || record.weakEvent != nil else { return false }
    var around = DocumentText(line: line, bytes: original, places: places)
    swap(&around, &place)
    swap(&inner, &scanner)
    defer {
      swap(&around, &place)
      swap(&inner, &scanner)
    }
    if !emit(record, message.span, nested) { items.append(.silent(nested.parts.format)) }
    return true
  }

  /// The member that says what happened, and whether it is one that names an event; nil where none does.
  private func choose(
    _ record: JSONRecord, _ text: Span<UInt8>
  ) -> (JSONScanner.Node, isKey: Bool)? {
    let platform = record.format.platform
    if let event = record.event, recognizer.isName(event.value, in: text) { return (event, true) }
    if let message = record.message, !record.ignoresMessage, maySpeak(message, text, platform) {
      return (message, false)
    }
    if let event = record.event, maySpeak(event, text, platform) { return (event, true) }
    guard record.message == nil, let event = record.weakEvent, maySpeak(event, text, platform) else {
      return nil
    }
    return (event, true)
  }

  /// Whether a string may hold an event, found without undoing its escapes.
  private func maySpeak(_ node: JSONScanner.Node, _ text: Span<UInt8>, _ platform: Platform) -> Bool {
    var range = node.value
    if node.isEscaped {
      while text.has("\\n", at: range.upperBound - 2, before: range.upperBound)
        || text.has("\\r", at: range.upperBound - 2, before: range.upperBound), range.count > 1
      {
        range = range.lowerBound..<range.upperBound - 2
      }
      var index = range.lowerBound
      while let escape = text.index(of: UInt8(ascii: "\\"), in: index..<range.upperBound) {
        let kind = text.byte(at: escape + 1)
        if kind == UInt8(ascii: "n") || kind == UInt8(ascii: "u") { return true }
        index = min(escape + 2, range.upperBound)
      }
    }
    guard !range.isEmpty else { return false }
    if text[range.lowerBound] == UInt8(ascii: "{") { return true }
    let value = text.extracting(range)
    return recognizer.mayFind(in: value, Header(quoted: value).message, platform)
  }
}
