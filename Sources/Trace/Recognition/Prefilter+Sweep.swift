// A message and the end of its line, found by one look.

extension Prefilter {
  /// What a message is found to hold.
  struct Sweep {
    /// Where its line ends, at CR or LF; nil where a control character stands in it, or its end is not near.
    var end: Int?
    /// The first literal, or one that overlaps it.
    var literal: Range<Int>?
    /// Whether a colon has another one three bytes behind it.
    var hasColons = false
    /// How often text had to be compared with literals.
    var candidates = 0
  }

  /// Thirty-two bytes: to compare, and for all else, for which the standard library has loops where there are so many.
  private typealias Block = SIMD32<UInt8>
  private typealias Words = SIMD4<UInt64>

  /// Looks through a message to the end of its line, thirty-two bytes at a time, where the stride is four.
  @inline(__always)
  func sweep(_ bytes: Span<UInt8>, from start: Int) -> Sweep {
    var found = Sweep()
    let text = unsafe bytes.bytes
    let table = table.span
    let colon = Words(repeating: 0x3A3A_3A3A_3A3A_3A3A)
    var colons = Words()
    var index = start
    // Every load ends before `count`.
    let last = bytes.count &- Block.scalarCount &- 3
    while index <= last {
      // Before the block is loaded, from which the compiler would take the pieces byte by byte.
      let hits = unsafe Self.looks(text, index, table) | Self.looks(text, index &+ 16, table)
      let block = unsafe text.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Words.self)
      let behind = unsafe Self.words(
        text.unsafeLoadUnaligned(fromUncheckedByteOffset: index &+ 3, as: Block.self))
      let controls = Self.bytes(block) .< Block(repeating: 0x20)
      // Zero where a colon stands, and another one behind it.
      var pairs = (block ^ colon) | (behind ^ colon)
      var count = Block.scalarCount
      if Self.areAny(Self.bits(of: controls)) {
        count = Self.first(Self.bits(of: controls))
        if bytes[index &+ count] != .lineFeed {
          guard let end = Self.end(bytes, from: index &+ count, before: index &+ Block.scalarCount) else {
            break
          }
          count = end &- index
        }
      }
      if hits != 0, found.literal == nil {
        found.candidates &+= 1
        found.literal = literal(in: bytes, from: start, at: index, count)
      }
      if count < Block.scalarCount {
        pairs |= Self.bits(of: Self.places .>= Block(repeating: UInt8(truncatingIfNeeded: count)))
        found.end = index &+ count
      }
      colons |= Self.bits(of: Self.bytes(pairs) .== Block())
      if found.end != nil { break }
      index &+= Block.scalarCount
    }
    found.hasColons = Self.areAny(colons)
    return found
  }

  /// What `look` says of four places.
  @inline(__always) @unsafe
  private static func looks(_ text: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe look(text, index, table) | look(text, index &+ 4, table) | look(text, index &+ 8, table)
      | look(text, index &+ 12, table)
  }

  /// A mask as numbers, of which the standard library's `any` makes a loop.
  @inline(__always)
  private static func bits(of mask: SIMDMask<SIMD32<Int8>>) -> Words {
    unsafe unsafeBitCast(mask, to: Words.self)
  }

  @inline(__always)
  private static func bytes(_ words: Words) -> Block { unsafe unsafeBitCast(words, to: Block.self) }

  @inline(__always)
  private static func words(_ bytes: Block) -> Words { unsafe unsafeBitCast(bytes, to: Words.self) }

  @inline(__always)
  private static func areAny(_ bits: Words) -> Bool {
    let half = bits.lowHalf | bits.highHalf
    return half.x | half.y != 0
  }

  /// The first byte of which a mask has the bits, without a branch, which could not be foretold.
  @inline(__always)
  private static func first(_ bits: Words) -> Int {
    var count = bits.w.littleEndian.trailingZeroBitCount
    for word in [bits.z, bits.y, bits.x] {
      let zeros = word.littleEndian.trailingZeroBitCount
      count = zeros &+ (zeros &>> 6) &* count
    }
    return count &>> 3
  }

  /// The number of each byte.
  @inline(__always)
  private static var places: Block {
    Block(
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
      28, 29, 30,
      31)
  }

  /// Where a line ends in some bytes, of which the first is a control character: behind them where it does not, and nil
  /// where something stands in it that has to be looked at.
  @inline(never)
  private static func end(_ bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
    for index in start..<limit {
      let byte = bytes[index]
      if byte == .lineFeed { return index }
      if byte >= 0x20 || byte == UInt8(ascii: "\t") { continue }
      return byte == .carriageReturn && bytes[index + 1] == .lineFeed ? index : nil
    }
    return limit
  }

  /// The literal that has one of the pieces in its window that are looked at in some bytes.
  @inline(never)
  private func literal(in bytes: Span<UInt8>, from start: Int, at index: Int, _ count: Int) -> Range<Int>? {
    // Of a known length, so that the pieces need no checks.
    let text = bytes.extracting(index..<index + Block.scalarCount)
    let table = table.span
    // A bit for each place, without branches, of which only one in eight is taken.
    var hits: UInt32 = 0
    for place in 0..<8 {
      hits |= unsafe UInt32(Self.look(text.bytes, place &* 4, table)) &<< UInt32(truncatingIfNeeded: place)
    }
    hits &= 1 &<< UInt32(truncatingIfNeeded: (count &+ 3) &>> 2) &- 1
    while hits != 0 {
      let place = hits.trailingZeroBitCount
      if let literal = literal(in: bytes, start..<bytes.count, at: index &+ place &* 4) { return literal }
      hits &= hits &- 1
    }
    return nil
  }
}
