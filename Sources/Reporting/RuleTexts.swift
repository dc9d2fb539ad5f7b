import BasicContainers
import Checking

/// What is written with each violation of a rule, made with the first. Asked for by what is said of it: what a statement
/// holds is looked at where it is, and no reference counted.
struct RuleTexts: ~Copyable {
  /// By the rule's number.
  private var texts = UniqueArray<Entry>()

  struct Entry: ~Copyable {
    fileprivate var rule: Violation.Rule?
    fileprivate var text = ReportText()

    /// Whether it is of a rule, or of one that says the same.
    @inline(__always)
    fileprivate func isOf(_ other: Violation.Rule) -> Bool { rule === other || rule == other }
  }

  /// Whether the text of a rule is known.
  @inline(__always)
  func has(_ statement: Violation.Statement) -> Bool {
    statement.rule.number < texts.count && texts[statement.rule.number].isOf(statement.rule)
  }

  /// Makes the text known.
  mutating func set(_ text: consuming ReportText, of rule: Violation.Rule) {
    while texts.count <= rule.number { texts.append(Entry()) }
    texts[rule.number] = Entry(rule: rule, text: text)
  }

  /// Writes the text of a rule, which is known.
  @inline(__always)
  func write(_ statement: Violation.Statement, to output: inout ReportText) {
    output += texts[statement.rule.number].text
  }
}
