import Checking
import Diagnostics
import Trace

/// The summary of a run in Markdown, for the summary of a job or a comment: one table of the logs, and each violation with its
/// lines, folded. Text from a log is only in blocks of code, or escaped.
struct MarkdownReporter: CollectingReporter {
  var found = CollectedViolations()

  /// GitHub accepts 1 MiB for a step. This leaves room for the table.
  private static let mostBytes = 700_000
  private static let mostLogs = 500
  private static let longest = 300
  /// The number of columns of a block of code that a page shows without scrolling.
  private static let columns = 110

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    output += "## lifecheck: \(Self.escaped(Self.result(of: report)))\n\n"
    for reason in report.failureReasons { output += "- \(Self.escaped(reason))\n" }
    if !report.failureReasons.isEmpty { output += "\n" }
    if !report.checked.isEmpty { Self.writeTable(of: report, to: &output) }
    var (room, written) = (Self.mostBytes, 0)
    for found in found.bySeverity {
      var text = TextBuffer()
      Self.write(found, to: &text)
      room -= text.count
      if room < 0 { break }
      output += text.string
      written += 1
    }
    let rest = found.violations.count - written
    if rest > 0 { output += "\(TextFormat.count(rest, "more violation")).\n" }
  }

  private static func result(of report: Report) -> String {
    ExitMessage.text(for: report) ?? ExitMessage.verdict(of: report) ?? "no violations"
  }

  private static func writeTable(of report: Report, to output: inout TextBuffer) {
    output += "| log | events | held | violated | inconclusive | not triggered | not observable |\n"
    output += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    for trace in report.checked.prefix(mostLogs) {
      let verdicts = trace.summary.rules.map(\.verdict)
      let counts = [Verdict.held, .violated, .inconclusive, .notTriggered, .notObservable].map { verdict in
        String(verdicts.count { $0 == verdict })
      }
      output +=
        "| \(escaped(trace.path)) | \(trace.statistics.events) | \(counts.joined(separator: " | ")) |\n"
    }
    let rest = report.checked.count - mostLogs
    if rest > 0 { output += "\n\(TextFormat.count(rest, "more log")).\n" }
    output += "\n"
  }

  private static func write(_ found: CollectedViolations.Found, to output: inout TextBuffer) {
    let violation = found.violation
    output += "<details><summary><b>\(violation.severity.rawValue)</b>: "
    output += "\(escaped(violation.message.cut(to: longest))) [\(escaped(violation.ruleID))]</summary>\n\n"
    var frame = TextBuffer()
    var reporter = FullReporter(
      style: Style(isUnicode: true, width: columns), isQuiet: true,
      footer: ReportFooter(isQuiet: true, hasStatistics: false, style: Style()))
    reporter.reportViolation(violation, in: found.log, to: &frame)
    let text = frame.string
    // A block of code ends at as many back-ticks as it begins with.
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    output += "\(fence)text\n\(text)\(fence)\n\n</details>\n\n"
  }

  private static func longestRun(of sign: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for character in text {
      run = character == sign ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Text without markup: as one line, with a backslash before each character that has a meaning in Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    Escaping.line(text.cut(to: longest)).replacingCodePoints { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "@", ":": "&#\(scalar.value);"
      default: nil
      }
    }
  }
}
