public import ArgumentParser
public import Reporting
import Diagnostics
import Project
import Rulebook
import Trace

extension ReportFormat: ExpressibleByArgument {}
extension RuleFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}

/// What is read, and what it is read with: the options of the sub-commands that read logs.
struct InputOptions: ParsableArguments {
  @OptionGroup var rules: RulebookOptions

  @Option(
    help: ArgumentHelp("What standard input is called in the output.", valueName: "name"))
  var stdinFilename = "<stdin>"

  @Flag(help: "List each line that looks like an event and cannot be read, on standard error.")
  var showUnread = false

  @Option(
    help: ArgumentHelp(
      """
      Read headers of this format (and of lifecheck's own form) only; other lines count as bare. The names are those of \
      `lifecheck events --formats`; one that is wrong has them listed.
      """, valueName: "name"))
  var inputFormat: String?

  @Flag(
    help: """
      Read all files as one log, in the order in which they are named: the parts of a log that was rotated, the oldest \
      first.
      """)
  var join = false

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      """
      Read so many logs at the same time; without it, or with 0, as many as the machine has cores. The report is the \
      same.
      """, valueName: "number"))
  var threads: Int?

  @Argument(
    help: ArgumentHelp(
      """
      The logs to read; `-` is standard input, and a folder stands for the files in it that have the names of logs. \
      What gzip, xz, zstd or bzip2 compressed is decompressed.
      """, valueName: "path"))
  var paths: [String]

  func validate() throws {
    if let inputFormat, format == nil {
      let names = Format.named.map(\.name)
      let meant =
        Suggestion.didYouMean(inputFormat, among: names) ?? "the formats are \(names.joined(separator: ", "))"
      throw ValidationError("unknown format `\(inputFormat)` (--input-format): \(meant)")
    }
    if let threads, threads < 0 {
      throw ValidationError("the number of threads is negative (--threads)")
    }
    if paths.contains("") {
      throw ValidationError("the path of a log is empty; `-` is standard input")
    }
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read once only")
    }
  }

  /// The logs that the paths name.
  var logs: [LogSource] { LogSource.all(paths, areJoined: join) }

  /// How many logs are read at the same time.
  var threadCount: Int { threads.flatMap { $0 > 0 ? $0 : nil } ?? Platform.cores }

  /// The one format that is to be read; nil for whatever there is.
  var format: Format? { Format.named.first { $0.name == inputFormat } }
}
