import Checking
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

/// One run of `lifecheck check`: logs in, report and complaints out, each as soon as it is known.
struct CheckRun {
  private let command: CheckCommand
  private var reporter: any Reporter
  private var report: Report
  private var output = ""

  init(_ command: CheckCommand) {
    self.command = command
    reporter = command.format.reporter(
      style: Style(for: .output, command.color), isQuiet: command.quiet, statistics: command.statistics)
    report = Report(rulebook: command.input.rulebookName)
    report.isStrict = command.strict
    report.exitsZero = command.exitZero
  }

  /// What all logs are checked with.
  private struct Means {
    let recognizer: Recognizer
    let program: Program
    let assumptions: Assumptions
    let paths: RelativePath

    init(_ setup: Setup) {
      recognizer = Recognizer(setup.rulebook.vocabulary)
      program = Program(setup.rulebook)
      assumptions = Assumptions(facts: setup.facts, records: setup.records)
      paths = RelativePath(
        fromFolderOf: Platform.withoutLinks(setup.project ?? ""), workingFolder: Platform.workingFolder ?? "/"
      )
    }
  }

  /// Checks the logs in that order. Throws an `OutputError` where the report cannot be written.
  mutating func check(_ paths: [String]) throws -> Report.Outcome {
    do {
      let setup = try command.input.setup(command.selection)
      try setup.checkHasRules()
      complain(of: setup.rulebook.warnings)
      report.take(setup, today: Platform.today)
      let means = Means(setup)
      for (index, path) in paths.enumerated() {
        try check(path, isFirst: index == 0, means)
      }
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

  private mutating func check(_ path: String, isFirst: Bool, _ means: Means) throws {
    var trace = TraceReport(path: command.input.name(of: path))
    let place = means.paths.path(to: Platform.withoutLinks(trace.path))
    do {
      let input = try Input.log(path, isFirst: isFirst)
      try read(input, place, means, into: &trace)
      report.suppressions?.noteChecked(place, against: trace.summary.rules.map(\.ruleID))
    } catch let problem as Problem {
      trace.problem = problem
    }
    report.traces.append(trace)
    try flush()
    if command.input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    if let problem = trace.problem { Stream.error.complain(DiagnosticText.text(of: problem, in: trace.path)) }
  }

  private mutating func read(
    _ input: Input, _ place: String, _ means: Means, into trace: inout TraceReport
  ) throws {
    var reader = TraceReader(means.recognizer)
    var checker = Checker(means.program, assuming: means.assumptions)
    // Before each wait for input everything decided is written: a pipe shows a violation at its deciding line.
    let ending = try input.forEachChunk { chunk in
      reader.read(chunk) { event, line in
        checker.step(event, line: line)
        take(checker.takeViolations(), at: place, into: &trace)
      }
      try flush()
    }
    reader.finish(isCut: ending.isCut) { event, line in
      checker.step(event, line: line)
      take(checker.takeViolations(), at: place, into: &trace)
    }
    checker.finish()
    take(checker.takeViolations(), at: place, into: &trace)
    trace.statistics = reader.statistics
    trace.summary = checker.summary
    if let problem = ending.problem ?? trace.missingEvents(knownNames: report.knownNames) { throw problem }
    for violation in checker.takeInconclusive() {
      reporter.inconclusive(violation, in: trace.path, to: &output)
    }
  }

  private mutating func take(_ violations: [Violation], at place: String, into trace: inout TraceReport) {
    for var violation in violations {
      switch report.suppressions?.fate(of: violation.ruleID, violation.message, in: place) {
      case .suppressed(let suppression):
        trace.suppressed[violation.ruleID, default: 0] += 1
        trace.notShown.insert(violation.id)
        reporter.suppressed(violation, by: suppression, in: trace.path, to: &output)
      case .stands(let notes):
        violation.notes += notes
        fallthrough
      case nil:
        trace.violations[violation.severity, default: 0] += 1
        reporter.violated(violation, in: trace.path, to: &output)
      }
    }
  }

  private mutating func flush() throws {
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
