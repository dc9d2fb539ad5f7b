import BasicContainers
import Checking
import Diagnostics

/// What is written with each violation of a rule that says the same, made with the first.
struct RuleTexts: ~Copyable {
  /// By the rule's number.
  private var texts = UniqueArray<Entry>()

  struct Entry: ~Copyable {
    fileprivate var rule: Violation.Rule?
    fileprivate var severity = Severity.error
    fileprivate var message = ""
    fileprivate var text = ReportText()

    /// Whether it is of a rule, or of one that says the same.
    @inline(__always)
    fileprivate func isOf(_ other: Violation.Rule) -> Bool { rule === other || rule == other }
  }

  /// Whether the text for a violation of a rule, of that severity and with that message, is known.
  @inline(__always)
  func has(_ rule: Violation.Rule, _ severity: Severity = .error, _ message: String = "") -> Bool {
    let place = rule.number
    return place < texts.count && texts[place].isOf(rule) && texts[place].severity == severity
      && texts[place].message == message
  }

  /// Makes the text known.
  mutating func set(
    _ text: consuming ReportText, of rule: Violation.Rule, _ severity: Severity = .error,
    _ message: String = ""
  ) {
    while texts.count <= rule.number { texts.append(Entry()) }
    texts[rule.number] = Entry(rule: rule, severity: severity, message: message, text: text)
  }

  /// Writes the text of a rule, which is known.
  func write(_ rule: Violation.Rule, to output: inout ReportText) { output += texts[rule.number].text }
}
