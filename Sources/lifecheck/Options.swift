public import ArgumentParser
public import Reporting
import Diagnostics
import Project
import Rulebook
import Trace

extension ReportFormat: ExpressibleByArgument {}
extension ExampleFormat: ExpressibleByArgument {}
extension RuleFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}

extension CompletionKind {
  /// The ids of the bundled rules.
  static let ruleID = CompletionKind.custom { _, _, _ in
    Rulebook.bundledNames.flatMap { name in
      let rulebook = try? Rulebook.load([RulebookReference(name)], withExamples: false) { _ in
        .failure(.missing)
      }
      return rulebook?.rules.map(\.id) ?? []
    }
  }
}

/// The options of the sub-commands that read logs.
struct InputOptions: ParsableArguments {
  @OptionGroup var rules: RulebookOptions

  @Option(
    help: ArgumentHelp("The name of standard input in the output.", valueName: "name"))
  var stdinFilename = "<stdin>"

  @Flag(help: "List lines that look like events but cannot be read, on standard error.")
  var showUnread = false

  @Option(
    help: ArgumentHelp(
      """
      Accept only headers of this format and of lifecheck's own. `lifecheck events --formats` shows the names; a wrong \
      name lists them all.
      """, valueName: "name"))
  var inputFormat: String?

  @Option(
    help: ArgumentHelp(
      """
      Check only this app in the log of a device: the name of its process, as in the log, such as `com.example.app`. \
      A process whose name the log does not show counts as the app.
      """, valueName: "process"))
  var app: String?

  @Flag(
    help: """
      Read all files as one log, in the given order. For rotated logs, name the oldest part first.
      """)
  var join = false

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      """
      The number of threads, for several logs or for one large file. By default, or with 0, one per core. It does not \
      change the report.
      """, valueName: "number"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      """
      Also read the logs that this file lists, one path a line; `-` is standard input. After a tab, a line may contain a name \
      for the log, which reports show instead of the path.
      """, valueName: "file"))
  var filesFrom: String?

  @Argument(
    help: ArgumentHelp(
      """
      The logs to read. `-` is standard input. In a folder, files named like logs are read. Files compressed with gzip, xz, \
      zstd or bzip2 are decompressed.
      """, valueName: "path"))
  var paths: [String] = []

  func validate() throws {
    if paths.isEmpty, filesFrom == nil { throw ValidationError("missing expected argument '<path> ...'") }
    if let inputFormat, format == nil {
      let names = Format.named.map(\.name)
      let meant =
        Suggestion.didYouMean(inputFormat, among: names) ?? "the formats are \(names.joined(separator: ", "))"
      throw ValidationError("unknown format `\(inputFormat)` (--input-format): \(meant)")
    }
    if app == "" { throw ValidationError("the name of the app is empty (--app)") }
    if let threads, threads < 0 {
      throw ValidationError("the number of threads is negative (--threads)")
    }
    if paths.contains("") {
      throw ValidationError("the path of a log is empty; `-` is standard input")
    }
    if paths.count(where: { $0 == "-" }) + (filesFrom == "-" ? 1 : 0) > 1 {
      throw ValidationError("standard input (-) can be read once only")
    }
  }

  /// The logs and folders that are named, in order, without duplicates. Throws a `ValidationError` if a list of logs cannot be read.
  func logs() throws -> [LogSource] {
    let sources = try paths.map { LogSource($0) } + (filesFrom.map(LogList.read) ?? [])
    if join { return LogSource.joined(sources) }
    return sources.count > 1 ? LogSource.withoutRepeats(sources) : sources
  }

  /// The number of threads to read with.
  var threadCount: Int { threads.flatMap { $0 > 0 ? $0 : nil } ?? System.cores }

  /// The only format to read; nil for all formats.
  var format: Format? { Format.named.first { $0.name == inputFormat } }
}
