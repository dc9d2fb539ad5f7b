import BasicContainers
import Checking

/// A cache of the text that is written with each violation of a rule. Queries take a statement, which avoids retaining
/// its rule.
struct RuleTextCache: ~Copyable {
  /// Indexed by rule number.
  private var texts = UniqueArray<Entry>()

  struct Entry: ~Copyable {
    fileprivate var rule: Violation.Rule?
    fileprivate var text = TextBuffer()

    /// Whether this is the text of `other`, or of an equal rule.
    @inline(__always)
    fileprivate func isOf(_ other: Violation.Rule) -> Bool { rule === other || rule == other }
  }

  /// Whether the text of a rule is cached.
  @inline(__always)
  func contains(_ statement: Violation.Statement) -> Bool {
    statement.rule.number < texts.count && texts[statement.rule.number].isOf(statement.rule)
  }

  /// Adds the text of a rule.
  mutating func insert(_ text: consuming TextBuffer, of rule: Violation.Rule) {
    while texts.count <= rule.number { texts.append(Entry()) }
    texts[rule.number] = Entry(rule: rule, text: text)
  }

  /// Writes the text of a rule, which must be cached.
  @inline(__always)
  func write(_ statement: Violation.Statement, to output: inout TextBuffer) {
    output += texts[statement.rule.number].text
  }
}
