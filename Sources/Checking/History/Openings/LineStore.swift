import BasicContainers
import Trace

/// Short lines that were written down, each with where its fields are, and of the line no more than differs from a
/// specimen: in pieces of four bytes, in blocks of memory, so that none moves when there are more.
struct LineStore: ~Copyable {
  private var blocks = UniqueArray<UniqueArray<UInt32>>()
  /// The one that was read last.
  private var bytes: [UInt8] = []
  /// Of the rooms for so many pieces that are free the newest: each tells the next.
  private var free = UniqueArray<UInt32>()
  private static let none = UInt32.max
  /// How much larger a room may be than it has to.
  private static let patience = 3
  /// How many pieces a block has, as a power of two.
  private let blockBits: Int

  /// With no line yet. A line has at most 254 bytes: so every place in it is a number of one byte, and one is left that stands
  /// for none.
  init(_ limits: Limits) { blockBits = limits.pieceBlockBits }

  /// How many words of eight bytes the longest line has.
  static let longestWords = 32

  /// Where the fields of a line are, of which there are four at most.
  struct Fields {
    fileprivate(set) var count = 0
    /// Sixteen bits each.
    fileprivate var ranges: UInt64 = 0

    mutating func add(_ range: PackedRange) {
      ranges |= UInt64(range.short) << UInt64(count * 16)
      count += 1
    }

    func range(_ field: Int) -> PackedRange {
      PackedRange(short: UInt16(truncatingIfNeeded: ranges >> UInt64(field * 16)))
    }
  }

  /// What is written down of a line: in the first piece its length, how many fields there are and where the first one is,
  /// then where the others are; which of its pieces differ, a bit each; and these.
  struct Record {
    fileprivate let length: Int
    fileprivate var fields: Fields
    fileprivate var differing: UInt64 = 0

    init(_ line: Span<UInt8>, _ fields: Fields, like baseLine: Span<UInt64>) {
      (length, self.fields) = (line.count, fields)
      for word in 0..<length / 8 { compare(line.wholeWord(at: word &* 8), baseLine[word], word) }
      if length % 8 > 0 { compare(line.word(at: length & ~7), baseLine[length / 8], length / 8) }
      // Behind the line nothing has to be told.
      differing &= (1 << UInt64((length + 3) / 4)) &- 1
    }

    @inline(__always)
    private mutating func compare(_ a: UInt64, _ b: UInt64, _ word: Int) {
      let low: UInt64 = UInt32(truncatingIfNeeded: a ^ b) == 0 ? 0 : 1
      let high: UInt64 = (a ^ b) &>> 32 == 0 ? 0 : 2
      differing |= (low | high) &<< UInt64(word &* 2)
    }

    /// How many pieces it has.
    var count: Int { headCount + maskCount + differing.nonzeroBitCount }
    fileprivate var headCount: Int { 1 + fields.count / 2 }
    fileprivate var maskCount: Int { length > 128 ? 2 : 1 }

    fileprivate func head(_ piece: Int) -> UInt32 {
      if piece > 0 { return UInt32(truncatingIfNeeded: fields.ranges >> UInt64(piece * 32 - 16)) }
      return UInt32(length) | UInt32(fields.count) << 8 | UInt32(truncatingIfNeeded: fields.ranges) << 16
    }

    fileprivate init(head: UInt32) {
      length = Int(head & 0xFF)
      fields = Fields(count: Int(head >> 8 & 0xFF), ranges: UInt64(head >> 16))
    }
  }

  /// Room for so many pieces: its place, and how many there are in fact.
  mutating func allocate(pieces: Int) -> (place: UInt32, pieces: Int) {
    while free.count < pieces + Self.patience { free.append(Self.none) }
    for pieces in pieces..<pieces + Self.patience where free[pieces] != Self.none {
      let place = free[pieces]
      free[pieces] = blocks[block(place)][start(place)]
      return (place, pieces)
    }
    return (add(pieces: pieces), pieces)
  }

  /// The room for so many pieces at a place is free again.
  mutating func giveBack(_ place: UInt32, pieces: Int) {
    blocks[block(place)][start(place)] = free[pieces]
    free[pieces] = place
  }

  private mutating func add(pieces: Int) -> UInt32 {
    if blocks.isEmpty || blocks[blocks.count - 1].count + pieces > 1 &<< blockBits {
      blocks.append(UniqueArray(minimumCapacity: 1 &<< blockBits))
    }
    let last = blocks.count - 1
    let place = last &<< blockBits + blocks[last].count
    for _ in 0..<pieces { blocks[last].append(0) }
    return UInt32(place)
  }

  /// Writes a line down at a place that has room for it.
  mutating func write(_ record: Record, _ line: Span<UInt8>, at place: UInt32) {
    var next = start(place)
    var block = blocks[block(place)].mutableSpan
    for piece in 0..<record.headCount {
      block[next] = record.head(piece)
      next += 1
    }
    for piece in 0..<record.maskCount {
      block[next] = UInt32(truncatingIfNeeded: record.differing >> UInt64(piece * 32))
      next += 1
    }
    var differing = record.differing
    while differing != 0 {
      block[next] = UInt32(truncatingIfNeeded: line.word(at: differing.trailingZeroBitCount * 4))
      next += 1
      differing &= differing - 1
    }
  }

  /// Hands over what is written down at a place.
  mutating func read<Result>(
    at place: UInt32, like baseLine: Span<UInt64>, _ body: (Fields, Span<UInt8>) -> Result
  ) -> Result {
    var line: [UInt8] = []
    swap(&line, &bytes)
    let fields = Self.read(blocks[block(place)].span, start(place), like: baseLine, into: &line)
    swap(&line, &bytes)
    return body(fields, bytes.span)
  }

  private static func read(
    _ block: Span<UInt32>, _ start: Int, like baseLine: Span<UInt64>, into bytes: inout [UInt8]
  ) -> Fields {
    var next = start
    var record = Record(head: block[next])
    next += 1
    for piece in 1..<record.headCount {
      record.fields.ranges |= UInt64(block[next]) << UInt64(piece * 32 - 16)
      next += 1
    }
    for piece in 0..<record.maskCount {
      record.differing |= UInt64(block[next]) << UInt64(piece * 32)
      next += 1
    }
    bytes.clear()
    for piece in 0..<(record.length + 3) / 4 {
      var bits = UInt32(truncatingIfNeeded: baseLine[piece / 2] >> UInt64(piece % 2 * 32))
      if record.differing >> UInt64(piece) & 1 == 1 {
        bits = block[next]
        next += 1
      }
      for byte in 0..<min(4, record.length - piece * 4) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(byte * 8)))
      }
    }
    return record.fields
  }

  private func block(_ place: UInt32) -> Int { Int(place) &>> blockBits }
  private func start(_ place: UInt32) -> Int { Int(place) & (1 &<< blockBits - 1) }
}
