import ArgumentParser
import Diagnostics
import Project
import Reporting
import Rulebook

/// The options that choose rulebooks and project file, for all sub-commands except `test`.
struct RulebookOptions: ParsableArguments {
  @Option(
    name: .customLong("rulebook"),
    help: ArgumentHelp(
      """
      A rulebook: a bundled name (\(Rulebook.bundledNames.joined(separator: ", "))) or a file. May be repeated. Of \
      several bundled ones, the events of a log choose one. So they do by default.
      """, valueName: "name|file"))
  var rulebooks: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The project file to use instead of the nearest `.lifecheck.yaml` in the working directory or its parents.
      """, valueName: "file"))
  var config: String?

  @Flag(help: "Do not read a project file.")
  var noConfig = false

  func validate() throws {
    if config != nil, noConfig {
      throw ValidationError("--config and --no-config exclude each other")
    }
  }

  /// The options as they are written on a command line.
  var arguments: [String] {
    let rulebooks = rulebooks.flatMap { ["--rulebook", $0] }
    return rulebooks + (config.map { ["--config", $0] } ?? []) + (noConfig ? ["--no-config"] : [])
  }

  /// The name of the rulebook in the report, before one is read.
  var rulebookName: String {
    (rulebooks.isEmpty ? Rulebook.bundledNames : rulebooks).joined(separator: ", ")
  }

  /// Reads the project file and the rulebooks. Returns one setup, or several from which each log chooses one.
  func setups(
    _ selection: RuleSelection = RuleSelection(), withExamples: Bool = false
  ) throws(SetupError) -> [Setup] {
    let path = noConfig ? nil : config ?? ProjectSearch.find()
    let project = try path.map { path throws(SetupError) in
      do throws(Problem) {
        return SourceText(name: path, bytes: try Input(path: path).bytes())
      } catch {
        throw SetupError(unreadable: path, error.message)
      }
    }
    return try Setup.candidates(
      project: project, rulebooks: rulebooks, selection: selection, withExamples: withExamples,
      readFile: Input.file)
  }
}

extension Input {
  /// The bytes of a rulebook file.
  static func file(_ path: String) -> Result<[UInt8], Rulebook.FileProblem> {
    do throws(Problem) {
      return .success(try Input(path: path).bytes())
    } catch {
      let nearest = error == .missing ? Self.neighbour(of: path) : nil
      return .failure(Rulebook.FileProblem(error.message, nearest: nearest))
    }
  }
}
