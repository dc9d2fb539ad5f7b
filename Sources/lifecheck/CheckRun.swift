import Checking
import Diagnostics
import Reporting
import Rulebook
import Trace

extension RulebookError {
  /// A rulebook that asks for nothing passes every log, which would look like a verdict.
  fileprivate static func noRules(in name: String) -> RulebookError {
    RulebookError(diagnostics: [
      Diagnostic(
        "\(name) has no rules, so there is nothing to check", at: nil,
        help: "write `rules:`, or `extends: ios` for those inside")
    ])
  }
}

/// One run of `lifecheck check`: logs in, report and complaints out, each as soon as it is known.
struct CheckRun {
  private let command: CheckCommand
  private var reporter: any Reporter
  private var report: Report
  private var output = ""

  init(_ command: CheckCommand) {
    self.command = command
    reporter = command.format.reporter(style: Style(for: .output, command.color), isQuiet: command.quiet)
    report = Report(rulebook: command.input.references.joined(separator: ", "))
    report.isStrict = command.strict
  }

  /// Checks the logs in that order. Throws an `OutputError` where the report cannot be written.
  mutating func check(_ paths: [String]) throws -> Report.Outcome {
    do {
      let rulebook = try command.input.rulebook()
      guard !rulebook.rules.isEmpty else { throw RulebookError.noRules(in: rulebook.name) }
      if !rulebook.warnings.isEmpty {
        Stream.error.complain(DiagnosticText.text(of: rulebook.warnings, Style(for: .error, command.color)))
      }
      report.rulebook = rulebook.name
      report.know(rulebook.vocabulary)
      report.requiredRules = Set(rulebook.rules.filter(\.isRequired).map(\.id))
      let recognizer = Recognizer(rulebook.vocabulary)
      let program = Program(rulebook)
      for (index, path) in paths.enumerated() {
        try check(path, isFirst: index == 0, recognizer, program)
      }
    } catch let error as RulebookError {
      report.rulebookMistakes = error.diagnostics
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, command.color)))
    }
    try reporter.finish(report, to: &output)
    try flush()
    let isSaid = command.quiet && report.outcome == .failed
    if !isSaid, let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return report.outcome
  }

  private mutating func check(
    _ path: String, isFirst: Bool, _ recognizer: Recognizer, _ program: Program
  ) throws {
    var trace = TraceReport(path: command.input.name(of: path))
    do {
      let input = try Input.log(path, isFirst: isFirst)
      try read(input, recognizer, program, into: &trace)
    } catch let problem as Problem {
      trace.problem = problem
    }
    report.traces.append(trace)
    try flush()
    if command.input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    if let problem = trace.problem { Stream.error.complain(DiagnosticText.text(of: problem, in: trace.path)) }
  }

  private mutating func read(
    _ input: borrowing Input, _ recognizer: Recognizer, _ program: Program, into trace: inout TraceReport
  ) throws {
    var reader = TraceReader(recognizer)
    var checker = Checker(program)
    // Before each wait for input everything decided is written: a pipe shows a violation at its deciding line.
    try input.forEachChunk { chunk in
      reader.read(chunk) { event, line in
        checker.step(event, line: line)
        take(checker.takeViolations(), into: &trace)
      }
      try flush()
    }
    reader.finish { event, line in
      checker.step(event, line: line)
      take(checker.takeViolations(), into: &trace)
    }
    checker.finish()
    take(checker.takeViolations(), into: &trace)
    trace.statistics = reader.statistics
    trace.summary = checker.summary
    if let problem = trace.missingEvents(knownNames: report.knownNames) { throw problem }
    for violation in checker.takeInconclusive() {
      reporter.inconclusive(violation, in: trace.path, to: &output)
    }
  }

  private mutating func take(_ violations: [Violation], into trace: inout TraceReport) {
    for violation in violations {
      trace.violations[violation.severity, default: 0] += 1
      reporter.violated(violation, in: trace.path, to: &output)
    }
  }

  private mutating func flush() throws {
    try Stream.output.write(output)
    output.removeAll(keepingCapacity: true)
  }
}
