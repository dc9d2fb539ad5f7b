import BasicContainers
import Checking

/// The rules that a report has already explained. Each rule is explained below its first violation only.
struct ExplainedRules: ~Copyable {
  /// The newest rule for each rule number. Two rulebooks may use the same number.
  private var newest = UniqueArray<Violation.Rule?>()
  /// The ids, in the order of the first violations.
  private var ids: [String] = []

  /// The maximum number of ids in the last line of a report.
  private static let maxListed = 3

  /// Whether a rule was explained. May be false for an explained rule whose number another rulebook also uses.
  @inline(__always)
  func contains(_ rule: Violation.Rule) -> Bool {
    rule.number < newest.count && newest[rule.number] === rule
  }

  /// Adds a rule. Returns false if it was already explained.
  mutating func insert(_ rule: Violation.Rule) -> Bool {
    if contains(rule) { return false }
    while newest.count <= rule.number { newest.append(nil) }
    newest[rule.number] = rule
    if ids.contains(rule.id) { return false }
    ids.append(rule.id)
    return true
  }

  /// A line with the command that shows these rules in full; nil if there are none.
  func pointer(_ report: Report) -> String? {
    if ids.isEmpty { return nil }
    let names = ids.prefix(Self.maxListed).map(Escaping.line).joined(separator: " ")
    let others = ids.count - Self.maxListed
    return "For more: \(report.command("rules")) \(names)"
      + (others > 0 ? " (and \(TextFormat.count(others, "other rule")))" : "")
  }
}
