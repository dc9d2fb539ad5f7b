import Checking
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

/// One run of `lifecheck check`: logs in, report and complaints out, each as soon as it is known.
struct CheckRun: LogRun {
  private let command: CheckCommand
  private var reporter: any Reporter
  var report: Report
  private var output = ""
  let progress: Progress

  init(_ command: CheckCommand) {
    self.command = command
    reporter = command.format.reporter(
      style: Style(for: .output, command.color), isQuiet: command.quiet, statistics: command.statistics)
    progress = Progress(isWanted: !command.quiet, violations: 0)
    report = Report(rulebook: command.input.rules.rulebookName)
    report.isStrict = command.strict
    report.exitsZero = command.exitZero
  }

  /// What all logs are checked with.
  struct Means {
    let recognizer: Recognizer
    let program: Program
    let assumptions: Assumptions
    let paths: RelativePath
    let header: HeaderTemplate?

    init(_ setup: Setup) {
      header = setup.header
      recognizer = Recognizer(setup.rulebook.vocabulary)
      program = Program(setup.rulebook)
      assumptions = Assumptions(facts: setup.facts, records: setup.records)
      paths = RelativePath(
        fromFolderOf: Platform.withoutLinks(setup.project ?? ""), workingFolder: Platform.workingFolder ?? "/"
      )
    }

    /// Where a log stands, seen from the project's folder.
    func place(of path: String) -> String { paths.path(to: Platform.withoutLinks(path)) }
  }

  var input: InputOptions { command.input }

  /// Checks the logs. Throws an `OutputError` where the report cannot be written.
  mutating func check() throws -> Report.Outcome {
    do {
      let setup = try input.rules.setup(command.selection)
      try setup.checkHasRules()
      complain(of: setup.rulebook.warnings)
      report.take(setup, today: Platform.today)
      let means = Means(setup)
      // The program is about to end, and to take the tables apart takes as long as to check a small log.
      _ = unsafe Unmanaged.passRetained(means.recognizer)
      _ = unsafe Unmanaged.passRetained(means.program)
      try readAll(means)
    } catch let error as SetupError {
      report.take(error)
      complain(of: error.diagnostics)
    }
    try reporter.finish(report, to: &output)
    try flush()
    if !command.quiet { complain(of: report.suppressions?.warnings ?? []) }
    let isSaid = command.quiet && report.outcome == .failed
    if !isSaid, let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return report.outcome
  }

  private func complain(of diagnostics: [Diagnostic]) {
    Stream.error.complain(DiagnosticText.text(of: diagnostics, Style(for: .error, command.color)))
  }

  mutating func read(_ paths: [String], isFirst: Bool, _ means: Means) throws -> TraceReport {
    var trace = input.trace(of: paths)
    var told = Told()
    var reader = input.reader(of: paths, means.recognizer, means.header)
    var checker = Checker(means.program, assuming: means.assumptions)
    // Before each wait for input everything decided is written: a pipe shows a violation at its deciding line.
    try input.read(paths, isFirst: isFirst, &reader, into: &trace, progress) { event, line, trace in
      checker.step(event, line: line)
      take(checker.takeViolations(), in: trace.files, means, &told)
    } afterChunk: {
      try flush()
    }
    checker.finish()
    take(checker.takeViolations(), in: trace.files, means, &told)
    trace.violations = told.violations
    trace.suppressed = told.suppressed
    trace.notShown = told.notShown
    trace.summary = checker.summary
    trace.problem =
      trace.problem ?? input.misfit(of: trace, means.header, in: report.project)
      ?? trace.missingEvents(knownNames: report.knownNames)
    if trace.problem == nil {
      for violation in checker.takeInconclusive() {
        reporter.inconclusive(violation, in: trace.files, to: &output)
      }
      for path in trace.files.paths {
        report.suppressions?.noteChecked(means.place(of: path), against: trace.summary.rules.map(\.ruleID))
      }
    }
    try flush()
    return trace
  }

  /// What was told of one log.
  private struct Told {
    var violations: [Severity: Int] = [:]
    var suppressed: [String: Int] = [:]
    var notShown: Set<Violation.ID> = []
  }

  private mutating func take(
    _ found: [Violation], in log: LogFiles, _ means: Means, _ told: inout Told
  ) {
    for var violation in found {
      let place = means.place(of: log.place(of: violation.witness.line).path)
      switch report.suppressions?.fate(of: violation.ruleID, violation.message, in: place) {
      case .suppressed(let suppression):
        told.suppressed[violation.ruleID, default: 0] += 1
        told.notShown.insert(violation.id)
        reporter.suppressed(violation, by: suppression, in: log, to: &output)
      case .stands(let notes):
        violation.notes += notes
        fallthrough
      case nil:
        told.violations[violation.severity, default: 0] += 1
        progress.noteViolation()
        reporter.violated(violation, in: log, to: &output)
      }
    }
  }

  private mutating func flush() throws {
    if !output.isEmpty { progress.clear() }
    try Stream.output.write(output)
    output.removeAll(keepingCapacity: true)
  }
}

extension Report {
  /// What is known of a run before it has read a log.
  fileprivate mutating func take(_ setup: Setup, today: CalendarDay) {
    rulebook = setup.rulebook.name
    project = setup.project
    know(setup.rulebook.vocabulary)
    requiredRules = Set(setup.rulebook.rules.filter(\.isRequired).map(\.id))
    if setup.project != nil { suppressions = SuppressionLedger(setup.suppressions, today: today) }
  }

  /// The mistakes that end a run before it has read a log.
  mutating func take(_ error: SetupError) {
    rulebook = error.rulebook
    mistakes = error.diagnostics
    mistaken = error.mistaken
  }
}
