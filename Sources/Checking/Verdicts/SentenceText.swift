import Diagnostics
import Rulebook

/// The rule, the severity and the message template that all violations of a sentence share.
final class SentenceText: Sendable {
  let rule: Violation.Rule
  let severity: Severity
  /// The template of the message; nil if neither the sentence nor its rule has one.
  let template: MessageTemplate?

  /// Creates the text of the sentence at an index of a rule. `known` is the rule's object, if another sentence has created it.
  init(of index: Int, in rule: Rule, _ number: Int, _ known: Violation.Rule?) {
    let sentence = rule.sentences[index]
    self.rule =
      known
      ?? Violation.Rule(number: number, id: rule.id, rule.storedTexts)
    severity = sentence.severity ?? rule.severity
    template = sentence.message ?? rule.message
  }
}

extension Scope {
  /// The scope in words, for messages; empty if they depend on the span that is open.
  var text: String {
    switch self {
    case .open, .during: ""
    case .outside(let spans): "outside \(spans.map(\.name).joined(separator: " or "))"
    case .following(let start, .fixed(let limit)):
      "in the \(Quantity.text(nanoseconds: limit)) after \(start.text)"
    case .following(let start, _): "so soon after \(start.text)"
    case .after(let start, _): "after \(start.text)"
    case .between(_, let end), .before(let end): "before \(end.text)"
    }
  }
}
