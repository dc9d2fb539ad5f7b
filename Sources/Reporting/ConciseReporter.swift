import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter {
  var ending: Ending

  func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    let (id, witness) = (violation.ruleID, violation.witness)
    write(log, witness.line, witness.column, violation.severity, violation.message, id, to: &output)
    for place in violation.related.indices {
      let related = violation.related[place]
      write(log, related.witness.line, related.witness.column, .note, related.label, id, to: &output)
    }
    for note in violation.notes { write(log, witness.line, witness.column, .note, note, id, to: &output) }
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {}

  func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {}

  func finish(_ report: Report, to output: inout ReportText) {
    for requirement in report.unmet {
      output += "\(Tool.name): error: \(requirement.message) [\(Escaping.line(requirement.ruleID))]\n"
    }
    output += ending.text(report)
  }

  private func write(
    _ log: LogFiles, _ line: Int, _ column: Int, _ severity: Severity, _ message: String, _ ruleID: String,
    to output: inout ReportText
  ) {
    let place = log.place(of: line)
    output.append(path: place.path)
    output.append(":")
    output.append(place.line)
    output.append(":")
    output.append(column)
    switch severity {
    case .error: output += ": error: "
    case .warning: output += ": warning: "
    case .note: output += ": note: "
    }
    output.append(line: message)
    output += " ["
    output.append(line: ruleID)
    output += "]\n"
  }
}
