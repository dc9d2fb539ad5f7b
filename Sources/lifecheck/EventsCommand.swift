import ArgumentParser
import Diagnostics
import Project
import Reporting
import Rulebook
import Trace

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Show the recognised events of logs, one JSON object per line.")

  @OptionGroup var input: InputOptions

  @Flag(help: "Print a table of the formats in each log instead of its events.")
  var formats = false

  func run() throws {
    var run = EventsRun(self)
    let outcome = try run.list()
    if outcome != .passed { throw ExitStatus(outcome) }
  }
}

/// One run of `lifecheck events`: reads logs and writes their events.
struct EventsRun: LogCommandRun {
  typealias Work = EventsTask

  private let command: EventsCommand
  var report: Report
  let progress: Progress

  init(_ command: EventsCommand) {
    self.command = command
    // On a terminal, the stream of events would break up the progress line.
    progress = Progress(isWanted: command.formats || !StandardStream.output.isTerminal)
    report = Report(rulebook: command.input.rules.rulebookName)
  }

  var input: InputOptions { command.input }
  var color: ColorChoice { .auto }

  /// Lists the events of the logs. Throws an `OutputError` if they cannot be written.
  mutating func list() throws -> Report.Outcome {
    do {
      // The table counts the records, also those without an event.
      let mode = command.formats ? ReadingMode.everyLine : .fast
      let contexts = try input.rules.setups().map { ReaderContext(input, $0, mode) }
      try readAll(EventsTask(contexts: contexts, isTable: command.formats))
    } catch let error as SetupError {
      report.record(error)
      StandardStream.error.tryWrite(DiagnosticText.text(of: error.diagnostics, Style(for: .error, color)))
    }
    StandardStream.error.tryWrite(DiagnosticText.skippedFiles(report, Style(for: .error, color)))
    if let reason = ExitMessage.text(for: report) { StandardStream.error.tryWrite(reason + "\n") }
    return report.outcome
  }

  mutating func write(_ findings: [String]) throws {
    // The table may go to the same terminal as the progress line.
    if command.formats, !findings.isEmpty { progress.clear() }
    for text in findings { try StandardStream.output.write(text) }
  }

  mutating func finishLog(_ trace: inout TraceReport) {}
}

/// Lists the events of a log, or the table of its formats.
struct EventsTask: LogTask {
  /// The context of each candidate rulebook, from which the log chooses one.
  let contexts: [ReaderContext]
  let isTable: Bool

  /// Each finding is the text of one chunk.
  static let maxPending = 16

  func read(
    _ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([String]) throws -> Void
  ) throws -> TraceReport {
    var lanes = try LogLanes(log, contexts) { choice in
      ListSink(
        context: contexts[choice], isTable: isTable,
        writer: EventJSONWriter(contexts[choice].recognizer, contexts[choice].trace(of: log).files))
    }
    return try lanes.read(counter, threads: threads, found)
  }
}

/// Formats the events of a log.
private struct ListSink: EventSink {
  typealias Work = EventsTask

  let context: ReaderContext
  let isTable: Bool
  var writer: EventJSONWriter
  private var output = ""

  init(context: ReaderContext, isTable: Bool, writer: EventJSONWriter) {
    self.context = context
    self.isTable = isTable
    self.writer = writer
  }

  mutating func consume(
    _ event: Event, _ text: Span<UInt8>, _ trace: borrowing TraceReport, _ found: ([String]) throws -> Void
  ) throws {
    writer.log = trace.files
    if !isTable { writer.append(event, line: text, to: &output) }
  }

  mutating func drainFindings(_ trace: borrowing TraceReport) -> [String] {
    defer { output.removeAll(keepingCapacity: true) }
    return output.isEmpty ? [] : [output]
  }

  mutating func finish(_ trace: inout TraceReport) -> [String] {
    if isTable, trace.statistics.lines > 0 { output = FormatTable(trace).text }
    trace.problem = trace.problem ?? context.misfit(of: trace)
    // Events with unknown names are also listed.
    if trace.problem == nil, trace.statistics.events == 0 {
      trace.problem = trace.missingEvents(among: Vocabulary())
    }
    return drainFindings(trace)
  }
}
