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

    /// Whether it is of a rule, or of one that says the same: each session has its own.
    fileprivate func isOf(_ other: Violation.Rule) -> Bool { rule === other || rule == other }
  }

  /// Writes the text for a violation of a rule, of that severity and with that message.
  mutating func write(
    _ rule: Violation.Rule, _ severity: Severity = .error, _ message: String = "",
    to output: inout ReportText,
    _ make: (inout ReportText) -> Void
  ) {
    let place = rule.number
    while texts.count <= place { texts.append(Entry()) }
    if !texts[place].isOf(rule) || texts[place].severity != severity || texts[place].message != message {
      texts[place].text.removeAll()
      make(&texts[place].text)
      (texts[place].rule, texts[place].severity, texts[place].message) = (rule, severity, message)
    }
    output += texts[place].text
  }
}
