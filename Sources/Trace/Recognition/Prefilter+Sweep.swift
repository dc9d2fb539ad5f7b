// A message and the end of its line, found by one look.

extension Prefilter {
  /// What a message is found to hold.
  struct Sweep {
    /// Where its line ends, at CR or LF; nil where it holds a literal, a control character, or its end is not near.
    var end: Int?
    /// Whether a colon has another one three bytes behind it.
    var hasColons = false
    /// How often text had to be compared with literals.
    var candidates = 0
  }

  /// Looks through a message to the end of its line, sixteen bytes at a time, where the stride is four.
  @inline(__always)
  func sweep(_ bytes: Span<UInt8>, from start: Int) -> Sweep {
    var found = Sweep()
    // No bounds are checked inside: every load ends before `count`, and the hash has as many bits as the table.
    unsafe bytes.withUnsafeBytes { text in
      unsafe table.withUnsafeBufferPointer { table in
        typealias Block = SIMD16<UInt8>
        let colon = Block(repeating: UInt8(ascii: ":"))
        var colons = SIMD2<UInt64>()
        var index = start
        while index &+ 20 <= text.count {
          let block = unsafe text.loadUnaligned(fromByteOffset: index, as: Block.self)
          let behind = unsafe text.loadUnaligned(fromByteOffset: index &+ 3, as: Block.self)
          colons |= Self.bits(of: (block .== colon) .& (behind .== colon))
          let hits =
            unsafe Self.look(text, index, table) | Self.look(text, index &+ 4, table)
            | Self.look(text, index &+ 8, table) | Self.look(text, index &+ 12, table)
          if hits != 0 {
            found.candidates &+= 1
            if isLiteral(bytes, from: start, near: index) { return }
          }
          let controls = Self.bits(of: block .< Block(repeating: 0x20))
          if controls.x | controls.y != 0 {
            let (x, y) = (controls.x.littleEndian, controls.y.littleEndian)
            let first = index &+ (x != 0 ? x.trailingZeroBitCount : 64 &+ y.trailingZeroBitCount) &>> 3
            let end =
              unsafe text[first] == .lineFeed ? first : Self.end(bytes, from: first, before: index &+ 16)
            if end < index &+ 16 {
              if end >= 0 { found.end = end }
              break
            }
          }
          index &+= 16
        }
        found.hasColons = colons.x | colons.y != 0
      }
    }
    return found
  }

  /// A mask as numbers, of which the standard library's `any` makes a loop.
  @inline(__always)
  private static func bits(of mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// Where a line ends in some bytes, of which the first is a control character: behind them where it does not, and -1
  /// where something stands in it that has to be looked at.
  @inline(never)
  private static func end(_ bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int {
    for index in start..<limit {
      let byte = bytes[index]
      if byte == .lineFeed { return index }
      if byte >= 0x20 || byte == UInt8(ascii: "\t") { continue }
      return byte == .carriageReturn && bytes[index + 1] == .lineFeed ? index : -1
    }
    return limit
  }

  /// Whether one of four pieces is in a literal that is there.
  @inline(never)
  private func isLiteral(_ bytes: Span<UInt8>, from start: Int, near index: Int) -> Bool {
    for place in 0..<4 {
      let index = index + 4 * place
      if table[Self.hash(of: bytes.piece(at: index))] != 0,
        literal(in: bytes, start..<bytes.count, at: index) != nil
      {
        return true
      }
    }
    return false
  }
}
