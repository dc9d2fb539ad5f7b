import Checking

/// The violations of a log that were shown with their lines, to show repeated ones briefly.
struct ShownViolations {
  /// The content of a violation without its lines and columns.
  private struct Key: Hashable {
    var rule: String
    var message: String
    var labels: [String]
  }

  /// The line of the first violation with this content.
  private var lines: [Key: Int] = [:]
  private var path = ""

  /// The maximum number of stored violations, to bound memory.
  private static let maxCount = 10_000

  /// Adds a violation. If one with the same content was shown, returns its line instead.
  mutating func insert(_ proof: Violation.Proof, in log: LogFiles) -> Int? {
    if path != log.path { (path, lines) = (log.path, [:]) }
    let key = Key(
      rule: proof.rule.id, message: proof.message, labels: [proof.label] + proof.related.map(\.label))
    if let line = lines[key] { return line }
    if lines.count < Self.maxCount { lines[key] = proof.witness.line }
    return nil
  }
}
