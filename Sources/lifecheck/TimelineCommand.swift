import ArgumentParser
import Reporting

/// `lifecheck timeline`: a check whose report shows what happened, and that fails only without a verdict.
struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Show what happened in a log: states, callbacks and spans.",
    discussion: """
      Each column of the chart is a moment at which something happened; the top row has the times since the first one. \
      `--output html=FILE` writes a page for a browser, and `--output perfetto=FILE` a trace for ui.perfetto.dev.
      """)

  @OptionGroup var check: CheckCommand

  func run() throws {
    var check = check
    check.format = check.format ?? (check.output.contains(where: \.isStandardOutput) ? nil : .timeline)
    var run = CheckRun(check)
    let outcome = try run.check()
    if outcome == .noVerdict { throw ExitStatus(outcome) }
  }
}
