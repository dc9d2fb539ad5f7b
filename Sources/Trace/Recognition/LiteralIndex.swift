/// Literals by the four-byte pieces that they are looked for by: which of them stands around a piece of a text.
///
/// Where a text has such a piece and no literal, what the literals with that piece have in common beside it nearly
/// always tells so, by one comparison of eight bytes.
struct LiteralIndex: Sendable {
  /// A piece of a literal.
  struct Piece: Sendable {
    /// Its bytes, the first one the lowest.
    var bytes: UInt32
    /// The literal.
    var number: Int
    /// Where in the literal it begins.
    var offset: Int
  }

  /// The literals that have a piece.
  private struct Bucket {
    var members: Range<Int>
    /// Of eight bytes beside the piece those that are the same in all of these, and where the eight begin, counted
    /// from the piece. They tell most texts that have the piece and no literal.
    var bytes: UInt64 = 0
    var mask: UInt64 = 0
    var start = 0
  }

  private struct Literal {
    var text: Range<Int>
    /// Its first and its last eight bytes, or all of them: where many literals have one piece, they tell most of them
    /// from the text.
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

  /// For each piece its bytes and above them the number of its buckets, from 1 on; by the hashes of the pieces, each at
  /// the first empty place from there on, where there is 0. A power of two of them.
  private var places: [UInt64] = [0]
  private var buckets: [Bucket] = []
  /// Each literal of an owner, and where in it the piece begins.
  private var members: [(literal: Int, offset: Int)] = []
  private var literals: [Literal] = []
  private var text: [UInt8] = []

  /// The literals at the ranges of a text, with some pieces of each, those of short ones first.
  init(_ text: [UInt8], _ literals: [Range<Int>], _ pieces: [Piece]) {
    self.text = text
    self.literals = literals.map { Literal(text, $0) }
    // Equal ones side by side, in the order in which they came.
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

  /// The pieces, with the bytes of their literals before and behind them; nil at the start or end of a literal.
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

  /// Some literals that have a piece, with what most of its bytes beside the piece are in all of them.
  private func buckets(_ range: Range<Int>) -> Bucket {
    var best = Bucket(members: range)
    for start in [4, -8] {
      var (bytes, mask) = own(range.lowerBound, from: start)
      for member in range.dropFirst() {
        let other = own(member, from: start)
        mask &= other.mask & ~(bytes ^ other.bytes).bytesAboveZero
      }
      bytes &= mask
      if mask.nonzeroBitCount > best.mask.nonzeroBitCount {
        (best.bytes, best.mask, best.start) = (bytes, mask, start)
      }
    }
    return best
  }

  /// The eight bytes from an index on, counted from the piece, and which of them are the literal's.
  private func own(_ member: Int, from start: Int) -> (bytes: UInt64, mask: UInt64) {
    let (literal, offset) = members[member]
    let range = literals[literal].text
    let start = range.lowerBound + offset + start
    let own = (start..<start + 8).clamped(to: range)
    guard !own.isEmpty else { return (0, 0) }
    let shift = UInt64((own.lowerBound - start) * 8)
    return (text.span.bytes(at: own.lowerBound, own.count) << shift, Self.mask(own.count) << shift)
  }

  /// The bits of so many bytes, eight at most.
  private static func mask(_ count: Int) -> UInt64 { UInt64.max >> UInt64(64 - count * 8) }

  @inline(__always)
  private func slot(of piece: UInt32) -> Int { Prefilter.hash(of: piece) & (places.count &- 1) }

  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (places.count &- 1) }

  /// The literal in a stretch of a line that is looked for by the piece at an index: the first one whose number is accepted.
  @inline(__always)
  func literal(
    in line: Span<UInt8>, _ range: Range<Int>, at index: Int, where isAccepted: (Int) -> Bool = { _ in true }
  ) -> Range<Int>? {
    guard let candidates = candidates(for: line, at: index) else { return nil }
    return literal(in: line, range, around: index, candidates, where: isAccepted)
  }

  /// The members of the literals with the piece at an index; nil if there are none, or if the bytes beside the piece are not
  /// theirs.
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

  /// Compares what stands around a piece with the literals that have it.
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

extension UInt64 {
  /// All bits of the bytes that are not zero.
  fileprivate var bytesAboveZero: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((((self & low) &+ low) | self) & ~low) &>> 7 &* 0xFF
  }
}
