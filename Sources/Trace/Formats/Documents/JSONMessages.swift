/// What a JSON record says, apart from its text.
struct RecordParts {
  var format: Format
  var time: [UInt8]?
  /// The moment, where it is not to be read from the text.
  var moment: Timestamp?
  var process: [UInt8]?
  var pid: Int?
  var thread: [UInt8]?
  var tag: [UInt8]?
  /// Whether it ends what the message names.
  var isEnd = false

  init(_ format: Format) { self.format = format }

  /// The time that stands before an object.
  init(_ format: Format, _ time: TimeReading, _ line: Span<UInt8>) {
    self.init(format)
    self.time = time.text.map { Self.bytes($0, line, false) }
    moment = time.timestamp(line)
  }

  /// The parts of an object; what it has not is that of the one around it.
  init(_ record: JSONRecord, _ text: Span<UInt8>, outer: RecordParts?, isDayFirst: inout Bool) {
    self = outer ?? RecordParts(record.format)
    format = record.format
    if let node = record.time {
      let bytes = Self.bytes(node.value, text, node.isEscaped)
      time = bytes
      moment =
        record.moment
        ?? TimeReading(ofField: bytes.indices, in: bytes.span, isDayFirst: &isDayFirst).timestamp(bytes.span)
    }
    if let range = record.processName(text) {
      process = Self.bytes(range, text, record.process?.isEscaped == true)
    }
    if let number = record.pid(text) { pid = number }
    if record.isOfLog {
      process = nil
      pid = 0
    }
    if let node = record.thread { thread = Self.bytes(node.value, text, node.isEscaped) }
    if let node = record.tag { tag = Self.bytes(node.value, text, node.isEscaped) }
    isEnd = record.isEnd(text)
  }

  static func bytes(_ range: Range<Int>, _ text: Span<UInt8>, _ isEscaped: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    (isEscaped ? Coding.json : .plain).decode(text, range) { byte, _ in bytes.append(byte) }
    return bytes
  }
}

extension AssembledRecord {
  /// A record of which these bytes are the message: each with its place in the original line. A message may be a line
  /// of a log itself: what it says is nearer to the event than what `take` adds.
  init(message: [UInt8], _ places: [Int32], line: Int, original: [UInt8]) {
    bytes = message
    self.places = places
    self.line = line
    self.original = original
    header = Header(quoted: bytes.span)
  }

  /// Takes those parts for what the header does not have.
  mutating func take(_ parts: RecordParts) {
    // No word goes on behind the message.
    append(.lineFeed, at: nil)
    header.format = parts.format
    if parts.isEnd { header.isEnd = true }
    if header.time == nil, let time = parts.time {
      let range = append(time.span)
      // No report writes a date with slashes.
      var isDayFirst = false
      header.time =
        parts.moment.map { .exact($0, text: range) }
        ?? TimeReading(ofField: range, in: bytes.span, isDayFirst: &isDayFirst)
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

extension DocumentReader {
  /// A record whose message, a canonical event, is what a format means; all of it stands at one place of the line. Nil
  /// where the vocabulary does not have the event.
  func infer(
    _ message: String, _ parts: RecordParts, line: Int, original: [UInt8], at place: Range<Int>
  ) -> AssembledRecord? {
    let message = Array(message.utf8)
    let name = 0..<(message.firstIndex(of: UInt8(ascii: " ")) ?? message.count)
    guard recognizer.isName(name, in: message.span) else { return nil }
    let last = max(place.lowerBound, place.upperBound - 1)
    let places = message.indices.map { Int32(min(place.lowerBound + $0, last)) }
    var record = AssembledRecord(message: message, places, line: line, original: original)
    record.take(parts)
    return record
  }
}

extension Recognizer {
  /// Whether a line of a text may hold an event.
  func mayFindInLines(of text: [UInt8]) -> Bool {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: .lineFeed) ?? text.count
      if mayFind(in: text.span, start..<end, .apple) { return true }
      start = end + 1
    }
    return false
  }

  /// Gives an event what its record says beside the message.
  func complete(_ event: inout Event, _ record: borrowing AssembledRecord) {
    guard event.id != .unknown else { return }
    for member in record.members where declares(.known(member.field), of: event.id) {
      event.fields.append(Event.Field(name: .known(member.field), value: member.value))
    }
  }
}

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

extension AssembledRecord {
  /// Takes the function that it was written in.
  fileprivate mutating func take(function node: JSONScanner.Node, _ text: Span<UInt8>, _ place: DocumentText)
  {
    // No word goes on into the name.
    append(.lineFeed, at: nil)
    let start = bytes.count
    (node.isEscaped ? Coding.json : .plain).decode(text, node.value) { append($0, at: place.place(of: $1)) }
    header.function = start..<bytes.count
  }

  /// Adds what may be a field of the event.
  fileprivate mutating func addMembers(
    _ record: JSONRecord, of scanner: JSONScanner, without name: JSONScanner.Node, _ text: Span<UInt8>,
    _ recognizer: Recognizer
  ) {
    var members: [(key: Range<Int>, value: JSONScanner.Node)] = record.attributes
    func collect(from object: Int, depth: Int) {
      for (index, node) in scanner.children(of: object) {
        members.append((node.key, node))
        if depth < 3, node.kind == .object, JSONKeys.isTransparent(node.key, in: text) {
          collect(from: index, depth: depth + 1)
        }
      }
    }
    if let object = record.object { collect(from: object, depth: 0) }
    for (key, node) in members {
      let isNull = node.kind == .word && text[node.value.lowerBound] == UInt8(ascii: "n")
      guard node.isScalar, !isNull, node.value != name.value, !record.isPart(node),
        let field = recognizer.fieldNumber(key, in: text)
      else { continue }
      self.members.append((field, append(RecordParts.bytes(node.value, text, node.isEscaped).span)))
    }
  }
}
