/// Literals by the four-byte pieces of their windows: which of them stands around a piece of a text.
///
/// A window is a stretch of a literal that is looked for, of the same length in all of them: the piece and the bytes
/// beside it tell most texts from it, by one comparison of eight bytes at most. Where they do not, what the literals
/// with that window have in common beside it tells nearly all others.
struct LiteralIndex: Sendable {
  /// A literal in a text.
  struct Found: Sendable {
    /// Which one it is; -1 for any text, where no literal is looked for.
    var number: Int32
    var range: Range<Int>
  }

  /// A window in a literal.
  struct Window: Sendable {
    /// Its bytes, the first one the lowest.
    var bytes: UInt64
    /// The literal.
    var number: Int
    /// Where in the literal it begins.
    var offset: Int
  }

  /// The literals that have a window.
  private struct Owners {
    var members: Range<Int32> = 0..<0
    /// Of eight bytes beside the window those that are the same in all of these, and where the eight begin, counted
    /// from the window. They tell most texts that have the window and no literal.
    var bytes: UInt64 = 0
    var mask: UInt64 = 0
    var start = 0
  }

  private struct Member {
    var number: Int32
    /// Where in the literal the window begins.
    var offset: Int
    var text: Range<Int>
    /// Its first and its last eight bytes, or all of them, and where the last ones are, from the window on: where many
    /// literals have one window, they tell most of them from the text.
    var head: UInt64
    var tail: UInt64
    var mask: UInt64
    var tailStart: Int

    init(_ text: [UInt8], _ literal: Range<Int>, _ window: Window) {
      number = Int32(truncatingIfNeeded: window.number)
      offset = window.offset
      self.text = literal
      let length = min(literal.count, 8)
      head = text.span.bytes(at: literal.lowerBound, length)
      tail = text.span.bytes(at: literal.upperBound - length, length)
      mask = LiteralIndex.mask(length)
      tailStart = literal.count - length - offset
    }
  }

  /// For each piece of a window the bytes of the window, and above them where the piece is in it, from 1 on; by the hashes
  /// of the pieces, each at the first empty place from there on, where there is 0. A power of two of them.
  private var places: [UInt64] = [0]
  /// For each of these the number of the window's owners.
  private var windows: [Int32] = [0]
  private var owners: [Owners] = []
  private var members: [Member] = []
  private var text: [UInt8] = []
  /// How long windows are, and the bits of so many bytes.
  private var length = 0
  private var mask: UInt64 = 0

  init() {}

  /// The literals at the ranges of a text, with a window for each of such a length.
  init(_ text: [UInt8], _ literals: [Range<Int>], _ windows: [Window], length: Int) {
    self.text = text
    self.length = length
    mask = Self.mask(length)
    var size = 16
    while size < windows.count * (length - 3) * 4 { size *= 2 }
    places = Array(repeating: 0, count: size)
    self.windows = Array(repeating: 0, count: size)
    // Equal ones side by side, short literals first.
    let ordered = windows.sorted {
      ($0.bytes, literals[$0.number].count, $0.number) < ($1.bytes, literals[$1.number].count, $1.number)
    }
    members = ordered.map { Member(text, literals[$0.number], $0) }
    var first: Int32 = 0
    for (index, window) in ordered.enumerated()
    where index + 1 == ordered.count || ordered[index + 1].bytes != window.bytes {
      let end = Int32(truncatingIfNeeded: index + 1)
      addPlaces(of: window.bytes)
      owners.append(owners(first..<end))
      first = end
    }
  }

  /// Some literals that have a window, with what most of its bytes beside the window are in all of them.
  private func owners(_ range: Range<Int32>) -> Owners {
    var best = Owners(members: range)
    for start in [length, -8] {
      var (bytes, mask) = own(members[Int(range.lowerBound)], from: start)
      for number in range.dropFirst() {
        let other = own(members[Int(number)], from: start)
        mask &= other.mask & ~(bytes ^ other.bytes).bytesAboveZero
      }
      bytes &= mask
      if mask.nonzeroBitCount > best.mask.nonzeroBitCount {
        (best.bytes, best.mask, best.start) = (bytes, mask, start)
      }
    }
    return best
  }

  /// The eight bytes from an index on, counted from the window, and which of them are the literal's.
  private func own(_ member: Member, from start: Int) -> (bytes: UInt64, mask: UInt64) {
    let start = member.text.lowerBound + member.offset + start
    let own = (start..<start + 8).clamped(to: member.text)
    guard !own.isEmpty else { return (0, 0) }
    let shift = UInt64((own.lowerBound - start) * 8)
    return (text.span.bytes(at: own.lowerBound, own.count) << shift, Self.mask(own.count) << shift)
  }

  private mutating func addPlaces(of window: UInt64) {
    for offset in 0..<length - 3 {
      var slot = slot(of: UInt32(truncatingIfNeeded: window >> UInt64(offset * 8)))
      while places[slot] != 0 { slot = next(slot) }
      places[slot] = window | UInt64(offset + 1) << 56
      windows[slot] = Int32(truncatingIfNeeded: owners.count)
    }
  }

  /// The bits of so many bytes, eight at most.
  private static func mask(_ count: Int) -> UInt64 { UInt64.max >> UInt64(64 - count * 8) }

  @inline(__always)
  private func slot(of piece: UInt32) -> Int { Prefilter.hash(of: piece) & (places.count &- 1) }

  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (places.count &- 1) }

  /// The literal in a stretch of a line that has the piece at an index in its window.
  @inline(__always)
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> Found? {
    var slot = slot(of: line.piece(at: index))
    while true {
      let place = places[slot]
      if place == 0 { return nil }
      let start = index &+ 1 &- Int(truncatingIfNeeded: place &>> 56)
      if start >= range.lowerBound, (line.word(at: start) ^ place) & mask == 0,
        start &+ length <= range.upperBound
      {
        let owners = owners[Int(windows[slot])]
        let beside = start &+ owners.start
        if beside < 0 || (line.word(at: beside) ^ owners.bytes) & owners.mask == 0,
          let found = Self.literal(in: line, range, around: start, owners.members, of: members, text)
        {
          return found
        }
      }
      slot = next(slot)
    }
  }

  /// Compares what stands around a window with the literals that have it.
  @inline(never)
  private static func literal(
    in line: Span<UInt8>, _ range: Range<Int>, around index: Int, _ candidates: Range<Int32>,
    of members: [Member], _ text: [UInt8]
  ) -> Found? {
    for candidate in candidates {
      let member = members[Int(candidate)]
      let start = index &- member.offset
      let end = start &+ member.text.count
      if start >= range.lowerBound, end <= range.upperBound,
        (line.word(at: index &+ member.tailStart) ^ member.tail) & member.mask == 0,
        (line.word(at: start) ^ member.head) & member.mask == 0,
        line.extracting(start..<end).isEqual(to: text.span.extracting(member.text))
      {
        return Found(number: member.number, range: start..<end)
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
