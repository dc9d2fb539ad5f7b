public import Diagnostics

extension Node {
  /// Where a part of a scalar's value, in UTF-8 offsets, stands in the source: its bytes there, with the escapes and line
  /// breaks that stand for them. The node's whole range where that cannot be told, and for a list or a mapping.
  public func range(ofUTF8 part: Range<Int>) -> SourceRange {
    guard let scalar, part.lowerBound >= 0,
      let places = ScalarAlignment(of: scalar, in: range.source.bytes, range.bytes)?.places,
      part.upperBound <= places.count
    else { return range }
    if part.isEmpty {
      guard part.lowerBound < places.count else {
        let end = places.last?.upperBound ?? range.bytes.lowerBound
        return SourceRange(range.source, end..<end)
      }
      let start = places[part.lowerBound].lowerBound
      return SourceRange(range.source, start..<start)
    }
    return SourceRange(
      range.source, places[part.lowerBound].lowerBound..<places[part.upperBound - 1].upperBound)
  }
}
