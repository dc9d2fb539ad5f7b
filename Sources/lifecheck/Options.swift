public import ArgumentParser
public import Reporting
import Diagnostics
import Project
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
    help: ArgumentHelp(
      """
      The project file, in place of the `.lifecheck.yaml` in the working folder or nearest above it, up to the root of \
      the repository.
      """, valueName: "file"))
  var config: String?

  @Flag(help: "Read no project file.")
  var noConfig = false

  @Option(
    help: ArgumentHelp("What standard input is called in the output.", valueName: "name"))
  var stdinFilename = "<stdin>"

  @Flag(help: "List each line that looks like an event and cannot be read, on standard error.")
  var showUnread = false

  @Argument(help: ArgumentHelp("The logs to read; `-` is standard input.", valueName: "path"))
  var paths: [String]

  func validate() throws {
    if config != nil, noConfig {
      throw ValidationError("a project file is named (--config) and none is to be read (--no-config)")
    }
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read once only")
    }
  }

  /// What the report calls the rulebook before one is read.
  var rulebookName: String { rulebooks.isEmpty ? "ios" : rulebooks.joined(separator: ", ") }

  /// Reads the project file and the rulebooks.
  func setup(_ selection: RuleSelection = RuleSelection()) throws(SetupError) -> Setup {
    let path = noConfig ? nil : config ?? ProjectSearch.find()
    let project = try path.map { path throws(SetupError) in
      do throws(Problem) {
        return SourceText(name: path, bytes: try Input(path: path).bytes())
      } catch {
        throw SetupError(unreadable: path, error.message)
      }
    }
    return try Setup.load(project: project, rulebooks: rulebooks, selection: selection) { path in
      do throws(Problem) {
        return .success(try Input(path: path).bytes())
      } catch {
        return .failure(Rulebook.FileProblem(error.message))
      }
    }
  }

  /// What a path is called in the output.
  func name(of path: String) -> String { path == "-" ? stdinFilename : path }
}
