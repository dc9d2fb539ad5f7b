/// The text below the violations in the `full` and `concise` formats.
struct ReportFooter {
  var isQuiet: Bool
  var hasStatistics: Bool
  var style: Style

  /// The statistics, the summary and the result, each if requested.
  func text(_ report: Report) -> String {
    let statistics = hasStatistics ? RuleTable(report).text : ""
    if isQuiet { return statistics }
    let summary = Summary(report).lines.map { line in
      let indent = line.prefix { $0 == " " }
      let text = String(line.dropFirst(indent.count))
      return indent + style.wrapped(text, first: indent.count, at: indent.count + 2) + "\n"
    }
    return statistics + (statistics.isEmpty ? "" : "\n") + summary.joined()
      + (ExitMessage.verdict(of: report).map { $0 + "\n" } ?? "")
  }
}
