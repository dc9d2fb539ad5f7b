import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter {
  var ending: Ending
  /// What ends the lines of each rule, by its number.
  private var ends: [(ruleID: String, text: ReportText)?] = []
  /// What begins the lines of the newest file.
  private var beginning: (path: String, text: ReportText) = ("", ReportText())

  private static let error = ReportText(": error: ")
  private static let warning = ReportText(": warning: ")
  private static let note = ReportText(": note: ")

  init(ending: Ending) { self.ending = ending }

  mutating func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    let (witness, end) = (violation.witness, end(of: violation.rule))
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

  private mutating func end(of rule: Violation.Rule) -> ReportText {
    if rule.number < ends.count, let end = ends[rule.number], end.ruleID == rule.id { return end.text }
    let text = ReportText(" [\(Escaping.line(rule.id))]\n")
    while ends.count <= rule.number { ends.append(nil) }
    ends[rule.number] = (rule.id, text)
    return text
  }

  private mutating func write(
    _ log: LogFiles, _ witness: Witness, _ severity: Severity, _ message: String, _ end: ReportText,
    to output: inout ReportText
  ) {
    let place = log.place(of: witness.line)
    if place.path != beginning.path || beginning.text.isEmpty {
      beginning = (place.path, ReportText(Escaping.path(place.path) + ":"))
    }
    output += beginning.text
    output.append(place.line)
    output.append(":")
    output.append(witness.column)
    switch severity {
    case .error: output += Self.error
    case .warning: output += Self.warning
    case .note: output += Self.note
    }
    output.append(line: message)
    output += end
  }
}
