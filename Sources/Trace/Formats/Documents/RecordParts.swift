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
  init(_ format: Format, _ time: TimeField, _ line: Span<UInt8>) {
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
        ?? TimeField(ofField: bytes.indices, in: bytes.span, isDayFirst: &isDayFirst).timestamp(bytes.span)
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
    (isEscaped ? MessageEncoding.json : .plain).decode(text, range) { byte, _ in bytes.append(byte) }
    return bytes
  }
}
