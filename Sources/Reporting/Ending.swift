/// What stands below the violations in the formats that are read by people.
struct Ending {
  var isQuiet: Bool
  var hasStatistics: Bool
  var style: Style

  /// The statistics, the summary and the verdict, as far as they are wanted.
  func text(_ report: Report) -> String {
    let statistics = hasStatistics ? Statistics(report).text : ""
    if isQuiet { return statistics }
    let summary = Summary(report).lines.map { line in
      let indent = line.prefix { $0 == " " }
      let text = String(line.dropFirst(indent.count))
      return indent + style.wrapped(text, first: indent.count, at: indent.count + 2) + "\n"
    }
    return statistics + (statistics.isEmpty ? "" : "\n") + summary.joined()
      + (Closing.verdict(of: report).map { $0 + "\n" } ?? "")
  }
}
