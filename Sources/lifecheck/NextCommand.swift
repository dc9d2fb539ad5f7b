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

/// One run of `lifecheck next`: logs in, the events that they lack out.
struct NextRun: LogRun {
  typealias Work = LogCheck

  private let command: NextCommand
  var report: Report
  let progress = Progress(isWanted: true)

  init(_ command: NextCommand) {
    self.command = command
    report = Report(rulebook: command.input.rules.rulebookName)
  }

  var input: InputOptions { command.input }
  var color: ColorChoice { command.color }

  /// Lists the events. Throws an `OutputError` where they cannot be written.
  mutating func list() throws -> Report.Outcome {
    do {
      let setups = try Setup.withRules(input.rules.setups())
      report.begin(with: setups)
      try readAll(LogCheck(input, setups, for: .json, statistics: true))
      try Stream.output.write(NextEvents(report, setups).text(Style(for: .output, color)))
    } catch let error as SetupError {
      report.take(error)
      Stream.error.complain(DiagnosticText.text(of: error.diagnostics, Style(for: .error, color)))
    }
    // A log in which no rule could be checked is what this command is for.
    if report.isListed { return .passed }
    if let reason = Closing.reason(for: report) { Stream.error.complain(reason + "\n") }
    return .noVerdict
  }

  func write(_ findings: [LogCheck.Finding]) {}
  func end(_ trace: inout TraceReport) {}
}
