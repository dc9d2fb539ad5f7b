import Checking
import Diagnostics

/// The report for reviewdog: one JSON object a line (`rdjsonl`, the Reviewdog Diagnostic Format). Its columns count bytes, and its
/// comments are about whole lines, so the locations are lines.
struct ReviewdogReporter: CollectingReporter {
  var found = CollectedViolations()
  private static let longest = 1_000

  private struct Diagnostic: Encodable {
    var message: String
    var location: Location
    var severity: String
    var source = Source()
    var code: Code
    var related_locations: [Related]
  }

  private struct Location: Encodable {
    var path: String
    var range: Range

    struct Range: Encodable { var start: Position }
    struct Position: Encodable { var line: Int }

    init(_ place: LogFiles.Place) {
      path = place.path
      range = Range(start: Position(line: place.line))
    }
  }

  private struct Source: Encodable { var name = Tool.name }
  private struct Code: Encodable { var value: String }

  private struct Related: Encodable {
    var message: String
    var location: Location
  }

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    found.sort()
    for found in found.violations {
      let violation = found.violation
      let diagnostic = Diagnostic(
        message: Escaping.line(violation.message.cut(to: Self.longest)), location: Location(found.place),
        severity: Self.severity(violation.severity), code: Code(value: violation.ruleID),
        related_locations: violation.related.map { related in
          Related(
            message: Escaping.line(related.label.cut(to: Self.longest)),
            location: Location(found.log.place(of: related.witness.line)))
        })
      output += try JSONText.line(of: diagnostic)
    }
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "ERROR"
    case .warning: "WARNING"
    case .note: "INFO"
    }
  }
}
