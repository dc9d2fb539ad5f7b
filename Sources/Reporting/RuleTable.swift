import Checking
import Diagnostics

/// The table of `--statistics`: the verdict and counts of each rule over all logs, in the order of the rulebook, and
/// the reason if a rule is not observable or inconclusive.
struct RuleTable {
  private let head: [String]
  private let rows: [[String]]

  /// The number of text columns; the others are numbers.
  private static let textColumns = 3

  init(_ report: Report) {
    let isCompared = report.baseline != nil
    head =
      ["rule", "severity", "verdict", "violated", "held", "inconclusive", "suppressed"]
      + (isCompared ? ["known", ""] : [""])
    rows = report.rules.map { rule in
      let coverage = rule.coverage
      let counts =
        [coverage.violated, coverage.held, coverage.inconclusive, rule.suppressed]
        + (isCompared ? [rule.known] : [])
      return [Escaping.line(rule.id), coverage.severity.rawValue, rule.verdict.word]
        + counts.map(TextFormat.grouped) + [Escaping.line(rule.reason ?? "")]
    }
  }

  /// The table, each line with its line end; empty if nothing was checked.
  var text: String {
    guard !rows.isEmpty else { return "" }
    let table = [head] + rows
    let widths = head.indices.dropLast().map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < Self.textColumns ? cell.0 + padding : padding + cell.0
      }
      let reason = row[widths.count]
      return (cells + (reason.isEmpty ? [] : [reason])).joined(separator: "  ") + "\n"
    }.joined()
  }
}
