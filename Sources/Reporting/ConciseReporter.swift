import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter {
  var ending: Ending

  func violated(_ violation: Violation, in log: LogFiles, to output: inout String) {
    let id = violation.ruleID
    output += line(log, violation.witness, violation.severity, violation.message, id)
    for related in violation.related {
      output += line(log, related.witness, .note, related.label, id)
    }
    for note in violation.notes { output += line(log, violation.witness, .note, note, id) }
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout String
  ) {}

  func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout String) {}

  func finish(_ report: Report, to output: inout String) {
    for requirement in report.unmet {
      output += "\(Tool.name): error: \(requirement.message) [\(Escaping.line(requirement.ruleID))]\n"
    }
    output += ending.text(report)
  }

  private func line(
    _ log: LogFiles, _ witness: Witness, _ severity: Severity, _ message: String, _ ruleID: String
  ) -> String {
    let place = log.place(of: witness.line)
    return "\(Escaping.path(place.path)):\(place.line):\(witness.column): \(severity.rawValue): "
      + "\(Escaping.line(message)) [\(Escaping.line(ruleID))]\n"
  }
}
