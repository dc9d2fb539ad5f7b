extension DocumentReader {
  /// Hands out the records of a JSON object. Returns false if it certainly contains no event.
  mutating func emit(
    _ record: JSONRecord, _ text: Span<UInt8>, _ nested: Nested? = nil
  ) -> Bool {
    guard let (node, isKey) = choose(record, text) else { return emitFunction(record, text, nested) }
    let parts = RecordParts(record, text, outer: nested?.parts ?? outer(text), isDayFirst: &isDayFirst)
    let (message, places) = Self.decode(node, text)
    if !isKey, message.first == UInt8(ascii: "{") {
      let outer = Nested(parts: parts, depth: (nested?.depth ?? 0) + 1)
      if unwrap(message, places, at: node.value.lowerBound, text, outer) { return true }
    }
    let (scanner, recognizer, lines) = (scanner, recognizer, place)
    let line = lines.line(at: node.value.lowerBound)
    let function = function(of: record, text).flatMap {
      lines.line(at: $0.value.lowerBound) == line ? $0 : nil
    }
    let hasRecord = emitLines(message, places, parts, text) { made, excerpt in
      if isKey || CanonicalParser.endOfName(made.bytes.span, made.header.message) != nil {
        made.addMembers(record, of: scanner, without: node, text, recognizer)
      }
      if let function { made.setFunction(function, text, lines, excerpt) }
    }
    guard !hasRecord, !isKey, record.message?.value == node.value else { return hasRecord }
    // The decoded message contains no event, so the other members are tried.
    var rest = record
    rest.ignoresMessage = true
    return emit(rest, text, nested)
  }

  /// Returns the decoded bytes of a string, and the index of each of them in the text.
  static func decode(_ node: JSONScanner.Node, _ text: Span<UInt8>) -> ([UInt8], [Int32]) {
    var message: [UInt8] = []
    var places: [Int32] = []
    message.reserveCapacity(node.value.count)
    places.reserveCapacity(node.value.count)
    (node.isEscaped ? MessageEncoding.json : .plain).decode(text, node.value) { byte, index in
      message.append(byte)
      places.append(Int32(index))
    }
    return (message, places)
  }

  /// Hands out a record for each line of a string that may contain an event. `words` are added before and after the string.
  mutating func emitLines(
    of node: JSONScanner.Node, _ parts: RecordParts, _ text: Span<UInt8>,
    between words: (before: String, after: String) = ("", "")
  ) {
    guard node.isScalar, !node.value.isEmpty else { return }
    let (message, places) = Self.decode(node, text)
    guard let first = places.first, let last = places.last else { return }
    let (before, after) = (Array(words.before.utf8), Array(words.after.utf8))
    let allPlaces = before.map { _ in first } + places + after.map { _ in last }
    _ = emitLines(before + message + after, allPlaces, parts, text) { _, _ in }
  }

  /// Hands out a record that consists only of its function. Returns false if there is none that may be an event.
  private mutating func emitFunction(_ record: JSONRecord, _ text: Span<UInt8>, _ nested: Nested?) -> Bool {
    guard let function = function(of: record, text) else { return false }
    let excerpt = place.excerpt(at: function.value.lowerBound, in: text)
    var made = AssembledRecord(message: [], [], in: excerpt)
    made.setParts(RecordParts(record, text, outer: nested?.parts ?? outer(text), isDayFirst: &isDayFirst))
    made.setFunction(function, text, place, excerpt)
    items.append(.record(made))
    return true
  }

  /// Returns the parts before the objects of a line, if any.
  private func outer(_ text: Span<UInt8>) -> RecordParts? {
    linePrefixParts ?? outer.map { RecordParts(.jsonLine, $0, text) }
  }

  /// Returns the function that logged a record; nil if it cannot be an event.
  private func function(of record: JSONRecord, _ text: Span<UInt8>) -> JSONScanner.Node? {
    record.function.flatMap { mayContainEvent($0, text, recognizer.platform(record.format)) ? $0 : nil }
  }

  /// Hands out a record for each line of a message that may contain an event. Returns false if there is none. `places` has the
  /// index of each byte of the message in the text.
  private mutating func emitLines(
    _ message: [UInt8], _ places: [Int32], _ parts: RecordParts, _ text: Span<UInt8>,
    _ complete: (inout AssembledRecord, DocumentText.Excerpt) -> Void
  ) -> Bool {
    let made = assembleLines(message, places, parts, text, complete)
    for record in made { items.append(.record(record)) }
    return !made.isEmpty
  }

  /// Returns a record for each line of a message that may contain an event.
  mutating func assembleLines(
    _ message: [UInt8], _ places: [Int32], _ parts: RecordParts, _ text: Span<UInt8>,
    _ complete: (inout AssembledRecord, DocumentText.Excerpt) -> Void
  ) -> [AssembledRecord] {
    var records: [AssembledRecord] = []
    for line in recognizer.candidates(in: message, recognizer.platform(parts.format)) {
      let excerpt = place.excerpt(at: Int(places[line.lowerBound]), in: text)
      var made = AssembledRecord(
        message: Array(message[line]), places[line].map { place.place(of: Int($0), in: excerpt) }, in: excerpt
      )
      made.setParts(parts)
      made.isCounted = !records.isEmpty
      complete(&made, excerpt)
      records.append(made)
    }
    return records
  }

  /// The context of an object that is a string in another object: the parts of the outer object, and the depth of nesting.
  struct Nested {
    var parts: RecordParts
    var depth: Int
  }

  /// Reads a message that is itself a JSON object. Returns false if it is not, or has neither a message nor an event.
  private mutating func unwrap(
    _ message: [UInt8], _ places: [Int32], at start: Int, _ text: Span<UInt8>, _ nested: Nested
  ) -> Bool {
    var inner = JSONScanner(limits)
    inner.begin(at: 0)
    guard case .complete = inner.scan(message.span) else { return false }
    let record = JSONRecord(inner, 0, message.span)
    guard record.message != nil || record.event != nil || record.ambiguousEventName != nil else {
      return false
    }
    let excerpt = place.excerpt(at: start, in: text)
    guard nested.depth < limits.quotes else {
      var names = NameSearch(recognizer)
      names.search(message.span)
      if names.isFound {
        items.append(
          .fault(line: excerpt.line, column: place.column(at: start, in: text), .nestedJSONTooDeep))
      }
      items.append(.silent(nested.parts.format))
      return true
    }
    var around = DocumentText(in: excerpt, places: places)
    swap(&around, &place)
    swap(&inner, &scanner)
    defer {
      swap(&around, &place)
      swap(&inner, &scanner)
    }
    if !emit(record, message.span, nested) { items.append(.silent(nested.parts.format)) }
    return true
  }

  /// Returns the member that may contain the event, and whether its key is one for event names; nil if there is none.
  private func choose(
    _ record: JSONRecord, _ text: Span<UInt8>
  ) -> (JSONScanner.Node, isKey: Bool)? {
    let platform = recognizer.platform(record.format)
    if let event = record.event, recognizer.isName(event.value, in: text) { return (event, true) }
    if let message = record.message, !record.ignoresMessage, mayContainEvent(message, text, platform) {
      return (message, false)
    }
    if let event = record.event, mayContainEvent(event, text, platform) { return (event, true) }
    guard record.message == nil, let event = record.ambiguousEventName, mayContainEvent(event, text, platform)
    else {
      return nil
    }
    return (event, true)
  }

  /// Whether a string may contain an event, determined without decoding its escapes.
  private func mayContainEvent(_ node: JSONScanner.Node, _ text: Span<UInt8>, _ platform: Platform) -> Bool {
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
