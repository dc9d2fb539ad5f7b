import ArgumentParser
import Diagnostics
import Project
import Reporting

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "List the events to log next, with a line of code for each.",
    discussion: """
      Rules that lack events in the logs cannot be checked. The list begins with the event that makes the most rules checkable, \
      where an error counts more than a warning. If the app logs events of its own, only events of the same kinds are listed.
      """)

  @OptionGroup var input: InputOptions

  @Option(help: "When to use colors. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected.")
  var color = ColorChoice.auto

  func run() throws {
    var run = NextRun(self)
    let outcome = try run.list()
    if outcome == .noVerdict { throw ExitStatus(outcome) }
  }
}

/// One run of `lifecheck next`: reads logs, and lists the events that they lack.
struct NextRun: LogCommandRun {
  typealias Work = CheckTask

  private let command: NextCommand
  var report: Report
  let progress = Progress(isWanted: true)

  init(_ command: NextCommand) {
    self.command = command
    report = Report(rulebook: command.input.rules.rulebookName)
    report.rulebookOptions = command.input.rules.arguments
  }

  var input: InputOptions { command.input }
  var color: ColorChoice { command.color }

  /// Lists the events. Throws an `OutputError` if they cannot be written.
  mutating func list() throws -> Report.Outcome {
    do {
      let setups = try Setup.withRules(input.rules.setups())
      report.configure(with: setups)
      try readAll(CheckTask(input, setups, nil, for: [.json], statistics: true))
      try StandardStream.output.write(NextEvents(report, setups).text(Style(for: .output, color)))
    } catch let error as SetupError {
      report.record(error)
      StandardStream.error.tryWrite(DiagnosticText.text(of: error.diagnostics, Style(for: .error, color)))
    }
    // This command is useful even if no rule could be checked, so that is not a failure.
    if report.hasReadAllLogs { return .passed }
    if let reason = ExitMessage.text(for: report) { StandardStream.error.tryWrite(reason + "\n") }
    return .noVerdict
  }

  func write(_ findings: [CheckTask.Finding]) {}
  func finishLog(_ trace: inout TraceReport) {}
}
