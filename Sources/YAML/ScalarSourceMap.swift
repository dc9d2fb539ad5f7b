public import Diagnostics

/// Maps ranges of a scalar's value to ranges of the source. The map is computed once, at its first use.
public final class ScalarSourceMap {
  private let node: Node
  private lazy var places = node.scalar.flatMap { scalar in
    ScalarAlignment(of: scalar, in: node.range.source.bytes, node.range.bytes)?.places
  }

  /// Creates the map of a node.
  public init(of node: Node) { self.node = node }

  /// The source range of a UTF-8 range of the value, including escapes and folded line breaks. If it is unknown, or the
  /// node is a list or a mapping, this is the range of the whole node.
  public func range(ofUTF8 part: Range<Int>) -> SourceRange {
    let range = node.range
    guard part.lowerBound >= 0, let places, part.upperBound <= places.count else { return range }
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

extension Node {
  /// The source range of a UTF-8 range of a scalar's value. For several ranges, use one `ScalarSourceMap`.
  public func range(ofUTF8 part: Range<Int>) -> SourceRange { ScalarSourceMap(of: self).range(ofUTF8: part) }
}
