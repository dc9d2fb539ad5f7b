/// Says of most messages, by one look at every few bytes, that none of the literals is in them.
///
/// Every literal has a window of the same length; wherever the window is in a message, one of its four-byte
/// pieces lies at a multiple of the stride. So only those places are looked at, in a table of 64 KiB, of which a log
/// needs little more than what the first cache holds; a hit is compared with the literals. Windows are taken where
/// text is least like that of other log lines, of which a sample tells most, and where other literals have the same
/// pieces.
struct Prefilter: Sendable {
  /// Literals of this length or more are found by what is rare in them.
  static let goodLength = 8
  /// A longer window would let fewer places be looked at, and would have common pieces in it: with 412 literals it takes
  /// a third longer.
  private static let longestWindow = 7
  /// What the table says of a piece.
  static let ofLiteral: UInt8 = 1
  static let ofDate: UInt8 = 2
  /// How many bits a piece's hash has.
  static let bits: UInt32 = 16

  /// How far apart the places are that are looked at: 4, and less only where a literal is shorter than a window.
  private(set) var stride = 1
  /// For the hash of each piece whether some window has it, or a date.
  private(set) var table: [UInt8] = []
  private(set) var index = LiteralIndex()
  private var text: [UInt8] = []
  private var literals: [Range<Int>] = []
  /// Whether some literal is too short to look for, so that every message is asked for.
  private(set) var isOpen = false

  /// A filter for messages that hold at least one of these literals.
  init(_ texts: some Sequence<String>) {
    var known = WordTable()
    for text in texts {
      let start = self.text.count
      self.text += text.utf8
      let count = known.count
      if known.insert(self.text.span, start..<self.text.count) < count {
        self.text.removeSubrange(start...)
      } else if self.text.count - start < 4 {
        isOpen = true
      } else {
        literals.append(start..<self.text.count)
      }
    }
    let window = literals.reduce(Self.longestWindow) { min($0, $1.count) }
    stride = window - 3
    let common = Self.commonPieces
    chooseWindows { Self.likelihood($0, $1, common) }
  }

  /// The same filter with the windows that are rarest in a part of a log.
  func fitted(to sample: Counts) -> Prefilter {
    var fitted = self
    let common = Self.commonPieces
    // Of what does not occur, what is least likely.
    fitted.chooseWindows { text, index in
      256 * sample.count(of: text.span.piece(at: index)) + Self.likelihood(text, index, common) / 32 + 1
    }
    return fitted
  }

  /// Chooses the window of each literal by what it costs to look for the piece at an index of `text`. What is looked for
  /// anyway costs less; so those that have no choice come first.
  private mutating func chooseWindows(_ cost: (_ text: [UInt8], _ index: Int) -> Int) {
    table = Array(repeating: 0, count: 1 << Int(Self.bits))
    for piece in Self.datePieces { table[Self.hash(of: piece)] = Self.ofDate }
    var windows: [LiteralIndex.Window] = []
    windows.reserveCapacity(literals.count)
    for number in literals.indices.sorted(by: { literals[$0].count < literals[$1].count }) {
      let literal = literals[number]
      let offset = Self.cheapest(stride, of: literal.count - 3) { offset in
        let index = literal.lowerBound + offset
        let cost = cost(text, index)
        return table[Self.hash(of: text.span.piece(at: index))] & Self.ofLiteral != 0 ? cost / 8 : cost
      }.start
      let start = literal.lowerBound + offset
      for index in start..<start + stride {
        table[Self.hash(of: text.span.piece(at: index))] |= Self.ofLiteral
      }
      windows.append(
        .init(bytes: text.span.bytes(at: start, stride + 3), number: number, offset: offset))
    }
    index = LiteralIndex(text, literals, windows, length: stride + 3)
  }

  /// The first literal in a stretch of a line, or one that overlaps it; nil where there is certainly none.
  @inline(__always)
  func first(in line: Span<UInt8>, _ range: Range<Int>) -> LiteralIndex.Found? {
    if isOpen { return range.isEmpty ? nil : .init(number: -1, range: range) }
    let bytes = unsafe line.extracting(range).bytes
    let table = table.span
    var index = 0
    // Every look ends before `count`.
    let last = bytes.byteCount &- 4
    while index &+ 3 &* stride <= last {
      let hits =
        unsafe Self.look(bytes, index, table) | Self.look(bytes, index &+ stride, table)
        | Self.look(bytes, index &+ 2 &* stride, table) | Self.look(bytes, index &+ 3 &* stride, table)
      if hits & Self.ofLiteral != 0 {
        for number in 0..<4
        where unsafe Self.look(bytes, index &+ number &* stride, table) & Self.ofLiteral != 0 {
          if let literal = literal(in: line, range, at: range.lowerBound &+ index &+ number &* stride) {
            return literal
          }
        }
      }
      index &+= 4 &* stride
    }
    while index <= last {
      if unsafe Self.look(bytes, index, table) & Self.ofLiteral != 0,
        let literal = literal(in: line, range, at: range.lowerBound &+ index)
      {
        return literal
      }
      index &+= stride
    }
    return nil
  }

  /// The table's byte for the piece at an index, unchecked: the piece has to be there, and a hash has as many bits as the
  /// table.
  @inline(__always) @unsafe
  static func look(_ bytes: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe table[unchecked: hash(of: bytes.piece(index))]
  }

  /// The literal that has the piece at an index in its window.
  @inline(never)
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> LiteralIndex.Found? {
    self.index.literal(in: line, range, at: index)
  }

  @inline(__always)
  static func hash(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}
