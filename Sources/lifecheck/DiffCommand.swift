import ArgumentParser
import Diagnostics
import Project
import Reporting
import Rulebook

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare a log with logs of good runs.",
    usage: "lifecheck diff [<options>] <good> ... <bad>",
    discussion: """
      The last log is compared with the others. The differences are events that are missing, new, reordered or much slower, \
      and rules whose verdict changed. Times, process numbers, threads and the numbers in ids do not matter. With several good \
      runs, only what they all have in common counts.

      `--output html=FILE` writes a page for a browser that shows the logs side by side.

      Exit status: 0 if nothing differs, 1 if something differs, 2 if the logs could not be compared.
      """)

  @OptionGroup var input: InputOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The report on standard output: full (the default) for people, json for programs, html for a browser.",
      valueName: "format"))
  var format: DiffFormat?

  @Option(
    help: ArgumentHelp(
      """
      Write one more report to a file, as in `--output html=diff.html`; may be repeated. The file `-` is standard output.
      """, valueName: "format=file"), transform: OutputRequest.init)
  var output: [OutputRequest<DiffFormat>] = []

  @Option(help: "When to use colors. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected.")
  var color = ColorChoice.auto

  @Flag(
    help:
      "Exit with 0 even if something differs. If the logs could not be compared, the exit status is still 2.")
  var exitZero = false

  func validate() throws {
    if input.join { throw ValidationError("--join makes one log of all files, but a comparison needs two") }
    if input.filesFrom != nil {
      throw ValidationError("a comparison names its logs on the command line (--files-from)")
    }
    if input.paths.count == 1 {
      throw ValidationError("only one log is named; write the good log before the log to compare with it")
    }
    if let last = input.paths.last, last != "-", System.kind(of: last) == .folder {
      throw ValidationError("the log to compare, \(last), is a folder; name one file")
    }
    try OutputRequest.validate(output, format, needed: input.identities)
  }

  func run() throws {
    var run = DiffRun(self)
    let outcome = try run.compare()
    if outcome == .noVerdict || outcome == .failed && !exitZero { throw ExitStatus(outcome) }
  }
}

/// The output formats of `lifecheck diff`.
enum DiffFormat: String, OutputFormat, ExpressibleByArgument {
  case full
  case json
  case html
}

/// One run of `lifecheck diff`: reads logs, and compares the last one with the others.
struct DiffRun: LogCommandRun {
  typealias Work = DiffTask

  private let command: DiffCommand
  var report: Report
  let progress = Progress(isWanted: true)
  private var recorded: [RecordedLog] = []
  /// The format of the report on standard output.
  private let format: DiffFormat
  /// The other reports, and their files until they are complete.
  private var outputs: [(format: DiffFormat, file: OutputFile)] = []

  init(_ command: DiffCommand) {
    self.command = command
    format = command.output.first(where: \.isStandardOutput)?.format ?? command.format ?? .full
    report = Report(rulebook: command.input.rules.rulebookName)
    report.rulebookOptions = command.input.rules.arguments
  }

  var input: InputOptions { command.input }
  var color: ColorChoice { command.color }

  /// Compares the logs. Throws an `OutputError` if the report cannot be written.
  mutating func compare() throws -> Report.Outcome {
    // A wrong path is reported before the logs are read.
    for request in command.output where !request.isStandardOutput {
      outputs.append((request.format, try OutputFile(request.path)))
    }
    do {
      let setups = try Setup.withRules(input.rules.setups())
      report.configure(with: setups)
      try readAll(sources, DiffTask(input, setups, keepsText: hasPage))
      if report.hasReadAllLogs { return try compareLogs(setups) }
    } catch let error as SetupError {
      report.record(error)
      StandardStream.error.tryWrite(DiagnosticText.text(of: error.diagnostics, Style(for: .error, color)))
    }
    if let reason = ExitMessage.text(for: report) { StandardStream.error.tryWrite(reason + "\n") }
    return try writeFailure()
  }

  /// The good logs, then the log to compare, even if it is in a folder of good logs.
  private var sources: [LogSource] {
    let sources = input.paths.map { LogSource($0) }
    let distinct = LogSource.withoutRepeats(sources.suffix(1) + sources.dropLast())
    return Array(distinct.dropFirst() + distinct.prefix(1))
  }

  private mutating func compareLogs(_ setups: [Setup]) throws -> Report.Outcome {
    if let mistake {
      report.mistakes = [mistake]
      StandardStream.error.tryWrite(DiagnosticText.text(of: [mistake], Style(for: .error, color)))
    }
    guard report.mistakes == nil, let bad = recorded.last,
      let setup = setups.first(where: { $0.rulebook.name == bad.rulebook })
    else { return try writeFailure() }
    let comparison = LogComparison(good: recorded.dropLast(), bad: bad, setup.rulebook, withRows: hasPage)
    func text(_ format: DiffFormat, _ style: Style) throws -> String {
      switch format {
      case .full: ComparisonText(comparison, style).text
      case .json: try ComparisonDocument(comparison, rulebook: bad.rulebook).text()
      case .html: try ComparisonPage(comparison, rulebook: bad.rulebook).text()
      }
    }
    try StandardStream.output.write(text(format, Style(for: .output, color)))
    for output in outputs {
      try output.file.write(Array(text(output.format, Style(isUnicode: true)).utf8).span)
      try output.file.complete()
    }
    return comparison.hasDifferences ? .failed : .passed
  }

  /// Whether a report is a page, which shows the text of the logs.
  private var hasPage: Bool { format == .html || outputs.contains { $0.format == .html } }

  /// The reason why the logs cannot be compared with each other; nil if they can.
  private var mistake: Diagnostic? {
    guard let bad = recorded.last, recorded.count > 1 else {
      return Diagnostic(
        "there is no good log other than \(recorded.last?.files.name ?? ""), which is compared", at: nil)
    }
    return recorded.first { $0.rulebook != bad.rulebook }.map { other in
      Diagnostic(
        "\(other.files.name) is a log for the rulebook \(other.rulebook), but \(bad.files.name) for \(bad.rulebook)",
        at: nil, help: "to compare them, choose a rulebook with --rulebook")
    }
  }

  /// JSON has the reasons. Files are written only if there is a comparison.
  private func writeFailure() throws -> Report.Outcome {
    if format == .json { try StandardStream.output.write(ComparisonDocument(failed: report).text()) }
    return .noVerdict
  }

  mutating func write(_ findings: [RecordedLog]) { recorded += findings }

  /// Adds the text to the log that was just read. A page shows only the first log and the last one.
  mutating func finishLog(_ trace: inout TraceReport) {
    guard trace.problem == nil, let last = recorded.indices.last else { return }
    if last > 1 { recorded[last - 1].text = nil }
    recorded[last].text = trace.text
  }
}
