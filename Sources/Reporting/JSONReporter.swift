import Checking
import Diagnostics
import Project
import Trace

/// The report for programs: one JSON document, sorted, whatever happened.
struct JSONReporter: Reporter {
  private var violations: [(log: LogFiles, Violation)] = []
  private var suppressed: [(log: LogFiles, Violation, by: Suppression)] = []
  private var inconclusive: [(log: LogFiles, Violation)] = []

  mutating func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    violations.append((log, violation))
  }

  mutating func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {
    suppressed.append((log, violation, suppression))
  }

  mutating func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    inconclusive.append((log, violation))
  }

  func finish(_ report: Report, to output: inout ReportText) throws {
    let document = JSONDocument(
      rulebook: report.rulebook,
      project: Nullable(report.project),
      traces: report.traces.map { JSONDocument.Trace($0, in: report) },
      skipped: report.skipped.map {
        .init(path: $0.path, reason: $0.problem.message, help: Nullable($0.problem.help))
      },
      violations: Self.sorted(violations.map { .init($1, log: $0, repeats: report.repeats(of: $1, in: $0)) })
      {
        $0
      },
      suppressed: Self.sorted(
        suppressed.map { log, violation, suppression in
          .init(
            violation: .init(violation, log: log, repeats: report.repeats(of: violation, in: log)),
            suppression: .init(suppression))
        }, by: \.violation),
      inconclusive: Self.sorted(inconclusive.map { .init($1, log: $0) }) { $0 },
      rules: report.checked.flatMap { trace in
        report.rules(of: trace).map { .init($0, path: trace.files.path) }
      },
      suppressions: JSONDocument.Suppression.all(in: report.suppressions),
      errors: (report.mistakes ?? []).map { .init($0) }
        + report.traces.compactMap { trace in
          trace.problem.map { .init($0, in: trace.files) }
        },
      summary: .init(report))
    output += try JSONText.text(of: document)
  }

  private static func sorted<Element>(
    _ found: [Element], by violation: (Element) -> JSONDocument.Violation
  ) -> [Element] {
    found.sorted {
      let (a, b) = (violation($0), violation($1))
      return (a.path, a.line, a.column, a.ruleId) < (b.path, b.line, b.column, b.ruleId)
    }
  }
}
