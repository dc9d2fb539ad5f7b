import Checking
import Diagnostics
import Project
import Trace

/// The report for programs: one sorted JSON document, also if the run fails.
struct JSONReporter: CollectingReporter {
  var found = CollectedViolations()

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    let repeats = report.repeats
    func value(_ found: CollectedViolations.Found) -> JSONDocument.Violation {
      JSONDocument.Violation(found, repeats: repeats[found.log.name]?[found.violation.id] ?? 0)
    }
    found.sort()
    let used = report.usedRulebooks.map(\.name).joined(separator: ", ")
    let document = JSONDocument(
      rulebook: used.isEmpty ? report.rulebook : used,
      project: Nullable(report.project),
      traces: report.traces.map { JSONDocument.Trace($0, in: report) },
      skipped: report.skipped.map {
        .init(path: $0.path, reason: $0.problem.message, help: Nullable($0.problem.help))
      },
      violations: [],
      suppressed: found.exempt.compactMap { item in
        item.exemption?.suppression.map { .init(violation: value(item), suppression: .init($0)) }
      },
      known: found.exempt.compactMap { item in
        item.exemption?.known.map { .init(violation: value(item), since: "\($0.since)") }
      },
      inconclusive: found.inconclusive.map { .init($0, repeats: 0) },
      rules: report.checked.flatMap { trace in
        report.rules(of: trace).map { .init($0, path: trace.files.path) }
      },
      suppressions: JSONDocument.Suppression.all(in: report.suppressions),
      baseline: Nullable(report.baseline.map { .init($0, report.outcome) }),
      errors: ((report.mistakes ?? []) + (NothingChecked(report).map { [$0.diagnostic] } ?? [])).map {
        .init($0)
      }
        + report.traces.compactMap { trace in
          trace.problem.map { .init($0, in: trace.files) }
        },
      summary: .init(report))
    try JSONText.write(document, "violations", found.violations.lazy.map(value)) {
      output += $0
      try flush(&output)
    }
  }
}
