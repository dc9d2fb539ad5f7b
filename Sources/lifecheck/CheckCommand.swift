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
    help: ArgumentHelp(
      """
      The report on standard output: full (the default) shows the lines that prove each violation; concise is for editors, \
      json and jsonl are for programs; sarif, junit, github, gitlab, rdjsonl and markdown are for CI services; timeline \
      shows what happened, html does so in a browser, and perfetto is for ui.perfetto.dev.
      """, valueName: "format"))
  var format: ReportFormat?

  @Option(
    help: ArgumentHelp(
      """
      Write one more report to a file, as in `--output sarif=lifecheck.sarif`; may be repeated. The file `-` is standard \
      output.
      """, valueName: "format=file"), transform: OutputRequest.init)
  var output: [OutputRequest<ReportFormat>] = []

  @Option(help: "When to use colors. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected.")
  var color = ColorChoice.auto

  @Flag(
    name: .shortAndLong,
    help: "Print violations only: no summary, no remarks on the log, no progress.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      """
      Check only these rules, even if the project file turns them off. Separate ids with commas; may be repeated.
      """, valueName: "ids"), completion: .ruleID)
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not check these rules. Separate ids with commas; may be repeated.", valueName: "ids"),
    completion: .ruleID)
  var ignore: [String] = []

  @OptionGroup var known: BaselineOptions

  @Flag(help: "Skip files without anything that looks like an event, for hooks that receive all log files.")
  var passOver = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Exit with 0 even if violations are found. Without a verdict, the exit status is still 2.")
  var exitZero = false

  @Flag(help: "Print the verdict of every rule. JSON always contains it.")
  var statistics = false

  /// The rules chosen by `--select` and `--ignore`.
  var selection: RuleSelection { RuleSelection(select: select, ignore: ignore) }

  func run() throws {
    try MistakenCommand.check(input.paths)
    var run = CheckRun(self)
    let outcome = try run.check()
    let isForgiven = exitZero && outcome == .failed
    if outcome != .passed, !isForgiven { throw ExitStatus(outcome) }
  }
}

extension CheckCommand {
  /// The command of a command line that consists of paths only, as most do; nil for any other. Avoids the argument
  /// parser, which builds the options of all sub-commands first and takes as long as the check of a small log.
  static func parsePathsOnly(_ arguments: [String]) -> CheckCommand? {
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
    input.app = nil
    input.join = false
    input.threads = nil
    input.filesFrom = nil
    input.paths = arguments

    var known = BaselineOptions()
    known.baseline = nil
    known.writeBaseline = nil
    known.pruneBaseline = false

    var command = CheckCommand()
    command.input = input
    command.known = known
    command.format = nil
    command.output = []
    command.color = .auto
    command.quiet = false
    command.select = []
    command.ignore = []
    command.passOver = false
    command.strict = false
    command.exitZero = false
    command.statistics = false
    return command
  }

  /// The command of a command line without another sub-command, parsed with the options of `check` only. Nil if this
  /// fails: then the line is parsed with all sub-commands, which takes twice as long.
  static func parseOwnOptions(_ arguments: [String]) -> CheckCommand? {
    let first = arguments.first
    let names = LifecheckCommand.subcommandNames + ["help"]
    guard first == configuration.commandName || !names.contains(where: { $0 == first }) else { return nil }
    let options = first == configuration.commandName ? arguments.dropFirst() : arguments[...]
    return (try? parseAsRoot(Array(options))) as? CheckCommand
  }
}
