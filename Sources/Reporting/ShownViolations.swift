import Checking

/// The violations of a log whose lines are shown, by what they say.
struct ShownViolations {
  /// What a violation says: of which rule, of what, and what took part.
  private struct Words: Hashable {
    var rule: String
    var message: String
    var labels: [String]
  }

  /// The line of the first one that says it.
  private var lines: [Words: Int] = [:]
  private var path = ""

  /// So many are remembered.
  private static let most = 10_000

  /// Adds a violation; if one that says the same is shown, gives its line instead.
  mutating func insert(_ proof: Violation.Proof, in log: LogFiles) -> Int? {
    if path != log.path { (path, lines) = (log.path, [:]) }
    let words = Words(
      rule: proof.rule.id, message: proof.message, labels: [proof.label] + proof.related.map(\.label))
    if let line = lines[words] { return line }
    if lines.count < Self.most { lines[words] = proof.witness.line }
    return nil
  }
}
