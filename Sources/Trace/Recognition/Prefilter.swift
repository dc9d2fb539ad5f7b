/// Says of most messages, by one look at every few bytes, that none of the literals is in them.
///
/// A literal is looked for by as many of its four-byte pieces as the stride has bytes, each at another distance from a
/// multiple of it; so wherever the literal is in a message, one of them lies at such a multiple. Only those places are
/// looked at, in a table of 64 KiB, of which a log needs little more than what the first cache holds; a hit is compared
/// with the literals. Of the pieces that would do those are taken that are least like the text of other log lines, of
/// which a sample tells most, and that other literals have, too. In the lines of a process nothing is looked at closely but
/// what it may tell.
///
/// Measured on a gigabyte of other messages with the bundled rules: 195 ms, 2.3 instructions a byte; with pieces chosen once and
/// for all logs 1.4 times as long.
struct Prefilter: Sendable {
  /// A text to look for.
  struct Literal {
    let text: String
    /// The names of those who alone tell it; none where anybody may.
    var senders: [String] = []
    /// The byte that must follow it, if any.
    var next: UInt8?
    /// Other texts that each line contains in which this literal reports an event: all texts of at least one of these
    /// lists.
    var companions: [[String]] = [[]]
  }

  /// Literals of this length or more are found by what is rare in them.
  static let goodLength = 8
  private static let longestStride = 4
  /// How many bits a piece's hash has.
  static let bits: UInt32 = 16

  /// How far apart the places are that are looked at: 4, and less only where a literal is shorter than seven bytes.
  let stride: Int
  /// For the hash of each piece the bits of those who tell literals that are looked for by it, and of dates.
  let table: [UInt8]
  /// The pieces that are looked for.
  let pieces: [UInt32]
  private let literals: Literals
  /// Whether some literal is too short to look for, so that every message is asked for.
  var isOpen: Bool { literals.texts.areOpen }
  /// Who tells what.
  var tellers: Tellers { literals.texts.tellers }

  /// What is needed where a piece was seen: one object, as each sweep over some lines copies the filter.
  private final class Literals: Sendable {
    let texts: Texts
    let index: LiteralIndex

    init(_ texts: Texts, _ index: LiteralIndex) { (self.texts, self.index) = (texts, index) }
  }

  /// The literals, each of them once.
  private struct Texts {
    var text: [UInt8] = []
    var literals: [(range: Range<Int>, tellers: UInt8)] = []
    /// The companions of each literal. A line must contain all texts of at least one list; nil if it need not.
    var companions: [Companions?] = []
    var areOpen = false
    var tellers = Tellers()

    typealias Companions = [[[UInt8]]]

    private static let mostCompanions = 24

    mutating func add(_ lists: [[String]], to literal: Int) {
      guard var all = companions[literal], let new = Self.companions(lists) else {
        return companions[literal] = nil
      }
      for list in new where !all.contains(list) { all.append(list) }
      companions[literal] = all.count > Self.mostCompanions ? nil : all
    }

    /// The companions of a literal; nil if a line need not contain any.
    static func companions(_ lists: [[String]]) -> Companions? {
      lists.contains([]) ? nil : lists.map { $0.map { Array($0.utf8) } }
    }
  }

  /// A filter for messages that hold at least one of these literals; for a part of a log, with the pieces that are rarest
  /// in that.
  init(_ literals: some Sequence<Literal>, fittedTo sample: Counts? = nil) {
    var known = WordTable()
    var numbers: [Int] = []
    var texts = Texts()
    for literal in literals {
      let start = texts.text.count
      texts.text += literal.text.utf8
      if let next = literal.next { texts.text.append(next) }
      let range = start..<texts.text.count
      let bits = texts.tellers.bits(of: literal.senders)
      let word = known.insert(texts.text.span, range)
      if word < numbers.count {
        texts.text.removeSubrange(range)
        if numbers[word] >= 0 {
          texts.literals[numbers[word]].tellers |= bits
          texts.add(literal.companions, to: numbers[word])
        }
      } else if range.count < 4 {
        texts.areOpen = true
        numbers.append(-1)
      } else {
        numbers.append(texts.literals.count)
        texts.literals.append((range, bits))
        texts.companions.append(Texts.companions(literal.companions))
      }
    }
    let common = Self.commonPieces
    self.init(texts) { Self.cost($0, $1, common, in: sample) }
  }

  /// The same filter with the pieces that are rarest in a part of a log.
  func fitted(to sample: Counts) -> Prefilter {
    let common = Self.commonPieces
    return Prefilter(literals.texts) { Self.cost($0, $1, common, in: sample) }
  }

  /// The cost of looking for the piece at an index of a text: how often the piece occurs in a sample, then how likely it is in
  /// any text.
  static func cost(_ text: [UInt8], _ index: Int, _ common: [Bool], in sample: Counts?) -> Int {
    let likelihood = likelihood(text, index, common)
    guard let sample else { return likelihood }
    return 256 * sample.count(of: text.span.piece(at: index)) + likelihood / 32 + 1
  }

  /// Chooses the pieces of each literal by what it costs to look for the one at an index of the text. What is looked for
  /// anyway costs less; so those that have no choice come first.
  private init(_ texts: Texts, _ cost: (_ text: [UInt8], _ index: Int) -> Int) {
    let (text, literals) = (texts.text, texts.literals)
    let stride = literals.reduce(Self.longestStride) { min($0, $1.range.count - 3) }
    var table = Array(repeating: UInt8(0), count: 1 << Int(Self.bits))
    for piece in Self.datePieces { table[Self.hash(of: piece)] = Tellers.ofDate }
    var pieces: [LiteralIndex.Piece] = []
    pieces.reserveCapacity(literals.count * stride)
    for number in literals.indices.sorted(by: { literals[$0].range.count < literals[$1].range.count }) {
      let (literal, bits) = literals[number]
      for first in 0..<stride {
        var best = (piece: UInt32(0), offset: first, cost: Int.max)
        for offset in Swift.stride(from: first, through: literal.count - 4, by: stride) {
          let index = literal.lowerBound + offset
          let piece = text.span.piece(at: index)
          let isKnown = table[Self.hash(of: piece)] & bits == bits
          let cost = isKnown ? cost(text, index) / 8 : cost(text, index)
          if cost < best.cost { best = (piece, offset, cost) }
        }
        table[Self.hash(of: best.piece)] |= bits
        pieces.append(.init(bytes: best.piece, number: number, offset: best.offset))
      }
    }
    self.stride = stride
    self.table = table
    self.pieces = pieces.map(\.bytes)
    self.literals = Literals(texts, LiteralIndex(text, literals.map(\.range), pieces))
  }

  /// The first literal in a stretch of a line, or one that overlaps it; nil where there is certainly none.
  @inline(__always)
  func first(in line: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    if isOpen { return range.isEmpty ? nil : range }
    let bytes = unsafe line.extracting(range).bytes
    let table = table.span
    var index = 0
    // Every look ends before `count`.
    let last = bytes.byteCount &- 4
    while index &+ 3 &* stride <= last {
      let hits =
        unsafe Self.look(bytes, index, table) | Self.look(bytes, index &+ stride, table)
        | Self.look(bytes, index &+ 2 &* stride, table) | Self.look(bytes, index &+ 3 &* stride, table)
      if hits & ~Tellers.ofDate != 0 {
        for number in 0..<4
        where unsafe Self.look(bytes, index &+ number &* stride, table) & ~Tellers.ofDate != 0 {
          if let literal = literal(in: line, range, at: range.lowerBound &+ index &+ number &* stride) {
            return literal
          }
        }
      }
      index &+= 4 &* stride
    }
    while index <= last {
      if unsafe Self.look(bytes, index, table) & ~Tellers.ofDate != 0,
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
  func literal(in line: Span<UInt8>, _ range: Range<Int>, at index: Int) -> Range<Int>? {
    literals.index.literal(in: line, range, at: index)
  }

  /// Whether the piece at an index belongs to a literal that may report an event. It does not report one if its line lacks
  /// the literal's companions, and contains the whole message.
  @inline(never)
  func mayReport(
    _ line: Span<UInt8>, _ range: Range<Int>, at index: Int, isWholeMessage: () -> Bool
  ) -> Bool {
    let literal = literals.index.literal(in: line, range, at: index) { number in
      guard let companions = literals.texts.companions[number] else { return true }
      let start = line.lineStart(before: index, notBefore: range.lowerBound)
      let end = line.index(of: .lineFeed, in: index..<range.upperBound) ?? range.upperBound
      let isComplete = companions.contains { list in
        list.allSatisfy { line.index(of: $0.span, in: start..<end) != nil }
      }
      return isComplete || !isWholeMessage()
    }
    return literal != nil
  }

  @inline(__always)
  static func hash(of piece: UInt32) -> Int {
    Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> (32 - bits))
  }
}
