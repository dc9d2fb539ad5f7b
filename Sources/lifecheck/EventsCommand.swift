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

/// One run of `lifecheck events`: logs in, their events out.
struct EventsRun: LogRun {
  typealias Work = LogListing

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
  var color: ColorChoice { .auto }

  /// Lists the events of the logs. Throws an `OutputError` where they cannot be written.
  mutating func list() throws -> Report.Outcome {
    do {
      let readings = try input.rules.setups().map { LogReading(input, $0) }
      try readAll(LogListing(readings: readings, isTable: command.formats))
    } catch let error as SetupError {
      report.take(error)
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, color)))
    }
    Stream.error.complain(DiagnosticText.passedOver(report, Style(for: .error, color)))
    if let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return report.outcome
  }

  mutating func write(_ findings: [String]) throws {
    // A table may stand on the terminal, too.
    if command.formats, !findings.isEmpty { progress.clear() }
    for text in findings { try Stream.output.write(text) }
  }

  mutating func end(_ trace: inout TraceReport) {}
}

/// The list of the events of a log, or the table of its formats: lines in, text out.
struct LogListing: LogWork {
  /// How the log is read under each rulebook of which it chooses.
  let readings: [LogReading]
  let isTable: Bool

  /// Each is that of a chunk.
  static let mostUntold = 16

  func read(_ log: Log, _ meter: Meter, _ found: ([String]) throws -> Void) throws -> TraceReport {
    var lanes = LogLanes(log, readings) { choice in
      ListSink(
        reading: readings[choice], isTable: isTable,
        line: EventLine(readings[choice].recognizer, readings[choice].trace(of: log).files))
    }
    return try lanes.read(meter, found)
  }
}

/// Puts the events of a log into words.
private struct ListSink: EventSink {
  typealias Work = LogListing

  let reading: LogReading
  let isTable: Bool
  var line: EventLine
  private var output = ""

  init(reading: LogReading, isTable: Bool, line: EventLine) {
    self.reading = reading
    self.isTable = isTable
    self.line = line
  }

  mutating func take(
    _ event: Event, _ text: Span<UInt8>, _ trace: borrowing TraceReport, _ found: ([String]) throws -> Void
  ) throws {
    line.log = trace.files
    if !isTable { line.append(event, line: text, to: &output) }
  }

  mutating func takeFindings(_ trace: borrowing TraceReport) -> [String] {
    defer { output.removeAll(keepingCapacity: true) }
    return output.isEmpty ? [] : [output]
  }

  mutating func finish(_ trace: inout TraceReport) -> [String] {
    if isTable, trace.statistics.lines > 0 { output = FormatTable(trace).text }
    trace.problem = trace.problem ?? reading.misfit(of: trace)
    // Events with unknown names are listed, too.
    if trace.problem == nil, trace.statistics.events == 0 {
      trace.problem = trace.missingEvents(among: Vocabulary())
    }
    return takeFindings(trace)
  }
}
