public import ArgumentParser
public import Reporting
import Rulebook

extension ReportFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}

/// What is read, and what it is read with: the options that all sub-commands share.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("rulebook"),
    help: ArgumentHelp(
      "A rulebook in place of the bundled `ios`: a bundled name or a file. May be given more than once.",
      valueName: "name|file"))
  var rulebooks: [String] = []

  @Option(
    help: ArgumentHelp("What standard input is called in the output.", valueName: "name"))
  var stdinFilename = "<stdin>"

  @Flag(help: "List each line that looks like an event and cannot be read, on standard error.")
  var showUnread = false

  @Argument(help: ArgumentHelp("The logs to read; `-` is standard input.", valueName: "path"))
  var paths: [String]

  func validate() throws {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read once only")
    }
  }

  /// The rulebooks that were asked for.
  var references: [String] { rulebooks.isEmpty ? ["ios"] : rulebooks }

  /// Reads the rulebooks.
  func rulebook() throws(RulebookError) -> Rulebook {
    try Rulebook.load(references) { path in
      do {
        var bytes: [UInt8] = []
        try Input(path: path).forEachChunk { chunk in
          for index in chunk.indices { bytes.append(chunk[index]) }
        }
        return .success(bytes)
      } catch let problem as Problem {
        return .failure(Rulebook.FileProblem(problem.message))
      } catch {
        return .failure(Rulebook.FileProblem("cannot be read"))
      }
    }
  }

  /// What a path is called in the output.
  func name(of path: String) -> String { path == "-" ? stdinFilename : path }
}
