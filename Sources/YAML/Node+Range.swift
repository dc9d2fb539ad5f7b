public import Diagnostics

/// Where the parts of a scalar's value stand in the source; found out when the first of them is asked for, and once.
public final class ScalarPlaces {
  private let node: Node
  private lazy var places = node.scalar.flatMap { scalar in
    ScalarAlignment(of: scalar, in: node.range.source.bytes, node.range.bytes)?.places
  }

  /// The places in that node.
  public init(of node: Node) { self.node = node }

  /// Where a part of the value, in UTF-8 offsets, stands: its bytes there, with the escapes and line breaks that stand for
  /// them. The node's whole range where that cannot be told, and for a list or a mapping.
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
  /// Where a part of a scalar's value stands, if only one is asked for.
  public func range(ofUTF8 part: Range<Int>) -> SourceRange { ScalarPlaces(of: self).range(ofUTF8: part) }
}
