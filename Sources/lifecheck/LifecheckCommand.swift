import ArgumentParser
import Reporting

@main
struct LifecheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Tool.name,
    abstract: "Find life-cycle bugs of mobile apps in their logs.",
    usage: """
      lifecheck [check] [<options>] <path> ... | -
      lifecheck timeline [<options>] <path> ... | -
      lifecheck events [<options>] <path> ... | -
      lifecheck next [<options>] <path> ... | -
      lifecheck diff [<options>] <good> ... <bad>
      lifecheck rules [<options>] [<id> ...]
      lifecheck test [<options>] <rulebook> ...
      """,
    discussion: """
      `lifecheck trace.log` checks a log against a bundled rulebook and shows each violation with the lines that prove it.

      In a folder, files named like logs are read. Files compressed with gzip, xz, zstd or bzip2 are decompressed. `--join` \
      reads the parts of a rotated log as one log.

      `lifecheck rules` lists the rules, `lifecheck rules ID` explains one, and `lifecheck test` runs the examples of \
      rulebooks. `lifecheck next` lists what to log so that more rules can be checked. `lifecheck diff GOOD BAD` shows \
      what differs between two runs.

      `.lifecheck.yaml` in a project sets its rulebooks, severities, facts and suppressions.

      Exit status: 0 if nothing fails, 1 if a violation fails the run, 2 if there is no verdict: wrong usage, an invalid \
      rulebook or project file, an unreadable log, a log without a known event, or logs in which no rule could be \
      checked.
      """,
    version: Tool.version,
    subcommands: [
      CheckCommand.self, TimelineCommand.self, DiffCommand.self, EventsCommand.self, NextCommand.self,
      RulesCommand.self, TestCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)

  /// The names and aliases of the subcommands.
  static var subcommandNames: [String] {
    var names: [String] = []
    for subcommand in configuration.subcommands {
      if let name = subcommand.configuration.commandName { names.append(name) }
      names += subcommand.configuration.aliases
    }
    return names
  }

  static func main() {
    System.ignoreSIGPIPE()
    Interruption.installHandlers()
    System.exit(status().rawValue)
  }

  private static func status() -> ExitStatus {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments {
    case []: return showUsage()
    case ["-V"]: return show(Tool.version)
    case ["--help"], ["-h"], ["help"]: return show(help)
    default: return run(arguments)
    }
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      var command: any ParsableCommand =
        try CheckCommand.parsePathsOnly(arguments) ?? CheckCommand.parseOwnOptions(arguments)
        ?? parseAsRoot(arguments)
      try command.run()
      return .passed
    } catch let status as ExitStatus {
      return status
    } catch let error as OutputError {
      StandardStream.error.tryWrite("error: \(error.message)\n")
      return .noVerdict
    } catch {
      return exitCode(for: error).isSuccess ? show(fullMessage(for: error)) : explain(error, arguments)
    }
  }

  /// The help, with the options of the default command.
  private static var help: String {
    let check = CheckCommand.helpMessage()
    guard let start = check.firstRange(of: "ARGUMENTS:"), let end = check.firstRange(of: "  -h, --help")
    else { return helpMessage() }
    return helpMessage().replacing(
      "OPTIONS:\n", with: check[start.lowerBound..<end.lowerBound], maxReplacements: 1)
  }

  /// Without arguments, the usage is shown as an error.
  private static func showUsage() -> ExitStatus {
    StandardStream.error.tryWrite("\(usageString())\n\nSee `\(Tool.name) --help`.\n")
    return .noVerdict
  }

  /// Writes requested text to standard output: help, the version, a completion script.
  private static func show(_ text: String) -> ExitStatus {
    do {
      try StandardStream.output.write(text.hasSuffix("\n") ? text : text + "\n")
      return .passed
    } catch {
      StandardStream.error.tryWrite("error: \(error.message)\n")
      return .noVerdict
    }
  }

  /// The message about a long option that is written with one dash, and is therefore read as several short options.
  private static func oneDash(_ arguments: [String]) -> String? {
    let option = arguments.first { argument in
      argument.wholeMatch(of: /-[a-z][a-z-]+/) != nil && help.contains(" -\(argument) ")
    }
    return option.map { "unknown option '\($0)'. Did you mean '-\($0)'?" }
  }

  /// Reports wrong usage in one line, without the usage text, which would hide the message.
  private static func explain(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    let message = message(for: error).split(separator: "\n").joined(separator: " ")
    let sentence = oneDash(arguments) ?? message.prefix(1).lowercased() + message.dropFirst()
    StandardStream.error.tryWrite("error: \(Escaping.line(sentence)) (see `\(Tool.name) --help`)\n")
    return .noVerdict
  }
}
