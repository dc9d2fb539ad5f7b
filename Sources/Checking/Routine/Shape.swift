import Trace

/// What of an event's line tests may ask for: where that is the same, and what is open and marked does not matter, they
/// give the same answers.
struct Shape {
  /// How many fields there are, and their numbers, sixteen bits each, the first the lowest.
  private var count = -1
  private var fields: UInt64 = 0
  /// What is known of the thread.
  private var thread = 0
  /// The place of the field that tests read; negative where there is none. And its value, eight bytes a word, with how many
  /// bytes it has.
  private var place = -1
  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var length = 0
  private static let most = 24

  /// That of no event.
  init() {}

  /// That of an event of whose fields tests read those of some numbers; nil where there is more to it than can be held.
  init?(_ event: borrowing Event, _ line: Span<UInt8>, reading read: UInt64) {
    count = event.fields.count
    thread = Self.thread(event, line)
    if count > 4 { return nil }
    for place in event.fields.indices {
      guard case .known(let number) = event.fields[place].name, number < 1 << 16 else { return nil }
      fields |= UInt64(number) << UInt64(place * 16)
      if read >> UInt64(number & 63) & 1 == 0 { continue }
      guard self.place < 0, let value = event.plainValue(at: place), value.count <= Self.most else {
        return nil
      }
      self.place = place
      length = value.count
      words = Self.words(line, value)
    }
  }

  /// Whether an event is of that shape.
  @inline(__always)
  func fits(_ event: borrowing Event, _ line: Span<UInt8>) -> Bool {
    guard event.fields.count == count, Self.thread(event, line) == thread else { return false }
    var rest = fields
    for place in event.fields.indices {
      guard case .known(let number) = event.fields[place].name, number == Int(rest & 0xFFFF) else {
        return false
      }
      rest >>= 16
    }
    if place < 0 { return true }
    guard let value = event.plainValue(at: place), value.count == length else { return false }
    return Self.words(line, value) == words
  }

  @inline(__always)
  private static func words(_ line: Span<UInt8>, _ value: Range<Int>) -> (UInt64, UInt64, UInt64) {
    let (start, count) = (value.lowerBound, value.count)
    if count <= 8 { return (line.bytes(at: start, count), 0, 0) }
    let first = line.bytes(at: start, 8)
    if count <= 16 { return (first, line.bytes(at: start &+ 8, count &- 8), 0) }
    return (first, line.bytes(at: start &+ 8, 8), line.bytes(at: start &+ 16, count &- 16))
  }

  /// All that `SessionState.isOnMain` asks for, as one number.
  @inline(__always)
  private static func thread(_ event: borrowing Event, _ line: Span<UInt8>) -> Int {
    let isMain = event.isMainThread
    let said = (isMain == nil ? 0 : isMain == true ? 1 : 2) | (event.form == .canonical ? 4 : 0)
    guard let thread = event.thread else { return said }
    if thread.count > 1 { return said | (thread.count == 4 ? 8 : 16) }
    return said | (thread.count == 1 && line[thread.lowerBound] == UInt8(ascii: "1") ? 24 : 32)
  }
}
