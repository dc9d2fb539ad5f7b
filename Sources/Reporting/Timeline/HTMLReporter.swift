import CPages
import Checking
import Rulebook

/// For browsers: a page with the violations, the lanes and the text of a log. Everything that comes from the log is data of the page,
/// never markup, and a policy of the page keeps it from loading or executing anything else.
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
    let (head, tail) = Self.template
    output += head
    var data = TextBuffer()
    (shown ?? TimelinePage()).write(report, to: &data)
    output += data
    output += tail
  }

  /// The page before and after its data.
  private static var template: (head: String, tail: String) {
    // The C table is constant and lives as long as the program.
    let bytes = unsafe UnsafeBufferPointer(start: timeline_page(), count: timeline_page_count)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  private static let mark = "@DATA@"
}
