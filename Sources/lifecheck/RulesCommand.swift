import ArgumentParser
import Checking
import Diagnostics
import Project
import Reporting
import Rulebook

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules, or explain the named ones.",
    discussion: """
      `lifecheck rules` lists the rules, grouped by file. `lifecheck rules ID` explains one rule: its sentences, why it \
      exists, what to do, the events that it needs, and its examples.
      """,
    aliases: ["explain"])

  @OptionGroup var rulebook: RulebookOptions

  @Flag(
    help: """
      List the events that each rule needs and their source: the system, a callback, or the app's own log. Without an id, \
      list the events that make most rules checkable.
      """)
  var needs = false

  @Flag(
    help: """
      Print the compiled form of the named rules: what each event changes, and which sentences it is judged by.
      """)
  var program = false

  @Option(name: .shortAndLong, help: "text is for people, json for programs, markdown for documentation.")
  var format = RuleFormat.text

  @Option(help: "When to use colors. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected.")
  var color = ColorChoice.auto

  @Argument(
    help: ArgumentHelp("The rules to explain. By default, all rules are listed.", valueName: "id"),
    completion: .ruleID)
  var ids: [String] = []

  func validate() throws {
    if program, ids.isEmpty { throw ValidationError("--program needs the id of a rule") }
    if program, needs || format != .text {
      throw ValidationError("--program prints text only, and cannot be combined with --needs")
    }
  }

  func run() throws {
    do {
      let setups = try rulebook.setups(withExamples: true)
      printDiagnostics(Setup.warnings(of: setups))
      let unknown = Self.unknown(ids, in: setups)
      guard unknown.isEmpty else { try refuse(unknown, rulebook.rulebookName) }
      if program { return try printPrograms(of: setups) }
      let detail: RuleDetail = ids.isEmpty ? (needs ? .ranking : .list) : needs ? .needs : .all
      try StandardStream.output.write(
        RuleCatalogue(setups, only: ids).text(format, detail, Style(for: .output, color), width: Self.width))
    } catch let error as SetupError {
      var report = Report(rulebook: rulebook.rulebookName)
      report.record(error)
      try refuse(error.diagnostics, error.rulebook, ExitMessage.text(for: report))
    }
  }

  /// Prints the program of the named rules for each rulebook that has one of them.
  private func printPrograms(of setups: [Setup]) throws {
    for setup in setups {
      var rulebook = setup.rulebook
      rulebook.rules = setup.allRules.filter { ids.contains($0.id) }
      guard !rulebook.rules.isEmpty else { continue }
      let lines = ProgramListing.text(rulebook).split(separator: "\n", omittingEmptySubsequences: false)
      try StandardStream.output.write(lines.map { Escaping.line(String($0)) }.joined(separator: "\n"))
    }
  }

  /// The width of the lines: that of the terminal, or 80 columns.
  private static var width: Int { max(40, StandardStream.output.width ?? 80) }

  private func refuse(_ mistakes: [Diagnostic], _ rulebook: String, _ reason: String? = nil) throws -> Never {
    printDiagnostics(mistakes)
    try StandardStream.output.write(format.text(of: mistakes, in: rulebook))
    if let reason { StandardStream.error.tryWrite(reason + "\n") }
    throw ExitStatus.noVerdict
  }

  private static func unknown(_ ids: [String], in setups: [Setup]) -> [Diagnostic] {
    let known = setups.flatMap { $0.allRules.map(\.id) }
    let names = setups.map(\.rulebook.name).joined(separator: " and ")
    return ids.filter { !known.contains($0) }.map { id in
      let near = RuleSelection.didYouMean(id, among: known)
      return Diagnostic(
        "unknown rule `\(id)`", at: nil, label: near,
        help: near == nil ? "`lifecheck rules` lists the rules of \(names)" : nil)
    }
  }

  private func printDiagnostics(_ diagnostics: [Diagnostic]) {
    StandardStream.error.tryWrite(DiagnosticText.text(of: diagnostics, Style(for: .error, color)))
  }
}
