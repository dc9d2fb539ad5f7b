/// A record that is read from a buffer instead of in place: its message was decoded, or its parts are in several lines.
struct AssembledRecord {
  /// The text that is parsed: the parts of the header, and the message.
  var bytes: [UInt8] = []
  /// For each byte of `bytes`, its index in `original`; negative if it is from elsewhere.
  var places: [Int32] = []
  /// The header. Its ranges are indices of `bytes`.
  var header = Header(message: 0..<0)
  /// The unmodified line of the log that contains the message; only a part of it if the line is long.
  var original: [UInt8] = []
  /// The number of code points of the line before `original`.
  var columns = 0
  /// The 1-based number of the line.
  var line = 0
  /// Values of the record, other than the message, that may be fields of an event: the number of the field's name, and the range
  /// of the value in `bytes`.
  var members: [(field: Int, value: Range<Int>)] = []
  /// The run of the app that the record belongs to; empty if its header names the process.
  var run: [UInt8] = []
  /// The bytes before the message was decoded. They are kept only to reuse the memory.
  var encoded = Encoded()
  /// Whether the record is part of one that was already counted.
  var isCounted = false

  /// Bytes, and the place of each one in `original`.
  struct Encoded {
    var bytes: [UInt8] = []
    var places: [Int32] = []
  }

  /// Appends bytes, and returns their range in `bytes`. `place` is the index of the first one in `original`; nil if they are not
  /// in it.
  @discardableResult
  mutating func append(_ text: Span<UInt8>, from place: Int? = nil) -> Range<Int> {
    let start = bytes.count
    bytes.append(text)
    if let place {
      for index in text.indices { places.append(Int32(place + index)) }
    } else {
      places.append(contentsOf: repeatElement(-1, count: text.count))
    }
    return start..<bytes.count
  }

  /// Adds the next line of a message that was wrapped between two words.
  mutating func appendContinuation(_ text: Span<UInt8>) {
    append(UInt8(ascii: " "), at: nil)
    header.message = header.message.lowerBound..<append(text).upperBound
  }

  /// Truncates the message at an index, and with it the record.
  mutating func removeBytes(from end: Int) {
    bytes.removeSubrange(end...)
    places.removeSubrange(end...)
    header.message = header.message.lowerBound..<end
  }

  /// Appends one byte. `place` is the index in `original` of the byte that it represents; nil if it represents none.
  mutating func append(_ byte: UInt8, at place: Int32?) {
    bytes.append(byte)
    places.append(place ?? -1)
  }

  /// Replaces the record with a copy of a line.
  mutating func storeLine(_ line: Span<UInt8>, _ header: Header, number: Int) {
    removeAll()
    self.line = number
    self.header = header
    original.append(line)
    append(line, from: 0)
  }

  /// Replaces the record with a part of a line, behind a header that is not in the line. Returns the range of the part.
  @discardableResult
  mutating func storePart(
    _ part: Range<Int>, of line: Span<UInt8>, number: Int, behind header: Span<UInt8>
  ) -> Range<Int> {
    removeAll()
    self.line = number
    original.append(line)
    append(header)
    return append(line.extracting(part), from: part.lowerBound)
  }

  /// Appends a line feed and another line. Returns the index at which the line begins.
  @discardableResult
  mutating func append(_ line: Span<UInt8>, isOriginal: Bool) -> Int {
    append(.lineFeed, at: nil)
    return append(line, from: isOriginal ? 0 : nil).lowerBound
  }

  /// Appends another line, whose header replaces the previous one. The message stays the same.
  mutating func append(_ line: Span<UInt8>, _ other: Header) {
    let start = append(line, isOriginal: false)
    let message = header.message
    header = other
    header.move(by: start)
    header.message = message
  }

  /// Empties the record, and keeps its memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    original.removeAll(keepingCapacity: true)
    columns = 0
    members.removeAll(keepingCapacity: true)
    run.removeAll(keepingCapacity: true)
    header = Header(message: 0..<0)
    isCounted = false
  }

  /// Returns the range in `original` that a range of `bytes` was read from; empty if there is none.
  func origin(of range: Range<Int>) -> Range<Int> {
    let known = places[range.clamped(to: places.indices)].filter { $0 >= 0 }
    guard let first = known.first, let last = known.last, first <= last else { return 0..<0 }
    return Int(first)..<min(Int(last) + 1, original.count)
  }

  /// Returns the index in `original` of a byte of `bytes`. If the byte is not from there, or is the end, the index is the end of
  /// the nearest byte before it.
  func origin(of index: Int) -> Int {
    if places.indices.contains(index), places[index] >= 0 { return Int(places[index]) }
    let before = places.prefix(index).last { $0 >= 0 }
    return min(before.map { Int($0) + 1 } ?? 0, original.count)
  }
}
