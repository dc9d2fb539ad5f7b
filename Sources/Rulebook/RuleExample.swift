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

  /// Where a part of the text, in UTF-8 offsets, stands in the rulebook.
  public func range(ofUTF8 part: Range<Int>) -> SourceRange { node.range(ofUTF8: part) }
}
