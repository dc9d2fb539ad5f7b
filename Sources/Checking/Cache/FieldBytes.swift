import Trace

/// The values of the fields that the tests of a signal ask for, if they are few and stand close together.
struct FieldBytes {
  /// The stretch of the line from the first of them to the last, eight bytes a word.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// Where each of them stands in it: eight bits for its begin, after that of the first that was asked for, and eight for
  /// its length; the last one the lowest.
  private var places: UInt64 = 0

  private static let mostBytes = 32
  private static let missing: UInt64 = 0xFFFF

  /// Those of no event.
  init() {}

  /// Those of some fields of the vocabulary; nil where there is more to them than can be held, or more than bytes of the line.
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

  /// Those of an event's own fields that stand at some places, a bit each.
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

  /// Where all of them stand.
  private struct ByteStretch {
    var (begin, end) = (Int.max, 0)
    private var first = -1

    /// Adds a value, and tells where it is.
    @inline(__always)
    mutating func add(_ value: Range<Int>) -> UInt64 {
      if first < 0 { first = value.lowerBound }
      (begin, end) = (min(begin, value.lowerBound), max(end, value.upperBound))
      return UInt64(truncatingIfNeeded: value.lowerBound &- first) & 0xFF
        | (UInt64(truncatingIfNeeded: value.count) & 0xFF) &<< 8
    }
  }

  /// Takes the bytes of a stretch; false where they are too many.
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

  /// Whether both are the same. Member by member: an operator would be handed copies.
  @inline(__always)
  func isSame(as other: FieldBytes) -> Bool {
    places == other.places && words.0 == other.words.0 && words.1 == other.words.1
      && words.2 == other.words.2 && words.3 == other.words.3
  }
}
