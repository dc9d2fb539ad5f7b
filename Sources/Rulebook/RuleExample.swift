public import Diagnostics
import YAML

/// A trace that shows what a rule asks.
public struct RuleExample: Sendable {
  /// Canonical lines; where they break rules, `# expect: ID` ends each line that is reported.
  public let text: String
  /// Whether it keeps the rule; else it breaks it.
  public let isGood: Bool
  private let node: Node

  init(_ text: String, at node: Node, isGood: Bool) {
    self.text = text
    self.isGood = isGood
    self.node = node
  }

  /// Tells where parts of the text, in UTF-8 offsets, stand in the rulebook. That is found out for all of them at once.
  public func places() -> (Range<Int>) -> SourceRange {
    let places = ScalarPlaces(of: node)
    return { places.range(ofUTF8: $0) }
  }
}
