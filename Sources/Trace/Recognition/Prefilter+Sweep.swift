// A message is looked at thirty-two bytes at a time, for three things at once: pieces of literals, pieces of the date that
// a second record begins with, and control characters, of which the first one ends the line.

extension Prefilter {
  /// What a message is found to be.
  struct Sweep {
    /// Where it ends, at CR or LF; nil where a control character stands in it, or its end is not near.
    var end: Int?
    /// `ofLiteral` where it holds a literal, `ofDate` where it holds what may be a part of a date.
    var marks: UInt8 = 0
  }

  /// What is found in messages. Apart from what each is found to be, as that has to stay in registers.
  struct Finds {
    /// The first literal of the newest message that holds one, or one that overlaps it.
    var literal = LiteralIndex.Found(number: -1, range: 0..<0)
    /// How many turns had to be looked at closely.
    var candidates = 0
  }

  /// How many bytes are looked at in a turn: two blocks.
  private static let turn = 32

  private typealias Block = SIMD16<UInt8>

  /// Looks through a message to the end of its line, where the stride is four. Transparent, as nothing less puts it
  /// into the loop over the lines: to call it for each one is a twenty-fifth of all that they take.
  @_transparent
  func sweep(_ bytes: Span<UInt8>, from start: Int, _ finds: inout Finds) -> Sweep {
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
        if let end = bytes[stop] == .lineFeed ? stop : Self.end(bytes, from: stop, before: index &+ Self.turn)
        {
          found.end = end
          break
        }
        if bytes[stop] != UInt8(ascii: "\t") { return found }
      }
      if unsafe Self.looks(message, index &- start, table) != 0 {
        found.marks = marks(found.marks, of: bytes, start..<bytes.count, near: index, &finds)
      }
      index &+= Self.turn
    }
    // The last pieces, some of them once more, and none behind the message.
    guard let end = found.end else { return found }
    index = start &+ ((end &- start) & ~3) &- Self.turn
    guard index >= 0 else { return Sweep() }
    if unsafe Self.looks(text, index, table) != 0 {
      found.marks = marks(found.marks, of: bytes, start..<end, near: index, &finds)
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

  /// The marks of a message, in a turn of which a piece of a literal or a date was seen: what it had before, and these.
  @inline(never)
  private func marks(
    _ marks: UInt8, of bytes: Span<UInt8>, _ message: Range<Int>, near start: Int, _ finds: inout Finds
  ) -> UInt8 {
    // Of a known length, so that the pieces need no checks.
    let text = unsafe bytes.extracting(start..<start &+ Self.turn).bytes
    let table = table.span
    // Two bits for each place, without branches, of which only one in eight is taken.
    var hits: UInt16 = 0
    for place in 0..<8 {
      hits |= unsafe UInt16(Self.look(text, place &* 4, table)) &<< UInt16(truncatingIfNeeded: place &* 2)
    }
    let marks = unsafe Self.hasDatePiece(text, hits &>> 1 & 0x5555) ? marks | Self.ofDate : marks
    hits &= 0x5555
    guard hits != 0, marks & Self.ofLiteral == 0 else { return marks }
    finds.candidates &+= 1
    repeat {
      let place = start &+ hits.trailingZeroBitCount &* 2
      if let literal = index.literal(in: bytes, message, at: place) {
        finds.literal = literal
        return marks | Self.ofLiteral
      }
      hits &= hits &- 1
    } while hits != 0
    return marks
  }

  /// Whether one of the pieces in a turn that share their hashes with pieces of a date looks like one: most do not. The
  /// places have a bit each, every other one.
  @inline(__always) @unsafe
  private static func hasDatePiece(_ text: RawSpan, _ places: UInt16) -> Bool {
    var places = places
    while places != 0 {
      if unsafe mayBeOfDate(text.piece(places.trailingZeroBitCount &* 2)) { return true }
      places &= places &- 1
    }
    return false
  }

  /// Whether a piece is two digits between marks.
  @inline(__always)
  private static func mayBeOfDate(_ piece: UInt32) -> Bool {
    let (first, last) = (UInt8(truncatingIfNeeded: piece), UInt8(truncatingIfNeeded: piece &>> 24))
    return UInt8(truncatingIfNeeded: piece &>> 8).isDigit && UInt8(truncatingIfNeeded: piece &>> 16).isDigit
      && !first.isDigit && !last.isDigit && !first.isLower && !last.isLower
  }
}
