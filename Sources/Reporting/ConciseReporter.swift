import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter {
  var ending: Ending
  /// What ends the lines of each rule.
  private var ends = RuleTexts()
  /// What begins the lines of the newest file.
  private var beginning: (path: String, text: ReportText.Piece) = ("", [])

  private static let error = Array(": error: ".utf8)
  private static let warning = Array(": warning: ".utf8)
  private static let note = Array(": note: ".utf8)

  init(ending: Ending) { self.ending = ending }

  mutating func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    let witness = violation.witness
    let end = ends.text(violation.rule) { " [\(Escaping.line(violation.ruleID))]\n" }
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

  private mutating func write(
    _ log: LogFiles, _ witness: Witness, _ severity: Severity, _ message: String, _ end: ReportText.Piece,
    to output: inout ReportText
  ) {
    let place = log.place(of: witness.line)
    if place.path != beginning.path || beginning.text.isEmpty {
      beginning = (place.path, Array((Escaping.path(place.path) + ":").utf8))
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
