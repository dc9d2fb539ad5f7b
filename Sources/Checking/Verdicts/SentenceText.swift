import Diagnostics
import Rulebook

/// What all violations of a sentence have in common.
final class SentenceText: Sendable {
  let rule: Violation.Rule
  let severity: Severity
  /// The words that the rulebook has for it, if it has.
  let template: MessageTemplate?

  /// Of a sentence of a rule, of which others may have that already.
  init(of index: Int, in rule: Rule, _ number: Int, _ known: Violation.Rule?) {
    let sentence = rule.sentences[index]
    self.rule =
      known
      ?? Violation.Rule(
        number: number, id: rule.id, why: rule.why, help: rule.help, guidance: rule.guidance)
    severity = sentence.severity ?? rule.severity
    template = sentence.message ?? rule.message
  }
}

extension Scope {
  /// Where it is, in words; empty where that depends on what is open.
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
