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

  func run() throws {
    var report = Report(rulebook: input.rulebookName)
    do {
      let recognizer = Recognizer(try input.setup().rulebook.vocabulary)
      for (index, path) in input.paths.enumerated() {
        report.traces.append(try list(path, isFirst: index == 0, recognizer))
      }
    } catch let error as SetupError {
      report.take(error)
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, .auto)))
    }
    guard let reason = Closing.reason(for: report) else { return }
    Stream.error.complain(reason + "\n")
    throw ExitStatus(report.outcome)
  }

  private func list(_ path: String, isFirst: Bool, _ recognizer: Recognizer) throws -> TraceReport {
    var trace = TraceReport(path: input.name(of: path))
    do {
      let file = try Input.log(path, isFirst: isFirst)
      var reader = TraceReader(recognizer)
      let line = EventLine(recognizer, file: trace.path)
      var output = ""
      let ending = try file.forEachChunk { chunk in
        reader.read(chunk) { line.append($0, line: $1, to: &output) }
        try Stream.output.write(output)
        output.removeAll(keepingCapacity: true)
      }
      reader.finish(isCut: ending.isCut) { line.append($0, line: $1, to: &output) }
      try Stream.output.write(output)
      trace.statistics = reader.statistics
      if let problem = ending.problem { throw problem }
      if trace.statistics.events == 0, let problem = trace.missingEvents(knownNames: []) { throw problem }
    } catch let problem as Problem {
      trace.problem = problem
      Stream.error.complain(DiagnosticText.text(of: problem, in: trace.path))
    }
    if input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    return trace
  }
}
