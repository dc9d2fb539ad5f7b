import Checking
import Rulebook

/// For browsers: a page with the violations, the lanes and the text of a log.
struct HTMLReporter: CollectingReporter {
  var found = CollectedViolations()
  /// The log that the page shows: the first with violations, or the first.
  private var shown: TimelinePage?

  mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) {
    defer { found = CollectedViolations() }
    guard trace.problem == nil, let timeline = trace.timeline else { return }
    guard shown == nil || shown?.violations.isEmpty == true && !found.violations.isEmpty else { return }
    shown = TimelinePage(trace, timeline, found.violations + found.exempt)
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    let template = PageTemplate.timeline
    output += template.head
    var data = TextBuffer()
    (shown ?? TimelinePage()).write(report, to: &data)
    output += data
    output += template.tail
  }
}
