import Trace

/// The values of the fields that the predicates of a signal read, as a cache key. Only for a few fields that are close together
/// in the line.
struct FieldBytes {
  /// The bytes of the line from the first value to the end of the last one, eight in each word.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The range of each value: eight bits for its start, relative to the field that was read first, and eight for its length. The
  /// field that was read last has the lowest bits.
  private var places: UInt64 = 0

  private static let mostBytes = 32
  /// The range of a field that the event lacks.
  private static let missing: UInt64 = 0xFFFF

  /// Creates the values of no event.
  init() {}

  /// Reads fields, given their numbers in the vocabulary. Nil if the values are too long or too far apart, or if a value is not
  /// in the line as it is (`Event.isPlain`).
  init?(_ event: borrowing Event, _ line: Span<UInt8>, of fields: ArraySlice<Int32>) {
    var stretch = ByteStretch()
    for field in fields {
      guard let place = event.place(of: Int(field)) else {
        places = places &<< 16 | Self.missing
        continue
      }
      guard let value = event.plainValue(at: place) else { return nil }
      places = places &<< 16 | stretch.add(value)
    }
    if !append(stretch, of: line) { return nil }
  }

  /// Reads fields, given their indices among the event's fields as a set of bits. Nil in the same cases.
  @inline(__always)
  init?(_ event: borrowing Event, _ line: Span<UInt8>, at fields: UInt8) {
    var stretch = ByteStretch()
    var rest = fields
    while rest != 0 {
      guard let value = event.plainValue(at: rest.trailingZeroBitCount) else { return nil }
      places = places &<< 16 | stretch.add(value)
      rest &= rest &- 1
    }
    if !append(stretch, of: line) { return nil }
  }

  /// The range of the line from the first value to the end of the last one.
  private struct ByteStretch {
    var (begin, end) = (Int.max, 0)
    private var first = -1

    /// Adds a value. Returns its range in the form of `places`.
    @inline(__always)
    mutating func add(_ value: Range<Int>) -> UInt64 {
      if first < 0 { first = value.lowerBound }
      (begin, end) = (min(begin, value.lowerBound), max(end, value.upperBound))
      return UInt64(truncatingIfNeeded: value.lowerBound &- first) & 0xFF
        | (UInt64(truncatingIfNeeded: value.count) & 0xFF) &<< 8
    }
  }

  /// Copies the bytes of all values. Returns false if there are too many.
  @inline(__always)
  private mutating func append(_ stretch: ByteStretch, of line: Span<UInt8>) -> Bool {
    let (begin, end) = (stretch.begin, stretch.end)
    if begin >= end { return true }
    guard end &- begin <= Self.mostBytes else { return false }
    words.0 = line.bytes(at: begin, min(8, end &- begin))
    if end &- begin <= 8 { return true }
    words.1 = line.bytes(at: begin &+ 8, min(8, end &- begin &- 8))
    if end &- begin <= 16 { return true }
    words.2 = line.bytes(at: begin &+ 16, min(8, end &- begin &- 16))
    if end &- begin > 24 { words.3 = line.bytes(at: begin &+ 24, end &- begin &- 24) }
    return true
  }

  /// Whether two values are equal. It compares member by member, because the arguments of an operator would be copied.
  @inline(__always)
  func isSame(as other: FieldBytes) -> Bool {
    places == other.places && words.0 == other.words.0 && words.1 == other.words.1
      && words.2 == other.words.2 && words.3 == other.words.3
  }
}
