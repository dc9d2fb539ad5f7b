import Checking
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

/// One run of `lifecheck check`: reads logs, and writes the report and diagnostics as soon as they are known.
struct CheckRun: LogCommandRun, ~Copyable {
  typealias Work = CheckTask

  private let command: CheckCommand
  /// The reports; the first one is the main report on standard output.
  private let outputs: [ReportOutput]
  var report: Report
  let progress: Progress
  private var results = LogResults()
  /// The baseline, if it is written. It is opened before the logs are read, so that a wrong path is reported early.
  private var baseline: OutputFile?
  /// Converts paths to paths relative to the project's folder; nil without a project.
  private var paths: RelativePath?

  /// The results of the current log.
  private struct LogResults {
    /// The number of violations for each severity, by `Severity.rank`.
    var violations = Array(repeating: 0, count: Severity.allCases.count)
    var suppressed: [String: Int] = [:]
    var known: [String: Int] = [:]
    var exemptIDs: Set<Violation.ID> = []
    /// The reasons why rules are inconclusive, by rule id, each from the first inconclusive check.
    var inconclusiveReasons: [String: String] = [:]
  }

  init(_ command: CheckCommand) {
    self.command = command
    let style = Style(for: .output, command.color)
    outputs = command.outputs.map { format, destination in
      ReportOutput(
        format, to: destination,
        format.reporter(
          style: destination == .standardOutput ? style : Style(isUnicode: true), isQuiet: command.quiet,
          statistics: command.statistics))
    }
    progress = Progress(isWanted: !command.quiet, violations: 0)
    report = Report(rulebook: command.input.rules.rulebookName)
    report.rulebookOptions = command.input.rules.arguments
    report.keepsLogs = outputs.contains { $0.format.listsLogs }
    report.isStrict = command.strict
    report.exitsZero = command.exitZero
  }

  var input: InputOptions { command.input }
  var passesOverOthers: Bool { command.passOver }
  var color: ColorChoice { command.color }

  /// Checks the logs. Throws an `OutputError` if the report cannot be written.
  mutating func check() throws -> Report.Outcome {
    for output in outputs { try output.open() }
    let format = outputs[0].format
    do {
      let setups = try Setup.withRules(input.rules.setups(command.selection))
      report.configure(with: setups)
      paths = setups[0].project.map {
        RelativePath(
          fromFolderOf: System.resolvingLinks($0), workingFolder: System.workingFolder ?? "/")
      }
      report.baseline = try command.known.ledger(project: setups[0].baseline)
      if let ledger = report.baseline, ledger.addsNew || ledger.removesFixed {
        baseline = try OutputFile(ledger.path)
      }
      let sources = try input.logs()
      let check = CheckTask(
        input, setups, report.baseline, for: outputs.map(\.format), statistics: command.statistics,
        logs: sources.reduce(0) { $0 + $1.logs.count })
      // Leaks the tables: the program ends soon, and to free them takes as long as the check of a small log.
      for context in check.contexts { _ = unsafe Unmanaged.passRetained(context.recognizer) }
      for program in check.programs { _ = unsafe Unmanaged.passRetained(program) }
      try readAll(sources, check)
    } catch let error as SetupError {
      report.record(error)
      printDiagnostics(error.diagnostics)
    }
    for output in outputs { try output.finish(report, progress) }
    try writeBaseline()
    if !command.quiet { printDiagnostics(report.suppressions?.warnings ?? []) }
    if let nothing = NothingChecked(report) { printDiagnostics([nothing.diagnostic]) }
    let isSaid = report.outcome == .failed && (command.quiet || format.showsVerdict)
    if !isSaid, let reason = ExitMessage.text(for: report) { StandardStream.error.tryWrite(reason + "\n") }
    return report.outcome
  }

  /// Writes the baseline, if that was asked for and the run has a verdict.
  private func writeBaseline() throws(OutputError) {
    guard let ledger = report.baseline, let baseline else { return }
    guard report.outcome != .noVerdict, report.logs > 0 else {
      return printDiagnostics([
        Diagnostic(
          "the baseline \(ledger.path) was not changed, because not all logs could be checked", at: nil,
          severity: .warning)
      ])
    }
    try baseline.write(Array(ledger.result.text.utf8).span)
    try baseline.complete()
  }

  private func printDiagnostics(_ diagnostics: [Diagnostic]) {
    StandardStream.error.tryWrite(
      DiagnosticText.text(
        of: diagnostics, Style(for: .error, color), inLines: outputs[0].format == .concise))
  }

  mutating func write(_ findings: [CheckTask.Finding]) throws {
    for finding in findings {
      let violations = finding.violations.span
      for place in violations.indices {
        violations.lend(place) { violation in
          if finding.areInconclusive {
            if let note = violation.proof.notes.first, results.inconclusiveReasons[violation.ruleID] == nil {
              results.inconclusiveReasons[violation.ruleID] = note
            }
            report.baseline?.recordFound(violation)
            for output in outputs { output.reportInconclusive(violation, in: finding.log) }
          } else {
            write(violation, in: finding.log)
          }
        }
      }
    }
    let isWaiting = findings.last?.hasMore != true
    for output in outputs { try output.flush(progress, isWaiting: isWaiting) }
  }

  private mutating func write(_ violation: borrowing Violation, in log: LogFiles) {
    var notes: [String] = []
    if let paths {
      switch decide(on: violation, in: log, paths) {
      case .suppressed(let suppression):
        results.suppressed[violation.ruleID, default: 0] += 1
        report.baseline?.recordFound(violation)
        return exempt(violation, by: .suppression(suppression), in: log)
      case .reported(let reasons): notes += reasons
      }
    }
    switch report.baseline?.decide(on: violation) {
    case .known(let entry):
      results.known[violation.ruleID, default: 0] += 1
      return exempt(violation, by: .known(entry), in: log)
    case .new(let reasons): notes += reasons
    case nil: break
    }
    notes.isEmpty ? reportViolation(violation, in: log) : reportViolation(violation.noting(notes), in: log)
  }

  private mutating func exempt(_ violation: borrowing Violation, by exemption: Exemption, in log: LogFiles) {
    results.exemptIDs.insert(violation.id)
    for output in outputs { output.reportExempt(violation, by: exemption, in: log) }
  }

  private mutating func reportViolation(_ violation: borrowing Violation, in log: LogFiles) {
    results.violations[violation.severity.rank] += 1
    progress.countViolation()
    for output in outputs { output.report(violation, in: log) }
  }

  private mutating func decide(on violation: borrowing Violation, in log: LogFiles, _ paths: RelativePath)
    -> SuppressionLedger.Decision
  {
    let place = paths.place(of: log.place(of: violation.witness.line).path)
    return report.suppressions?.decide(on: violation.ruleID, violation.message, in: place)
      ?? .reported(notes: [])
  }

  mutating func finishLog(_ trace: inout TraceReport) throws {
    for severity in Severity.allCases where results.violations[severity.rank] > 0 {
      trace.violations[severity] = results.violations[severity.rank]
    }
    trace.suppressed = results.suppressed
    trace.known = results.known
    trace.exemptIDs = results.exemptIDs
    trace.inconclusiveReasons = results.inconclusiveReasons
    results = LogResults()
    for output in outputs { try output.finishLog(trace, in: report) }
    guard trace.problem == nil else { return }
    report.baseline?.recordChecked(trace)
    guard let paths else { return }
    for path in trace.files.paths {
      report.suppressions?.recordChecked(
        paths.place(of: path), against: trace.summary.rules.map(\.ruleID))
    }
  }
}

extension Span where Element: ~Copyable {
  /// Calls the body with an element in place. `~Copyable` prevents a copy, also of a copyable element.
  @inline(__always)
  fileprivate func lend(_ place: Int, to body: (borrowing Element) -> Void) { body(self[place]) }
}

extension RelativePath {
  /// The path of a log relative to the project's folder.
  fileprivate func place(of path: String) -> String { self.path(to: System.resolvingLinks(path)) }
}

extension Report {
  /// Sets the rulebooks, required rules and suppressions, before a log is read.
  mutating func configure(with setups: [Setup]) {
    rulebook = setups.map(\.rulebook.name).joined(separator: ", ")
    project = setups[0].project
    for setup in setups { addRulebook(setup.rulebook) }
    requiredRules = setups.flatMap { $0.rulebook.rules.filter(\.isRequired).map(\.id) }
    if project != nil { suppressions = SuppressionLedger(setups[0].suppressions, today: System.today) }
  }

  /// Records the mistakes that end the run before a log is read.
  mutating func record(_ error: SetupError) {
    rulebook = error.rulebook
    mistakes = error.diagnostics
    invalidSources = error.mistaken
  }
}
