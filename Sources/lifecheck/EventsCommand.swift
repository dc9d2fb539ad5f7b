import ArgumentParser
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Show the events that are recognised in logs, one JSON object a line.")

  @OptionGroup var input: InputOptions

  @Flag(help: "Write a table of the formats that were found in each log, in place of its events.")
  var formats = false

  func run() throws {
    var run = EventsRun(self)
    let outcome = try run.list()
    if outcome != .passed { throw ExitStatus(outcome) }
  }
}

/// One run of `lifecheck events`: logs in, their events out.
struct EventsRun: LogRun {
  private let command: EventsCommand
  var report: Report
  let progress: Progress

  init(_ command: EventsCommand) {
    self.command = command
    // Events that come all the time would tear it.
    progress = Progress(isWanted: command.formats || !Stream.output.isTerminal)
    report = Report(rulebook: command.input.rules.rulebookName)
  }

  var input: InputOptions { command.input }

  /// What all logs are read with.
  struct Means {
    let recognizer: Recognizer
    let header: HeaderTemplate?
    let project: String?
  }

  /// Lists the events of the logs. Throws an `OutputError` where they cannot be written.
  mutating func list() throws -> Report.Outcome {
    do {
      let setup = try input.rules.setup()
      try readAll(
        Means(
          recognizer: Recognizer(setup.rulebook.vocabulary), header: setup.header, project: setup.project))
    } catch let error as SetupError {
      report.take(error)
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, .auto)))
    }
    Stream.error.complain(DiagnosticText.passedOver(report))
    if let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return report.outcome
  }

  mutating func read(_ paths: [String], isFirst: Bool, _ means: Means) throws -> TraceReport {
    var trace = input.trace(of: paths)
    var reader = input.reader(of: paths, means.recognizer, means.header)
    var line = EventLine(means.recognizer, trace.files)
    var output = ""
    try input.read(paths, isFirst: isFirst, &reader, into: &trace, progress) { event, text, trace in
      line.log = trace.files
      if !command.formats { line.append(event, line: text, to: &output) }
    } afterChunk: {
      try Stream.output.write(output)
      output.removeAll(keepingCapacity: true)
    }
    if command.formats, trace.statistics.lines > 0 {
      try Stream.output.write(FormatTable(trace).text)
    }
    trace.problem = trace.problem ?? input.misfit(of: trace, means.header, in: means.project)
    // Events with unknown names are listed, too.
    if trace.problem == nil, trace.statistics.events == 0 {
      trace.problem = trace.missingEvents(knownNames: [])
    }
    return trace
  }
}
