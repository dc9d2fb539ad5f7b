import Checking
import Diagnostics

/// The report for GitHub Actions: commands that show violations as annotations (GitHub, "Workflow commands").
struct GitHubReporter: CollectingReporter {
  var found = CollectedViolations()

  /// GitHub shows ten annotations of each kind for a step.
  private static let mostOfKind = 10
  /// The number of code points of a message or label that are shown.
  private static let longest = 1_000

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    var counts: [Severity: Int] = [:]
    for found in found.bySeverity {
      counts[found.violation.severity, default: 0] += 1
      if counts[found.violation.severity, default: 0] <= Self.mostOfKind { output += Self.command(found) }
    }
    for problem in report.failureReasons {
      output += "::error title=\(Tool.name)::\(Self.message(problem))\n"
    }
  }

  private static func command(_ found: CollectedViolations.Found) -> String {
    let (violation, log) = (found.violation, found.log)
    let name =
      switch violation.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var lines = [violation.message]
    for related in violation.related {
      let place = log.place(of: related.witness.line)
      lines.append("\(place.path):\(place.line): \(related.label)")
    }
    let values = [
      "file=\(value(found.place.path))", "line=\(found.place.line)", "endLine=\(found.place.line)",
      "col=\(violation.witness.column)", "endColumn=\(violation.witness.endColumn)",
      "title=\(value(violation.ruleID))",
    ]
    return "::\(name) \(values.joined(separator: ","))::\(message(lines.joined(separator: "\n")))\n"
  }

  /// A message on one line. GitHub decodes `%0A` to a line end, so the other lines of the text stay in the message.
  private static func message(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { encoded(Escaping.line(String($0).cut(to: longest))) }.joined(separator: "%0A")
  }

  /// The value of a property, which ends at a comma or colon.
  private static func value(_ text: String) -> String {
    encoded(Escaping.line(text)).replacingCodePoints { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
  }

  private static func encoded(_ text: String) -> String {
    text.replacingCodePoints { $0 == "%" ? "%25" : nil }
  }
}
