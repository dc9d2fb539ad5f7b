/// The literals of a filter, indexed by their pieces, and their companions. A class, because a structure with so many arrays
/// would be copied for each lookup.
final class FilteredLiterals: Sendable {
  let index: LiteralIndex
  private let companions: Companions

  init(index: LiteralIndex, companions: Companions) {
    self.index = index
    self.companions = companions
  }

  /// Whether the piece at an index belongs to a literal that may report an event. It cannot report one if its line contains the
  /// whole message, but lacks the literal's companions.
  @inline(never)
  func mayReport(
    _ bytes: Span<UInt8>, _ range: Range<Int>, at index: Int, _ isWholeMessage: (Int) -> Bool
  ) -> Bool {
    let literal = self.index.literal(in: bytes, range, at: index) { literal in
      mayReport(literal, at: index, in: bytes, range) || !isWholeMessage(index)
    }
    return literal != nil
  }

  /// Whether a literal may report an event in a line that contains its whole message: the line contains the literal's
  /// companions, or the literal has none.
  @inline(never)
  private func mayReport(_ literal: Int, at index: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard companions.hasCompanions(of: literal) else { return true }
    let start = bytes.lineStart(before: index, notBefore: range.lowerBound)
    let end = bytes.index(of: .lineFeed, in: index..<range.upperBound) ?? range.upperBound
    return companions.areContained(in: bytes, start..<end, of: literal)
  }
}
