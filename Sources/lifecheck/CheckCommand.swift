import ArgumentParser
import Reporting

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check logs against a rulebook (the default).")

  @OptionGroup var input: InputOptions

  @Option(
    name: .shortAndLong,
    help: "full shows the lines that prove each violation, concise is for editors, json for programs.")
  var format = ReportFormat.full

  @Option(help: "When to use colours. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are heeded.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Write violations only, no summary and no notes on what stayed open.")
  var quiet = false

  @Flag(help: "Let warnings fail, too.")
  var strict = false

  func run() throws {
    var run = CheckRun(self)
    let outcome = try run.check(input.paths)
    if outcome != .passed { throw ExitStatus(outcome) }
  }
}
