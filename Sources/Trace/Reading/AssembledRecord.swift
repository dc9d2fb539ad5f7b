/// A record that is not read where it stands: its message was decoded, or its parts come from several lines.
struct AssembledRecord {
  /// The header's parts and the message, as they are read.
  var bytes: [UInt8] = []
  /// Where each byte of `bytes` stands in `original`; a negative number for what stands elsewhere.
  var places: [Int32] = []
  /// The header, with ranges in `bytes`.
  var header = Header(message: 0..<0)
  /// The line of the log in which the message stands, as it is; of a long one a part.
  var original: [UInt8] = []
  /// How many code points of the line come before `original`.
  var columns = 0
  /// Its number, from 1.
  var line = 0
  /// What the record says beside the message, as far as it may be a field of an event: the number of the field's name,
  /// and the bytes of the value.
  var members: [(field: Int, value: Range<Int>)] = []
  /// What was there before the message was decoded.
  var encoded = Encoded()
  /// Whether the record was counted with what of it came before.
  var isCounted = false

  /// Bytes, each with its place.
  struct Encoded {
    var bytes: [UInt8] = []
    var places: [Int32] = []
  }

  /// Adds bytes that stand in the original from that place on, or elsewhere. Gives back where they are now.
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
  mutating func goOn(_ text: Span<UInt8>) {
    append(UInt8(ascii: " "), at: nil)
    header.message = header.message.lowerBound..<append(text).upperBound
  }

  /// Removes the bytes that were added to the message from an index on.
  mutating func removeBytes(from end: Int) {
    bytes.removeSubrange(end...)
    places.removeSubrange(end...)
    header.message = header.message.lowerBound..<end
  }

  /// Adds one byte that stands for what is at that place of the original, or for nothing.
  mutating func append(_ byte: UInt8, at place: Int32?) {
    bytes.append(byte)
    places.append(place ?? -1)
  }

  /// A copy of a line.
  mutating func storeLine(_ line: Span<UInt8>, _ header: Header, number: Int) {
    removeAll()
    self.line = number
    self.header = header
    original.append(line)
    append(line, from: 0)
  }

  /// Adds another line behind a line end. Gives back where it begins.
  @discardableResult
  mutating func append(_ line: Span<UInt8>, isOriginal: Bool) -> Int {
    append(.lineFeed, at: nil)
    return append(line, from: isOriginal ? 0 : nil).lowerBound
  }

  /// Gives it what the header of another line says, and its own message.
  mutating func append(_ line: Span<UInt8>, _ other: Header) {
    let start = append(line, isOriginal: false)
    let message = header.message
    header = other
    header.move(by: start)
    header.message = message
  }

  /// Empties it, and keeps its memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    original.removeAll(keepingCapacity: true)
    columns = 0
    members.removeAll(keepingCapacity: true)
    header = Header(message: 0..<0)
    isCounted = false
  }

  /// Where something that was read stands in the original line: from its first byte to the end of its last.
  func origin(of range: Range<Int>) -> Range<Int> {
    let known = places[range.clamped(to: places.indices)].filter { $0 >= 0 }
    guard let first = known.first, let last = known.last, first <= last else { return 0..<0 }
    return Int(first)..<min(Int(last) + 1, original.count)
  }

  /// Where a byte that was read stands in the original line; of one that stands elsewhere, and of the end, where what is
  /// before it ends.
  func origin(of index: Int) -> Int {
    if places.indices.contains(index), places[index] >= 0 { return Int(places[index]) }
    let before = places.prefix(index).last { $0 >= 0 }
    return min(before.map { Int($0) + 1 } ?? 0, original.count)
  }
}
