/// Says of most messages, by one look at every few bytes, that none of the literals is in them.
///
/// A literal is looked for by as many of its four-byte pieces as the stride has bytes, each at another distance from a
/// multiple of it; so wherever the literal is in a message, one of them lies at such a multiple. Only those places are
/// looked at, in a table of 64 KiB, of which a log needs little more than what the first cache holds; a hit is compared
/// with the literals. Of the pieces that would do those are taken that are least like the text of other log lines, of
/// which a sample tells most, and that other literals have, too.
struct Prefilter: Sendable {
  /// Literals of this length or more are found by what is rare in them.
  static let goodLength = 8
  private static let longestStride = 4
  /// What the table says of a piece.
  static let ofLiteral: UInt8 = 1
  static let ofDate: UInt8 = 2
  /// How many bits a piece's hash has.
  static let bits: UInt32 = 16

  /// How far apart the places are that are looked at: 4, and less only where a literal is shorter than seven bytes.
  private(set) var stride = 1
  /// For the hash of each piece whether some literal is looked for by it, or a date.
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
    stride = literals.reduce(Self.longestStride) { min($0, $1.count - 3) }
    let common = Self.commonPieces
    choosePieces { Self.likelihood($0, $1, common) }
  }

  /// The same filter with the pieces that are rarest in a part of a log.
  func fitted(to sample: Counts) -> Prefilter {
    var fitted = self
    let common = Self.commonPieces
    // Of what does not occur, what is least likely.
    fitted.choosePieces { text, index in
      256 * sample.count(of: text.span.piece(at: index)) + Self.likelihood(text, index, common) / 32 + 1
    }
    return fitted
  }

  /// Chooses the pieces of each literal by what it costs to look for the one at an index of `text`. What is looked for
  /// anyway costs less; so those that have no choice come first.
  private mutating func choosePieces(_ cost: (_ text: [UInt8], _ index: Int) -> Int) {
    table = Array(repeating: 0, count: 1 << Int(Self.bits))
    for piece in Self.datePieces { table[Self.hash(of: piece)] = Self.ofDate }
    var pieces: [LiteralIndex.Piece] = []
    pieces.reserveCapacity(literals.count * stride)
    for number in literals.indices.sorted(by: { literals[$0].count < literals[$1].count }) {
      let literal = literals[number]
      for first in 0..<stride {
        var best = (piece: UInt32(0), offset: first, cost: Int.max)
        for offset in Swift.stride(from: first, through: literal.count - 4, by: stride) {
          let index = literal.lowerBound + offset
          let piece = text.span.piece(at: index)
          let isKnown = table[Self.hash(of: piece)] & Self.ofLiteral != 0
          let cost = isKnown ? cost(text, index) / 8 : cost(text, index)
          if cost < best.cost { best = (piece, offset, cost) }
        }
        table[Self.hash(of: best.piece)] |= Self.ofLiteral
        pieces.append(.init(bytes: best.piece, number: number, offset: best.offset))
      }
    }
    index = LiteralIndex(text, literals, pieces)
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

  /// The literal that is looked for by the piece at an index.
  @inline(never)
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> LiteralIndex.Found? {
    self.index.literal(in: line, range, at: index)
  }

  @inline(__always)
  static func hash(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}
