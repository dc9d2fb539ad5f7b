import BasicContainers
import Trace

/// Stores short lines and the ranges of their fields, in pieces of four bytes. Only the pieces that differ from a base line are
/// stored. Memory is allocated in blocks, so lines do not move when there are more. A line has at most 254 bytes: then an index
/// in the line fits into one byte, and one value is left that represents nil.
struct LineStore: ~Copyable {
  private var blocks = UniqueArray<UniqueArray<UInt32>>()
  /// The line that was read last.
  private var bytes: [UInt8] = []
  /// By size in pieces, the head of the list of free rooms of this size. The first piece of a free room contains the next one.
  private var free = UniqueArray<UInt32>()
  private static let none = UInt32.max
  /// The number of sizes that are tried for an allocation: the exact one and the next larger ones.
  private static let patience = 3
  /// The logarithm to base 2 of the number of pieces in a block.
  private let blockBits: Int

  /// Creates an empty store.
  init(_ limits: Limits) { blockBits = limits.pieceBlockBits }

  /// The number of eight-byte words in the longest line.
  static let longestWords = 32

  /// The ranges of the fields of a line. There are at most four.
  struct Fields {
    fileprivate(set) var count = 0
    /// The ranges, 16 bits each.
    fileprivate var ranges: UInt64 = 0

    mutating func add(_ range: PackedRange) {
      ranges |= UInt64(range.short) << UInt64(count * 16)
      count += 1
    }

    func range(_ field: Int) -> PackedRange {
      PackedRange(short: UInt16(truncatingIfNeeded: ranges >> UInt64(field * 16)))
    }
  }

  /// The stored form of a line. The first piece has the length, the number of fields and the range of the first one. The next
  /// pieces have the other ranges. Then follows a bit mask of the pieces that differ from the base line, and then these pieces.
  struct Record {
    fileprivate let length: Int
    fileprivate var fields: Fields
    fileprivate var differing: UInt64 = 0

    init(_ line: Span<UInt8>, _ fields: Fields, like baseLine: Span<UInt64>) {
      (length, self.fields) = (line.count, fields)
      for word in 0..<length / 8 { compare(line.wholeWord(at: word &* 8), baseLine[word], word) }
      if length % 8 > 0 { compare(line.word(at: length & ~7), baseLine[length / 8], length / 8) }
      // Pieces after the end of the line are not stored.
      differing &= (1 << UInt64((length + 3) / 4)) &- 1
    }

    @inline(__always)
    private mutating func compare(_ a: UInt64, _ b: UInt64, _ word: Int) {
      let low: UInt64 = UInt32(truncatingIfNeeded: a ^ b) == 0 ? 0 : 1
      let high: UInt64 = (a ^ b) &>> 32 == 0 ? 0 : 2
      differing |= (low | high) &<< UInt64(word &* 2)
    }

    /// The number of pieces.
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

  /// Allocates room for a number of pieces. Returns its place and its actual size, which may be larger.
  mutating func allocate(pieces: Int) -> (place: UInt32, pieces: Int) {
    while free.count < pieces + Self.patience { free.append(Self.none) }
    for pieces in pieces..<pieces + Self.patience where free[pieces] != Self.none {
      let place = free[pieces]
      free[pieces] = blocks[block(place)][start(place)]
      return (place, pieces)
    }
    return (add(pieces: pieces), pieces)
  }

  /// Frees the room at a place. `pieces` is its actual size.
  mutating func recycle(_ place: UInt32, pieces: Int) {
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

  /// Writes a line to a place with enough room.
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

  /// Calls `body` with the fields and the bytes of the line at a place.
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
