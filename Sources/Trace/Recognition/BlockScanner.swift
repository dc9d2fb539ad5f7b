/// Finds candidates in a block of text: bytes whose line may report an event. The result depends only on the bytes.
///
/// A line without a candidate has no event in any format. It does not contain a literal of the vocabulary (`LiteralScanner`), and
/// neither the start of a dotted name (`timer.` of `timer.start`) nor a byte that could hide one of these (`MarkScanner`). This
/// avoids parsing its header and finding its record.
public struct BlockScanner: Sendable {
  private let literals: LiteralScanner
  private let marks: MarkScanner

  /// The two scanners take turns: the bytes of a turn are still in the cache of the processor when the second one reads them.
  /// A multiple of all strides of `Prefilter`.
  private static let turn = 3072

  init(_ families: FamilyNames, _ filter: Prefilter) {
    literals = LiteralScanner(filter)
    marks = MarkScanner(families)
  }

  /// Whether some literal is too short to be looked for, so that every line is a candidate.
  var isOpen: Bool { literals.isOpen }

  /// Whether a line has a candidate.
  func hasCandidate(_ line: Span<UInt8>) -> Bool {
    firstCandidate(in: line, line.indices) { _ in false } != nil
  }

  /// The index of a byte in the first line of a range that has a candidate; nil if no line has one. The range consists of
  /// whole lines. The caller knows whether the line with a byte contains its whole message.
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
