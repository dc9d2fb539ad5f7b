import ArgumentParser
import Checking
import Diagnostics
import Project
import Reporting
import Rulebook

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the examples of rulebooks.",
    discussion: """
      In a `bad` example exactly the lines that end in `# expect: ID` must be reported by that rule. A `good` example must \
      be clean under all rules of the rulebook and of the rulebooks that it extends. Each rule needs a good example, and \
      a bad one that expects the rule itself.

      Only examples in the named files are run, not examples in the files that they extend. For a bundled rulebook, all \
      examples are run.

      Exit status: 0 if all examples are as expected, 1 if one is not or a rule lacks one, 2 if a rulebook is not valid.
      """)

  @Option(
    name: .shortAndLong,
    help: "full shows the lines of the rulebook; concise is for editors, json for programs.")
  var format = ExampleFormat.full

  @Option(help: "When to use colors. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print failures only, no summary.")
  var quiet = false

  @Flag(
    help: """
      Skip files that are not rulebooks, for hooks that receive all YAML files. The first key of a rulebook is \
      `lifecheck`.
      """)
  var passOver = false

  @Argument(
    help: ArgumentHelp("The rulebooks to test: files or bundled names.", valueName: "rulebook"))
  var rulebooks: [String]

  func validate() throws {
    if rulebooks.contains("") { throw ValidationError("the name of a rulebook is empty") }
  }

  func run() throws {
    var report = ExampleReport()
    var complaints: [Diagnostic] = []
    for name in rulebooks {
      // A pipe can be read once only.
      let file = passOver ? Input.file(name) : nil
      if case .success(let bytes) = file, Self.isNotRulebook(name, bytes) { continue }
      report.rulebooks.append(Self.test(name, file, &complaints))
    }
    // Rulebooks that extend the same file have the same complaints about it.
    var known: Set<String> = []
    complaints = complaints.filter {
      known.insert("\($0.range.map { "\($0.source.name):\($0.start)" } ?? ""): \($0.message)").inserted
    }
    StandardStream.error.tryWrite(
      DiagnosticText.text(of: complaints, Style(for: .error, color), inLines: format == .concise))
    try StandardStream.output.write(report.text(format, Style(for: .output, color), isQuiet: quiet))
    let isSaid = quiet && report.outcome == .failed
    if !isSaid, let reason = report.exitMessage { StandardStream.error.tryWrite(reason + "\n") }
    if report.outcome != .passed { throw ExitStatus(report.outcome) }
  }

  private static func test(
    _ name: String, _ file: Result<[UInt8], Rulebook.FileProblem>?, _ complaints: inout [Diagnostic]
  ) -> ExampleReport.Rulebook {
    do {
      let rulebook = try Rulebook.load([name]) { path in
        path == name ? file ?? Input.file(path) : Input.file(path)
      }
      complaints += rulebook.warnings
      let check = ExampleCheck(rulebook)
      return ExampleReport.Rulebook(name: name, rules: rulebook.rules.filter(\.isOwn).map(check.result))
    } catch {
      complaints += error.diagnostics
      return ExampleReport.Rulebook(name: name, mistakes: error.diagnostics)
    }
  }

  /// Whether a file is not a rulebook.
  private static func isNotRulebook(_ name: String, _ bytes: [UInt8]) -> Bool {
    name.split(separator: "/").last.map(String.init) == ProjectSearch.name
      || !Setup.isRulebookOrProjectFile(bytes)
  }
}
