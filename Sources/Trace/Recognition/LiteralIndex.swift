/// An index of literals by their four-byte pieces. It finds the literal around a piece of a text.
///
/// If a text contains a piece but none of its literals, one comparison of eight bytes nearly always detects this. It checks the
/// bytes that all literals with the piece have in common before or after it.
struct LiteralIndex: Sendable {
  /// A piece by which a literal is looked for.
  struct Piece: Sendable {
    /// The bytes, with the first one in the lowest byte.
    var bytes: UInt32
    /// The number of the literal.
    var number: Int
    /// The offset of the piece in the literal.
    var offset: Int
  }

  /// The literals that have a piece, as a range of `members`.
  fileprivate struct Bucket {
    var members: Range<Int>
    /// The bytes that all these literals have in common, among eight bytes before or after the piece. `start` is the offset of
    /// the eight bytes from the piece. Comparing them excludes most texts that contain the piece but no literal.
    var bytes: UInt64 = 0
    var mask: UInt64 = 0
    var start = 0
  }

  private struct Literal {
    var text: Range<Int>
    /// The first and last eight bytes, or the whole text if it is shorter. If many literals share a piece, comparing these
    /// excludes most of them.
    var head: UInt64
    var tail: UInt64
    var mask: UInt64
    var tailStart: Int

    init(_ text: [UInt8], _ literal: Range<Int>) {
      self.text = literal
      let length = min(literal.count, 8)
      head = text.span.bytes(at: literal.lowerBound, length)
      tail = text.span.bytes(at: literal.upperBound - length, length)
      mask = LiteralIndex.mask(length)
      tailStart = literal.count - length
    }
  }

  /// A hash table of the pieces with open addressing. The low half of an entry has the bytes of a piece, the high half the number
  /// of its bucket plus one. A free entry is 0. The size is a power of two.
  private var places: [UInt64] = [0]
  private var buckets: [Bucket] = []
  /// The literals of all buckets, and the offset of the bucket's piece in each literal.
  private var members: [(literal: Int, offset: Int)] = []
  private var literals: [Literal] = []
  private var text: [UInt8] = []

  /// Creates an index of the literals at some ranges of a text. Literals that share a piece are compared in the order of
  /// `pieces`.
  init(_ text: [UInt8], _ literals: [Range<Int>], _ pieces: [Piece]) {
    self.text = text
    self.literals = literals.map { Literal(text, $0) }
    // Groups equal pieces and keeps their order.
    let ordered = pieces.indices.map { UInt64(pieces[$0].bytes) << 32 | UInt64($0) }.sorted()
      .map { pieces[Int($0 & 0xFFFF_FFFF)] }
    members = ordered.map { ($0.number, $0.offset) }
    var first = 0
    for index in ordered.indices
    where index + 1 == ordered.count || ordered[index + 1].bytes != ordered[index].bytes {
      buckets.append(buckets(first..<index + 1))
      first = index + 1
    }
    addPlaces()
  }

  /// The number of literals.
  var count: Int { literals.count }

  /// The pieces, and the bytes before and after them in their literals; nil at the start or end of a literal.
  var pieces: [(bytes: UInt32, before: UInt8?, behind: UInt8?)] {
    members.map { number, offset in
      let literal = literals[number].text
      let start = literal.lowerBound + offset
      return (
        text.span.piece(at: start), offset > 0 ? text[start - 1] : nil,
        start + 4 < literal.upperBound ? text[start + 4] : nil
      )
    }
  }

  /// The bytes of the pieces, each once.
  var pieceBytes: some Sequence<UInt32> {
    places.lazy.filter { $0 != 0 }.map { UInt32(truncatingIfNeeded: $0) }
  }

  private mutating func addPlaces() {
    var size = 16
    while size < buckets.count * 4 { size *= 2 }
    places = Array(repeating: 0, count: size)
    for (number, buckets) in buckets.enumerated() {
      let (literal, offset) = members[buckets.members.lowerBound]
      let piece = text.span.piece(at: literals[literal].text.lowerBound + offset)
      var slot = slot(of: piece)
      while places[slot] != 0 { slot = next(slot) }
      places[slot] = UInt64(piece) | UInt64(number + 1) << 32
    }
  }

  /// Creates the bucket of a range of members, with their common bytes on the side of the piece that has more of them.
  private func buckets(_ range: Range<Int>) -> Bucket {
    var best = Bucket(members: range)
    for start in [4, -8] {
      var (bytes, mask) = own(range.lowerBound, from: start)
      for member in range.dropFirst() {
        let other = own(member, from: start)
        mask &= other.mask & ~(bytes ^ other.bytes).nonzeroByteMask
      }
      bytes &= mask
      if mask.nonzeroBitCount > best.mask.nonzeroBitCount {
        (best.bytes, best.mask, best.start) = (bytes, mask, start)
      }
    }
    return best
  }

  /// Returns the eight bytes at an offset from the piece, and a mask of those that belong to the literal.
  private func own(_ member: Int, from start: Int) -> (bytes: UInt64, mask: UInt64) {
    let (literal, offset) = members[member]
    let range = literals[literal].text
    let start = range.lowerBound + offset + start
    let own = (start..<start + 8).clamped(to: range)
    guard !own.isEmpty else { return (0, 0) }
    let shift = UInt64((own.lowerBound - start) * 8)
    return (text.span.bytes(at: own.lowerBound, own.count) << shift, Self.mask(own.count) << shift)
  }

  /// Returns a mask of the lowest bytes, eight at most.
  private static func mask(_ count: Int) -> UInt64 { UInt64.max >> UInt64(64 - count * 8) }

  @inline(__always)
  private func slot(of piece: UInt32) -> Int { Prefilter.hash(of: piece) & (places.count &- 1) }

  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (places.count &- 1) }

  /// Returns the range of the first literal that has the piece at an index, lies within `range`, and is accepted; nil if there is
  /// none.
  @inline(__always)
  func literal(
    in line: Span<UInt8>, _ range: Range<Int>, at index: Int, where isAccepted: (Int) -> Bool = { _ in true }
  ) -> Range<Int>? {
    guard let candidates = candidates(for: line, at: index) else { return nil }
    return literal(in: line, range, around: index, candidates, where: isAccepted)
  }

  /// Returns the literals that have the piece at an index, as a range of `members`; nil if there are none, or if the bytes next
  /// to the piece differ from those that the literals have in common.
  @inline(__always)
  private func candidates(for line: Span<UInt8>, at index: Int) -> Range<Int>? {
    let piece = line.piece(at: index)
    var slot = slot(of: piece)
    while true {
      let place = places[slot]
      if place == 0 { return nil }
      if UInt32(truncatingIfNeeded: place) == piece {
        let bucket = buckets[Int(truncatingIfNeeded: place &>> 32) &- 1]
        let beside = index &+ bucket.start
        guard beside < 0 || (line.word(at: beside) ^ bucket.bytes) & bucket.mask == 0 else { return nil }
        return bucket.members
      }
      slot = next(slot)
    }
  }

  /// Compares the text around a piece with the literals that have the piece.
  @inline(never)
  private func literal(
    in line: Span<UInt8>, _ range: Range<Int>, around index: Int, _ candidates: Range<Int>,
    where isAccepted: (Int) -> Bool
  ) -> Range<Int>? {
    for candidate in candidates {
      let (number, offset) = members[candidate]
      let literal = literals[number]
      let start = index &- offset
      let end = start &+ literal.text.count
      if start >= range.lowerBound, end <= range.upperBound,
        (line.word(at: start &+ literal.tailStart) ^ literal.tail) & literal.mask == 0,
        (line.word(at: start) ^ literal.head) & literal.mask == 0,
        line.extracting(start..<end).isEqual(to: text.span.extracting(literal.text)), isAccepted(number)
      {
        return start..<end
      }
    }
    return nil
  }
}

extension LiteralIndex: StoredTable {
  init(from reader: inout TableReader) {
    text = reader.read()
    let text = text
    literals = reader.read { Literal(text, $0.range().clamped(to: text.indices)) }
    members = reader.read { ($0.number(), $0.number()) }
    buckets = reader.read {
      Bucket(members: $0.range(), bytes: $0.word(), mask: $0.word(), start: $0.number())
    }
    places = reader.read { $0.word() }
  }

  func write(to writer: inout TableWriter) {
    writer.write(text)
    writer.write(literals) { $1.write($0.text) }
    writer.write(members) { member, writer in
      writer.write(member.literal)
      writer.write(member.offset)
    }
    writer.write(buckets) { bucket, writer in
      writer.write(bucket.members)
      writer.write(bucket.bytes)
      writer.write(bucket.mask)
      writer.write(bucket.start)
    }
    writer.write(places) { $1.write($0) }
  }
}

extension UInt64 {
  /// A mask of the bytes that are not zero.
  fileprivate var nonzeroByteMask: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((((self & low) &+ low) | self) & ~low) &>> 7 &* 0xFF
  }
}
