public import Diagnostics
import YAML

/// An example of a rule: a short trace that keeps or breaks it.
public struct RuleExample: Sendable {
  /// Lines in canonical form. A line with a violation ends with `# expect: ID`.
  public let text: String
  /// Whether the trace keeps the rule (`good:`); otherwise it breaks it (`bad:`).
  public let isGood: Bool
  private let node: Node

  init(_ text: String, at node: Node, isGood: Bool) {
    self.text = text
    self.isGood = isGood
    self.node = node
  }

  /// A function that maps UTF-8 ranges of the text to ranges of the rulebook. The map is computed once, at its first
  /// use.
  public func sourceMap() -> (Range<Int>) -> SourceRange {
    let places = ScalarSourceMap(of: node)
    return { places.range(ofUTF8: $0) }
  }
}
