import Checking
import Diagnostics

/// What is written with each violation of a rule, made with its first.
struct RuleTexts {
  /// By the rule's number.
  private var texts: [(rule: Violation.Rule, severity: Severity, text: ReportText.Piece)?] = []

  /// The text for a violation of a rule and of that severity.
  mutating func text(
    _ rule: Violation.Rule, _ severity: Severity = .error, _ make: () -> String
  ) -> ReportText.Piece {
    if rule.number < texts.count, let known = texts[rule.number], known.severity == severity,
      known.rule == rule
    {
      return known.text
    }
    while texts.count <= rule.number { texts.append(nil) }
    let text = Array(make().utf8)
    texts[rule.number] = (rule, severity, text)
    return text
  }
}
