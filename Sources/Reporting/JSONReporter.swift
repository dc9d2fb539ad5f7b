import Checking
import Diagnostics
import Project
import Trace

/// The report for programs: one sorted JSON document, also if the run fails.
struct JSONReporter: Reporter {
  private var violations: [LocatedViolation] = []
  private var suppressed: [(found: LocatedViolation, by: Suppression)] = []
  private var inconclusive: [LocatedViolation] = []

  /// A violation and its location.
  private struct LocatedViolation {
    let violation: Violation
    let log: LogFiles
    let place: LogFiles.Place

    init(_ violation: Violation, in log: LogFiles) {
      self.violation = violation
      self.log = log
      place = log.place(of: violation.witness.line)
    }

    static func isBefore(_ a: LocatedViolation, _ b: LocatedViolation) -> Bool {
      (a.place.path, a.place.line, a.violation.witness.column, a.violation.ruleID)
        < (b.place.path, b.place.line, b.violation.witness.column, b.violation.ruleID)
    }
  }

  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer
  ) {
    violations.append(LocatedViolation(copy violation, in: log))
  }

  mutating func reportSuppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout TextBuffer
  ) {
    suppressed.append((LocatedViolation(violation, in: log), suppression))
  }

  mutating func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer) {
    inconclusive.append(LocatedViolation(violation, in: log))
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    let repeats = report.repeats
    func value(_ found: LocatedViolation) -> JSONDocument.Violation {
      JSONDocument.Violation(
        found.violation, log: found.log, repeats: repeats[found.log.name]?[found.violation.id] ?? 0)
    }
    let used = report.usedRulebooks.map(\.name).joined(separator: ", ")
    let document = JSONDocument(
      rulebook: used.isEmpty ? report.rulebook : used,
      project: Nullable(report.project),
      traces: report.traces.map { JSONDocument.Trace($0, in: report) },
      skipped: report.skipped.map {
        .init(path: $0.path, reason: $0.problem.message, help: Nullable($0.problem.help))
      },
      violations: [],
      suppressed: suppressed.sorted { LocatedViolation.isBefore($0.found, $1.found) }.map {
        .init(violation: value($0.found), suppression: .init($0.by))
      },
      inconclusive: inconclusive.sorted(by: LocatedViolation.isBefore).map {
        .init($0.violation, log: $0.log)
      },
      rules: report.checked.flatMap { trace in
        report.rules(of: trace).map { .init($0, path: trace.files.path) }
      },
      suppressions: JSONDocument.Suppression.all(in: report.suppressions),
      errors: ((report.mistakes ?? []) + (NothingChecked(report).map { [$0.diagnostic] } ?? [])).map {
        .init($0)
      }
        + report.traces.compactMap { trace in
          trace.problem.map { .init($0, in: trace.files) }
        },
      summary: .init(report))
    violations.sort(by: LocatedViolation.isBefore)
    try JSONText.write(document, "violations", violations.lazy.map(value)) {
      output += $0
      try flush(&output)
    }
  }
}
