import Checking
import Diagnostics
import Trace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The report for programs: one JSON document, sorted, whatever happened.
struct JSONReporter: Reporter {
  private var violations: [(path: String, Violation)] = []
  private var inconclusive: [(path: String, Violation)] = []

  mutating func violated(_ violation: Violation, in path: String, to output: inout String) {
    violations.append((path, violation))
  }

  mutating func inconclusive(_ violation: Violation, in path: String, to output: inout String) {
    inconclusive.append((path, violation))
  }

  func finish(_ report: Report, to output: inout String) throws {
    let document = JSONDocument(
      rulebook: report.rulebook,
      traces: report.traces.map { JSONDocument.Trace($0, in: report) },
      violations: Self.sorted(violations),
      inconclusive: Self.sorted(inconclusive),
      rules: report.checked.flatMap { trace in
        trace.summary.rules.map {
          .init($0, path: trace.path, isRequired: report.requiredRules.contains($0.ruleID))
        }
      },
      errors: (report.rulebookMistakes ?? []).map { .init($0) }
        + report.traces.compactMap { trace in trace.problem.map { .init($0, path: trace.path) } },
      summary: .init(report))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    output += Escaping.json(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
  }

  private static func sorted(_ found: [(path: String, Violation)]) -> [JSONDocument.Violation] {
    found.map { JSONDocument.Violation($1, path: $0) }
      .sorted { ($0.path, $0.line, $0.column, $0.ruleId) < ($1.path, $1.line, $1.column, $1.ruleId) }
  }
}
