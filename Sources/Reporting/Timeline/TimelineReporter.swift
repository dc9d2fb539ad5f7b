import Checking

/// For terminals: a chart of each log.
struct TimelineReporter: CollectingReporter {
  var found = CollectedViolations()
  let style: Style
  let footer: ReportFooter

  /// The width of a chart that is not shown on a terminal.
  private static let defaultWidth = 80

  mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) {
    defer { found = CollectedViolations() }
    guard let timeline = trace.timeline, trace.problem == nil else { return }
    let violations = found.violations.map(\.violation).sorted { $0.witness.line < $1.witness.line }
    if report.logs > 0 { output += "\n" }
    output += style.paint(Escaping.path(trace.path), .strong) + "\n\n"
    output += TimelineChart(timeline, violations, style, width: style.width ?? Self.defaultWidth).text
    output += "\n"
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    output += footer.text(report)
  }
}
