/// Finds literals of the vocabulary that may report an event, in a block of text.
///
/// Each iteration looks up the hashes of eight pieces in a table, as `Prefilter` does.
struct LiteralScanner: Sendable {
  private let stride: Int
  private let pieces: PieceTable
  private let literals: FilteredLiterals
  /// Whether a literal is too short to search for.
  let isOpen: Bool

  init(_ filter: Prefilter) {
    stride = filter.stride
    pieces = PieceTable(filter.literals.index.pieces)
    literals = filter.literals
    isOpen = filter.isOpen
  }

  /// Returns the index of the first piece in `part` whose literal may report an event; nil if there is none. The literal lies in
  /// `range`, but may extend beyond `part`. The part begins at a multiple of the stride.
  func first(
    in bytes: Span<UInt8>, _ range: Range<Int>, part: Range<Int>, isWholeMessage: (Int) -> Bool
  ) -> Int? {
    var index = part.lowerBound
    if stride == 4 {
      let last = part.upperBound &- 32
      let table = pieces.bits.span
      let text = unsafe bytes.bytes
      while index <= last {
        if unsafe Self.looks(text, index, table) != 0,
          let literal = first(in: bytes, range, eightPiecesFrom: index, isWholeMessage)
        {
          return literal
        }
        index &+= 32
      }
    }
    while index < part.upperBound, index &+ 4 <= range.upperBound {
      if isLiteral(bytes, range, at: index, isWholeMessage) { return index }
      index &+= stride
    }
    return nil
  }

  @inline(__always)
  private func first(
    in bytes: Span<UInt8>, _ range: Range<Int>, eightPiecesFrom start: Int, _ isWholeMessage: (Int) -> Bool
  ) -> Int? {
    for number in 0..<8 where isLiteral(bytes, range, at: start &+ number &* 4, isWholeMessage) {
      return start &+ number &* 4
    }
    return nil
  }

  @inline(__always)
  private func isLiteral(
    _ bytes: Span<UInt8>, _ range: Range<Int>, at index: Int, _ isWholeMessage: (Int) -> Bool
  ) -> Bool {
    pieces.mayContain(bytes, at: index) && literals.mayReport(bytes, range, at: index, isWholeMessage)
  }

  /// Returns the table's entries for eight pieces, combined with a bitwise OR.
  @inline(__always) @unsafe
  private static func looks(_ text: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    unsafe Prefilter.look(text, index, table) | Prefilter.look(text, index &+ 4, table)
      | Prefilter.look(text, index &+ 8, table) | Prefilter.look(text, index &+ 12, table)
      | Prefilter.look(text, index &+ 16, table) | Prefilter.look(text, index &+ 20, table)
      | Prefilter.look(text, index &+ 24, table) | Prefilter.look(text, index &+ 28, table)
  }
}
