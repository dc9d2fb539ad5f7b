import Checking
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

/// One run of `lifecheck check`: logs in, report and complaints out, each as soon as it is known.
struct CheckRun: LogRun, ~Copyable {
  typealias Work = LogCheck

  private let command: CheckCommand
  private var reporter: any Reporter & ~Copyable
  var report: Report
  private var output = ReportText()
  /// While the program has not to wait for input, so many bytes are written at once: to write costs as much as to put a
  /// hundred lines together.
  private static let mostUnwritten = 64 << 10
  let progress: Progress
  private var told = Told()
  /// Paths as they are seen from the project's folder; nil without a project.
  private var paths: RelativePath?

  /// What was told of the log that is read.
  private struct Told {
    /// How many violations there are of each severity, the gravest first.
    var violations = Array(repeating: 0, count: Severity.allCases.count)
    var suppressed: [String: Int] = [:]
    var notShown: Set<Violation.ID> = []
    /// Why rules, by id, are inconclusive: what the first of their tests says.
    var reasons: [String: String] = [:]
  }

  init(_ command: CheckCommand) {
    self.command = command
    reporter = command.format.reporter(
      style: Style(for: .output, command.color), isQuiet: command.quiet, statistics: command.statistics)
    progress = Progress(isWanted: !command.quiet, violations: 0)
    report = Report(rulebook: command.input.rules.rulebookName)
    report.isStrict = command.strict
    report.exitsZero = command.exitZero
  }

  var input: InputOptions { command.input }
  var color: ColorChoice { command.color }

  /// Checks the logs. Throws an `OutputError` where the report cannot be written.
  mutating func check() throws -> Report.Outcome {
    do {
      let setups = try Setup.withRules(input.rules.setups(command.selection))
      complain(of: Setup.warnings(of: setups))
      report.begin(with: setups)
      paths = setups[0].project.map {
        RelativePath(
          fromFolderOf: Platform.withoutLinks($0), workingFolder: Platform.workingFolder ?? "/")
      }
      let check = LogCheck(input, setups, for: command.format, statistics: command.statistics)
      // The program is about to end, and to take the tables apart takes as long as to check a small log.
      for reading in check.readings { _ = unsafe Unmanaged.passRetained(reading.recognizer) }
      for program in check.programs { _ = unsafe Unmanaged.passRetained(program) }
      try readAll(check)
    } catch let error as SetupError {
      report.take(error)
      complain(of: error.diagnostics)
    }
    try reporter.finish(report, to: &output) { [progress] in try Self.flush(&$0, progress) }
    try flush()
    if !command.quiet { complain(of: report.suppressions?.warnings ?? []) }
    if let nothing = NothingChecked(report) { complain(of: [nothing.diagnostic]) }
    let isSaid = report.outcome == .failed && (command.quiet || command.format.showsVerdict)
    if !isSaid, let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return report.outcome
  }

  private func complain(of diagnostics: [Diagnostic]) {
    Stream.error.complain(DiagnosticText.text(of: diagnostics, Style(for: .error, color), command.format))
  }

  mutating func write(_ findings: [LogCheck.Finding]) throws {
    for finding in findings {
      let violations = finding.violations.span
      for place in violations.indices {
        violations.lend(place) { violation in
          if finding.areInconclusive {
            if let note = violation.proof.notes.first, told.reasons[violation.ruleID] == nil {
              told.reasons[violation.ruleID] = note
            }
            reporter.inconclusive(violation, in: finding.log, to: &output)
          } else {
            write(violation, in: finding.log)
          }
        }
      }
    }
    if findings.last?.hasMore != true || output.count >= Self.mostUnwritten { try flush() }
  }

  private mutating func write(_ violation: borrowing Violation, in log: LogFiles) {
    guard let paths else { return tellStanding(violation, in: log) }
    switch fate(of: violation, in: log, paths) {
    case .suppressed(let suppression):
      told.suppressed[violation.ruleID, default: 0] += 1
      told.notShown.insert(violation.id)
      reporter.suppressed(violation, by: suppression, in: log, to: &output)
    case .stands(let notes):
      notes.isEmpty ? tellStanding(violation, in: log) : tellStanding(violation.noting(notes), in: log)
    }
  }

  private mutating func tellStanding(_ violation: borrowing Violation, in log: LogFiles) {
    told.violations[violation.severity.rank] += 1
    progress.noteViolation()
    reporter.violated(violation, in: log, to: &output)
  }

  private mutating func fate(of violation: borrowing Violation, in log: LogFiles, _ paths: RelativePath)
    -> SuppressionLedger.Fate
  {
    let place = paths.place(of: log.place(of: violation.witness.line).path)
    return report.suppressions?.fate(of: violation.ruleID, violation.message, in: place)
      ?? .stands(notes: [])
  }

  mutating func end(_ trace: inout TraceReport) {
    for severity in Severity.allCases where told.violations[severity.rank] > 0 {
      trace.violations[severity] = told.violations[severity.rank]
    }
    trace.suppressed = told.suppressed
    trace.notShown = told.notShown
    trace.reasons = told.reasons
    told = Told()
    guard trace.problem == nil, let paths else { return }
    for path in trace.files.paths {
      report.suppressions?.noteChecked(
        paths.place(of: path), against: trace.summary.rules.map(\.ruleID))
    }
  }

  private mutating func flush() throws { try Self.flush(&output, progress) }

  private static func flush(_ output: inout ReportText, _ progress: Progress) throws {
    if !output.isEmpty { progress.clear() }
    try output.withUTF8 { try Stream.output.write($0) }
    output.removeAll()
  }
}

extension Span where Element: ~Copyable {
  /// Lends one of them from where it stands. What is written for elements that cannot be copied copies none that could be.
  @inline(__always)
  fileprivate func lend(_ place: Int, to body: (borrowing Element) -> Void) { body(self[place]) }
}

extension RelativePath {
  /// Where a log stands.
  fileprivate func place(of path: String) -> String { self.path(to: Platform.withoutLinks(path)) }
}

extension Report {
  /// Begins a run with what is known before a log is read.
  mutating func begin(with setups: [Setup]) {
    rulebook = setups.map(\.rulebook.name).joined(separator: ", ")
    project = setups[0].project
    for setup in setups { know(setup.rulebook) }
    requiredRules = setups.flatMap { $0.rulebook.rules.filter(\.isRequired).map(\.id) }
    if project != nil { suppressions = SuppressionLedger(setups[0].suppressions, today: Platform.today) }
  }

  /// The mistakes that end a run before it has read a log.
  mutating func take(_ error: SetupError) {
    rulebook = error.rulebook
    mistakes = error.diagnostics
    mistaken = error.mistaken
  }
}
