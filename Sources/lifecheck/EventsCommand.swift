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
    var report = Report(rulebook: input.rulebookName)
    do {
      let setup = try input.setup()
      let means = Means(
        recognizer: Recognizer(setup.rulebook.vocabulary), header: setup.header, project: setup.project)
      for (index, source) in input.logs.enumerated() {
        switch source {
        case .log(let paths): _ = try list(paths, isFirst: index == 0, means, &report)
        case .folder(let folder, let files):
          let isAnyLog =
            try files.count { try list([$0], isFirst: false, isInFolder: true, means, &report) } > 0
          if !isAnyLog {
            let problem = report.addEmpty(folder, files: files.count)
            Stream.error.complain(DiagnosticText.text(of: problem, in: folder))
          }
        }
      }
    } catch let error as SetupError {
      report.take(error)
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, .auto)))
    }
    guard let reason = Closing.reason(for: report) else { return }
    Stream.error.complain(reason + "\n")
    throw ExitStatus(report.outcome)
  }

  /// What all logs are read with.
  private struct Means {
    let recognizer: Recognizer
    let header: HeaderTemplate?
    let project: String?
  }

  /// Lists the events of a log. False for a file of a folder that is none.
  private func list(
    _ paths: [String], isFirst: Bool, isInFolder: Bool = false, _ means: Means, _ report: inout Report
  ) throws -> Bool {
    var trace = input.trace(of: paths)
    var reader = input.reader(of: paths, means.recognizer, means.header)
    var line = EventLine(means.recognizer, trace.files)
    var output = ""
    try input.read(paths, isFirst: isFirst, &reader, into: &trace) { event, text, trace in
      line.log = trace.files
      if !formats { line.append(event, line: text, to: &output) }
    } afterChunk: {
      try Stream.output.write(output)
      output.removeAll(keepingCapacity: true)
    }
    if formats, trace.statistics.lines > 0 {
      try Stream.output.write(FormatTable(trace).text)
    }
    trace.problem = trace.problem ?? input.misfit(of: trace, means.header, in: means.project)
    if trace.problem == nil, trace.statistics.events == 0 {
      trace.problem = trace.missingEvents(knownNames: [])
    }
    guard report.add(trace, isInFolder: isInFolder) else { return false }
    if let problem = trace.problem {
      Stream.error.complain(DiagnosticText.text(of: problem, in: trace.problemPath ?? trace.path))
      Stream.error.complain(DiagnosticText.misfits(trace))
    }
    if input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    return true
  }
}
