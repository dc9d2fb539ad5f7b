import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter {
  var ending: Ending
  /// What ends the lines of each rule, by its id.
  private var ends: [String: String] = [:]

  init(ending: Ending) { self.ending = ending }

  mutating func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    let (witness, end) = (violation.witness, end(of: violation.ruleID))
    write(log, witness, violation.severity, violation.message, end, to: &output)
    for related in violation.related {
      write(log, related.witness, .note, related.label, end, to: &output)
    }
    for note in violation.notes { write(log, witness, .note, note, end, to: &output) }
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

  private mutating func end(of rule: String) -> String {
    if let end = ends[rule] { return end }
    let end = " [\(Escaping.line(rule))]\n"
    ends[rule] = end
    return end
  }

  private func write(
    _ log: LogFiles, _ witness: Witness, _ severity: Severity, _ message: String, _ end: String,
    to output: inout ReportText
  ) {
    let place = log.place(of: witness.line)
    output.append(path: place.path)
    output.append(":")
    output.append(place.line)
    output.append(":")
    output.append(witness.column)
    switch severity {
    case .error: output += ": error: "
    case .warning: output += ": warning: "
    case .note: output += ": note: "
    }
    output.append(line: message)
    output += end
  }
}
