// A message is looked at thirty-two bytes at a time, for three things at once: pieces of literals that its process may
// tell, pieces of the date that a second record begins with, and control characters, of which the first one ends the line.

extension Prefilter {
  /// What a message is found to be.
  struct Sweep {
    /// Where it ends, at CR or LF; nil where a control character stands in it, or its end is not near.
    var end: Int?
    /// Where the next line begins: not looked for behind the end, as the next line would wait for that.
    var next = 0
    var holds: Holds = []
  }

  /// What a message holds.
  struct Holds: OptionSet {
    let rawValue: UInt8

    /// A literal that its process may tell.
    static let literal = Holds(rawValue: 1)
    /// What may be a part of a date.
    static let date = Holds(rawValue: 2)
  }

  /// What is found in messages. Apart from what each is found to be, as that has to stay in registers.
  struct Finds {
    /// The first literal of the newest message that holds one, or one that overlaps it.
    var literal = 0..<0
    /// How many pieces had to be looked at closely.
    var candidates = 0
  }

  /// How many bytes are looked at in a turn: two blocks.
  private static let turn = 32

  private typealias Block = SIMD16<UInt8>

  /// Looks through a message to the end of its line, where the stride is four, for what has one of some bits.
  /// Transparent, as nothing less puts it into the loop over the lines: to call it for each one is a twenty-fifth of all
  /// that they take.
  @_transparent
  func sweep(_ bytes: Span<UInt8>, from start: Int, for bits: UInt8, _ finds: inout Finds) -> Sweep {
    let text = unsafe bytes.bytes
    // By another base than that of the blocks, from which the compiler would take the pieces byte by byte.
    let message = unsafe bytes.extracting(start..<bytes.count).bytes
    let table = table.span
    let last = bytes.count &- Self.turn
    var found = Sweep()
    var index = start
    while index <= last {
      if unsafe Self.hasControls(text, index) {
        let stop = unsafe index &+ Self.firstControl(text, index)
        if bytes[stop] == .lineFeed {
          (found.end, found.next) = (stop, stop &+ 1)
          break
        }
        if let end = Self.end(bytes, from: stop, before: index &+ Self.turn) {
          (found.end, found.next) = (end, bytes[end] == .lineFeed ? end &+ 1 : end &+ 2)
          break
        }
        if bytes[stop] != UInt8(ascii: "\t") { return found }
      }
      if unsafe Self.looks(message, index &- start, table) & bits != 0 {
        found.holds = holds(found.holds, bytes, start..<bytes.count, near: index, bits, &finds)
      }
      index &+= Self.turn
    }
    // The last pieces, some of them once more, and none behind the message.
    guard let end = found.end else { return found }
    index = start &+ ((end &- start) & ~3) &- Self.turn
    guard index >= 0 else { return Sweep() }
    if unsafe Self.looks(text, index, table) & bits != 0 {
      found.holds = holds(found.holds, bytes, start..<end, near: index, bits, &finds)
    }
    return found
  }

  /// What `look` says of the places in a turn.
  @inline(__always) @unsafe
  private static func looks(_ text: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe look(text, index, table) | look(text, index &+ 4, table) | look(text, index &+ 8, table)
      | look(text, index &+ 12, table) | look(text, index &+ 16, table) | look(text, index &+ 20, table)
      | look(text, index &+ 24, table) | look(text, index &+ 28, table)
  }

  /// Whether there are control characters in a turn.
  @inline(__always) @unsafe
  private static func hasControls(_ text: RawSpan, _ index: Int) -> Bool {
    let (first, second) = unsafe (text.block(index), text.block(index &+ 16))
    let controls = RawSpan.words(Self.controls(first.replacing(with: second, where: second .< first)))
    return controls.x | controls.y != 0
  }

  /// The place of the first one.
  @inline(__always) @unsafe
  private static func firstControl(_ text: RawSpan, _ index: Int) -> Int {
    unsafe RawSpan.firstPlace(controls(text.block(index)), controls(text.block(index &+ 16)))
  }

  /// A mask of the control characters.
  @inline(__always)
  private static func controls(_ block: Block) -> SIMDMask<SIMD16<Int8>> {
    block .< Block(repeating: 0x20)
  }

  /// Where a line ends in some bytes, of which the first is a control character; nil where it does not, or has another
  /// one than tabs.
  @inline(never)
  private static func end(_ bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
    for index in start..<limit {
      let byte = bytes[index]
      if byte == .lineFeed { return index }
      if byte >= 0x20 || byte == UInt8(ascii: "\t") { continue }
      return byte == .carriageReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed ? index : nil
    }
    return nil
  }

  /// What a message holds, in a turn of which a piece of a literal or a date was seen: what was found before, and this.
  @inline(never)
  private func holds(
    _ before: Holds, _ bytes: Span<UInt8>, _ message: Range<Int>, near start: Int, _ bits: UInt8,
    _ finds: inout Finds
  ) -> Holds {
    // Of a known length, so that the pieces need no checks.
    let text = bytes.extracting(start..<start &+ Self.turn)
    // What the table says of each place, without branches, as mostly one of the eight is meant.
    var hits: UInt64 = 0
    for number in 0..<Self.turn / 4 {
      hits |= UInt64(table[Self.hash(of: text.piece(at: number &* 4))]) &<< UInt64(number &* 8)
    }
    hits &= 0x0101_0101_0101_0101 &* UInt64(bits)
    var holds = before
    while hits != 0 {
      let shift = hits.trailingZeroBitCount & ~7
      let hit = UInt8(truncatingIfNeeded: hits &>> UInt64(shift))
      hits &= ~(0xFF &<< UInt64(shift))
      let place = start &+ shift / 2
      if hit & Tellers.ofDate != 0, Self.mayBeOfDate(bytes.piece(at: place)) { holds.insert(.date) }
      guard hit & ~Tellers.ofDate != 0 else { continue }
      finds.candidates &+= 1
      guard !holds.contains(.literal), let literal = literal(in: bytes, message, at: place) else { continue }
      finds.literal = literal
      holds.insert(.literal)
    }
    return holds
  }

  /// Whether a piece is two digits between marks.
  @inline(__always)
  private static func mayBeOfDate(_ piece: UInt32) -> Bool {
    let (first, last) = (UInt8(truncatingIfNeeded: piece), UInt8(truncatingIfNeeded: piece &>> 24))
    return UInt8(truncatingIfNeeded: piece &>> 8).isDigit && UInt8(truncatingIfNeeded: piece &>> 16).isDigit
      && !first.isDigit && !last.isDigit && !first.isLower && !last.isLower
  }
}
