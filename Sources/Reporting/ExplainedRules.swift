import BasicContainers
import Checking

/// The rules that a report has explained: each one is explained below its first violation only.
struct ExplainedRules: ~Copyable {
  /// By the rule's number in its rulebook; two rulebooks may share a number.
  private var newest = UniqueArray<Violation.Rule?>()
  /// Their ids, in the order of their first violations.
  private var ids: [String] = []

  /// How many ids the last line of a report lists.
  private static let most = 3

  /// Whether a rule is known to be explained; a rule of another rulebook may hide it.
  @inline(__always)
  func contains(_ rule: Violation.Rule) -> Bool {
    rule.number < newest.count && newest[rule.number] === rule
  }

  /// Adds a rule; false if it was explained before.
  mutating func insert(_ rule: Violation.Rule) -> Bool {
    if contains(rule) { return false }
    while newest.count <= rule.number { newest.append(nil) }
    newest[rule.number] = rule
    if ids.contains(rule.id) { return false }
    ids.append(rule.id)
    return true
  }

  /// The command that shows these rules in full; nil if there are none.
  var more: String? {
    if ids.isEmpty { return nil }
    let names = ids.prefix(Self.most).map(Escaping.line).joined(separator: " ")
    return "For more: \(Tool.name) rules \(names)\(ids.count > Self.most ? " ..." : "")"
  }
}
