/// Finds the literals of a vocabulary in a text, with one table lookup for every few bytes.
///
/// A literal is looked for by as many of its four-byte pieces as the stride has bytes. Their offsets in the literal all differ
/// modulo the stride. So wherever the literal is in a text, one of its pieces is at a multiple of the stride, and only these
/// positions are looked up, in a table of 64 KiB. If the table has a piece, the text is compared with the literals that have the
/// piece. The chosen pieces are those that are rarest in other log lines, or in a sample of the log.
struct Prefilter: Sendable {
  /// A text to look for.
  struct Literal {
    let text: String
    /// The byte that must follow it, if any.
    var next: UInt8?
    /// Lists of other texts. Each line in which this literal reports an event contains all texts of at least one list.
    var companions: [[String]] = [[]]
  }

  /// Literals of at least this length are looked for by their rare parts.
  static let minimumLengthForPieceChoice = 8
  private static let longestStride = 4
  /// The number of bits in the hash of a piece.
  static let bits: UInt32 = 16

  /// The distance between two lookups: 4, or less if a literal is shorter than seven bytes.
  let stride: Int
  /// 1 for the hash of each piece by which a literal is looked for, else 0.
  private let table: [UInt8]
  /// Compares a text that has a piece of the table with the literals.
  let literals: FilteredLiterals
  /// Whether a literal is too short to look for, so that no message can be rejected.
  let isOpen: Bool

  /// The literals without duplicates.
  private struct Texts {
    var text: [UInt8] = []
    var literals: [Range<Int>] = []
    /// The companions of each literal: a list of lists.
    var companions: [[[String]]] = []
    var hasTooShortLiteral = false
  }

  /// Creates a filter for messages that contain at least one of these literals. With a sample of a log, it looks for the pieces
  /// that are rarest in the sample.
  init(_ literals: some Sequence<Literal>, fittedTo sample: Counts? = nil) {
    var known = WordTable()
    var numbers: [Int] = []
    var texts = Texts()
    for literal in literals {
      let start = texts.text.count
      texts.text += literal.text.utf8
      if let next = literal.next { texts.text.append(next) }
      let range = start..<texts.text.count
      let word = known.insert(texts.text.span, range)
      if word < numbers.count {
        texts.text.removeSubrange(range)
        if numbers[word] >= 0 { texts.companions[numbers[word]] += literal.companions }
      } else if range.count < 4 {
        texts.hasTooShortLiteral = true
        numbers.append(-1)
      } else {
        numbers.append(texts.literals.count)
        texts.literals.append(range)
        texts.companions.append(literal.companions)
      }
    }
    let common = Self.commonPieces
    self.init(texts) { Self.cost($0, $1, common, in: sample) }
  }

  /// Returns the cost of looking for the piece at an index of a text: first how often it occurs in the sample, then how likely it
  /// is in any text.
  static func cost(_ text: [UInt8], _ index: Int, _ common: [Bool], in sample: Counts?) -> Int {
    let likelihood = likelihood(text, index, common)
    guard let sample else { return likelihood }
    return 256 * sample.count(of: text.span.piece(at: index)) + likelihood / 32 + 1
  }

  /// Chooses the cheapest pieces of each literal. A piece that is already in the table costs less. Short literals come first,
  /// because they have the least choice.
  private init(_ texts: Texts, _ cost: (_ text: [UInt8], _ index: Int) -> Int) {
    let (text, literals) = (texts.text, texts.literals)
    let stride = literals.reduce(Self.longestStride) { min($0, $1.count - 3) }
    var table = Array(repeating: UInt8(0), count: 1 << Int(Self.bits))
    var pieces: [LiteralIndex.Piece] = []
    pieces.reserveCapacity(literals.count * stride)
    for number in literals.indices.sorted(by: { literals[$0].count < literals[$1].count }) {
      let literal = literals[number]
      for first in 0..<stride {
        var best = (piece: UInt32(0), offset: first, cost: Int.max)
        for offset in Swift.stride(from: first, through: literal.count - 4, by: stride) {
          let index = literal.lowerBound + offset
          let piece = text.span.piece(at: index)
          let isKnown = table[Self.hash(of: piece)] != 0
          let cost = isKnown ? cost(text, index) / 8 : cost(text, index)
          if cost < best.cost { best = (piece, offset, cost) }
        }
        table[Self.hash(of: best.piece)] = 1
        pieces.append(.init(bytes: best.piece, number: number, offset: best.offset))
      }
    }
    self.stride = stride
    self.table = table
    self.literals = FilteredLiterals(
      index: LiteralIndex(text, literals, pieces), companions: Companions(texts.companions))
    isOpen = texts.hasTooShortLiteral
  }

  /// Returns the first literal in a range of a line, or one that overlaps it; nil if there certainly is none. If the filter is
  /// open, returns the whole range.
  @inline(__always)
  func first(in line: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    if isOpen { return range.isEmpty ? nil : range }
    let bytes = unsafe line.extracting(range).bytes
    let table = table.span
    var index = 0
    // Each lookup ends before the end of the bytes.
    let last = bytes.byteCount &- 4
    while index &+ 3 &* stride <= last {
      let hits =
        unsafe Self.look(bytes, index, table) | Self.look(bytes, index &+ stride, table)
        | Self.look(bytes, index &+ 2 &* stride, table) | Self.look(bytes, index &+ 3 &* stride, table)
      if hits != 0 {
        for number in 0..<4
        where unsafe Self.look(bytes, index &+ number &* stride, table) != 0 {
          if let literal = literal(in: line, range, at: range.lowerBound &+ index &+ number &* stride) {
            return literal
          }
        }
      }
      index &+= 4 &* stride
    }
    while index <= last {
      if unsafe Self.look(bytes, index, table) != 0,
        let literal = literal(in: line, range, at: range.lowerBound &+ index)
      {
        return literal
      }
      index &+= stride
    }
    return nil
  }

  /// Returns the table's entry for the piece at an index, unchecked. The bytes must contain the whole piece, and the table must
  /// have an entry for each hash.
  @inline(__always) @unsafe
  static func look(_ bytes: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe table[unchecked: hash(of: bytes.piece(index))]
  }

  /// Returns the literal that has the piece at an index; nil if there is none.
  @inline(never)
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> Range<Int>? {
    literals.index.literal(in: line, range, at: index)
  }

  @inline(__always)
  static func hash(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}

/// A filter is stored without the companions of its literals, which only scanners need.
extension Prefilter: StoredTable {
  init(from reader: inout TableReader) {
    stride = reader.number()
    isOpen = reader.number() != 0
    let index: LiteralIndex = reader.read()
    var table = Array(repeating: UInt8(0), count: 1 << Int(Self.bits))
    for piece in index.pieceBytes { table[Self.hash(of: piece)] = 1 }
    self.table = table
    literals = FilteredLiterals(index: index, companions: Companions(ofNone: index.count))
  }

  func write(to writer: inout TableWriter) {
    writer.write(stride)
    writer.write(isOpen ? 1 : 0)
    writer.write(literals.index)
  }
}
