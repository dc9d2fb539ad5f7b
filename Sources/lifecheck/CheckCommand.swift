import ArgumentParser
import Project
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

  @Flag(
    name: .shortAndLong,
    help: "Write violations only: no summary, no notes on what stayed open, no progress on a terminal.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      """
      Check these rules and no others, whatever the project file turns off; ids, separated by commas. May be given \
      more than once.
      """, valueName: "ids"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not check these rules, whatever else is said of them; as `--select`.", valueName: "ids"))
  var ignore: [String] = []

  @Flag(help: "Let warnings fail, too.")
  var strict = false

  @Flag(help: "Let nothing fail that was checked; no verdict is still exit status 2.")
  var exitZero = false

  @Flag(help: "Write a table of what came of each rule, over all logs; JSON has it for each log anyway.")
  var statistics = false

  /// The rules that are asked for.
  var selection: RuleSelection { RuleSelection(select: select, ignore: ignore) }

  func run() throws {
    var run = CheckRun(self)
    let outcome = try run.check()
    let isForgiven = exitZero && outcome == .failed
    if outcome != .passed, !isForgiven { throw ExitStatus(outcome) }
  }
}

extension CheckCommand {
  /// The command of a line that names logs and says no more, as most do; nil for any other. To have it parsed takes as
  /// long as to check a small log: the parser makes the options of all sub-commands first.
  static func ofPathsAlone(_ arguments: [String]) -> CheckCommand? {
    guard let first = arguments.first, first != "help", !LifecheckCommand.subcommandNames.contains(first),
      !arguments.contains(where: { $0.isEmpty || $0.hasPrefix("-") })
    else { return nil }
    var rules = RulebookOptions()
    rules.rulebooks = []
    rules.config = nil
    rules.noConfig = false

    var input = InputOptions()
    input.rules = rules
    input.stdinFilename = "<stdin>"
    input.showUnread = false
    input.inputFormat = nil
    input.join = false
    input.threads = nil
    input.paths = arguments

    var command = CheckCommand()
    command.input = input
    command.format = .full
    command.color = .auto
    command.quiet = false
    command.select = []
    command.ignore = []
    command.strict = false
    command.exitZero = false
    command.statistics = false
    return command
  }

  /// The command of a line that names no other one, read by its own options; nil where that is not the whole of it, or
  /// something is wrong with it: then it is read with all sub-commands, which takes twice as long.
  static func ofItsOptions(_ arguments: [String]) -> CheckCommand? {
    let first = arguments.first
    let names = LifecheckCommand.subcommandNames + ["help"]
    guard first == configuration.commandName || !names.contains(where: { $0 == first }) else { return nil }
    let options = first == configuration.commandName ? arguments.dropFirst() : arguments[...]
    return (try? parseAsRoot(Array(options))) as? CheckCommand
  }
}
