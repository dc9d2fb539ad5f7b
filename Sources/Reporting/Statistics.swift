import Checking
import Diagnostics

/// A table of the rules in the rulebook's order: how often all logs together put each to the test, and what came of it;
/// behind it why a rule was not observable or is inconclusive.
struct Statistics {
  private let rows: [[String]]

  private static let head = [
    "rule", "severity", "verdict", "violated", "held", "inconclusive", "suppressed", "",
  ]
  /// The columns of words; the others are numbers.
  private static let words = 3

  init(_ report: Report) {
    rows = report.rules.map { rule in
      let coverage = rule.coverage
      let counts = [coverage.violated, coverage.held, coverage.inconclusive, rule.suppressed]
      return [Escaping.line(rule.id), coverage.severity.rawValue, rule.verdict.word]
        + counts.map(Words.grouped) + [Escaping.line(rule.reason ?? "")]
    }
  }

  /// The lines, each with its line end; none where nothing was checked.
  var text: String {
    guard !rows.isEmpty else { return "" }
    let table = [Self.head] + rows
    let widths = Self.head.indices.dropLast().map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < Self.words ? cell.0 + padding : padding + cell.0
      }
      let reason = row[widths.count]
      return (cells + (reason.isEmpty ? [] : [reason])).joined(separator: "  ") + "\n"
    }.joined()
  }
}
