/// What stands below the violations in the formats that are read by people.
struct Ending {
  var isQuiet: Bool
  var hasStatistics: Bool

  /// The statistics and the summary, as far as they are wanted.
  func text(_ report: Report) -> String {
    let statistics = hasStatistics ? Statistics(report).text : ""
    if isQuiet { return statistics }
    return statistics + (statistics.isEmpty ? "" : "\n") + Summary(report).text
  }
}
