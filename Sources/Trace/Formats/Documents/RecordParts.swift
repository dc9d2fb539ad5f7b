/// The parts of a document's record other than its message.
struct RecordParts {
  var format: Format
  var time: [UInt8]?
  /// The time as a timestamp; nil if it has to be parsed from `time`.
  var moment: Timestamp?
  var process: [UInt8]?
  var pid: Int?
  var thread: [UInt8]?
  var tag: [UInt8]?
  /// The run of the app that the record belongs to, if the document names it: the name of the app, and what identifies the run.
  var run: [UInt8] = []
  /// Whether the record ends the interval that the message names.
  var isEnd = false

  init(_ format: Format) { self.format = format }

  /// Creates parts that have only the time before an object.
  init(_ format: Format, _ time: TimeField, _ line: Span<UInt8>) {
    self.init(format)
    self.time = time.text.map { Self.bytes($0, line, false) }
    moment = time.timestamp(line)
  }

  /// Creates the parts of an object. Parts that it lacks are taken from `outer`.
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
    if record.isFromLoggingSystem {
      process = nil
      pid = 0
    }
    if let node = record.thread { thread = Self.bytes(node.value, text, node.isEscaped) }
    if let node = record.tag { tag = Self.bytes(node.value, text, node.isEscaped) }
    if !record.run.isEmpty { run = record.run }
    isEnd = record.isEnd(text)
  }

  static func bytes(_ range: Range<Int>, _ text: Span<UInt8>, _ isEscaped: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    (isEscaped ? MessageEncoding.json : .plain).decode(text, range) { byte, _ in bytes.append(byte) }
    return bytes
  }
}
