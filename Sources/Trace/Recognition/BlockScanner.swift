/// Finds candidates in a block of text: bytes whose line may report an event. The result depends only on the bytes.
///
/// A line without a candidate has no event in any format: it contains no literal of the vocabulary (`LiteralScanner`), no start
/// of a dotted name (`timer.` of `timer.start`), and no byte that can hide one of these (`MarkScanner`). Its header is not
/// parsed, and its record is not looked for.
public struct BlockScanner: Sendable {
  private let literals: LiteralScanner
  private let marks: MarkScanner

  /// The number of bytes that one scanner reads before the other does. They are still in the processor's cache when the second
  /// scanner reads them. A multiple of all strides of `Prefilter`.
  private static let turn = 3072

  init(_ families: FamilyNames, _ filter: Prefilter) {
    literals = LiteralScanner(filter)
    marks = MarkScanner(families)
  }

  /// Whether a literal is too short to search for, so that every line is a candidate.
  var isOpen: Bool { literals.isOpen }

  /// Whether a line has a candidate.
  func hasCandidate(_ line: Span<UInt8>) -> Bool {
    firstCandidate(in: line, line.indices) { _ in false } != nil
  }

  /// Returns the index of a byte in the first line of a range that has a candidate; nil if no line has one. The range must
  /// consist of whole lines. `isWholeMessage` returns whether the line that contains a byte also contains its whole message.
  func firstCandidate(
    in bytes: Span<UInt8>, _ range: Range<Int>, isWholeMessage: (Int) -> Bool
  ) -> Int? {
    if isOpen || marks.beginsDocument(bytes, range.lowerBound, range) {
      return range.isEmpty ? nil : range.lowerBound
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start &+ Self.turn, range.upperBound)
      let literal = literals.first(in: bytes, range, part: start..<end, isWholeMessage: isWholeMessage)
      if let mark = marks.first(in: bytes, range, part: start..<(literal ?? end)) { return mark }
      if let literal { return literal }
      start = end
    }
    return nil
  }
}
