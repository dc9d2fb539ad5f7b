import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter, ~Copyable {
  var ending: Ending
  /// What ends the lines of each rule.
  private var ends = RuleTexts()
  /// What begins the lines of the newest file.
  private var beginning = ReportText()
  private var path = ""

  init(ending: Ending) { self.ending = ending }

  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText) {
    let proof = violation.proof
    write(log, proof.witness, proof.severity, proof.message, proof.statement, to: &output)
    for related in proof.related {
      write(log, related.witness, .note, related.label, proof.statement, to: &output)
    }
    for note in proof.notes { write(log, proof.witness, .note, note, proof.statement, to: &output) }
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {}

  func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {}

  func finish(_ report: Report, to output: inout ReportText, flush: (inout ReportText) throws -> Void) {
    for requirement in report.unmet {
      output += "\(Tool.name): error: \(requirement.message) [\(Escaping.line(requirement.ruleID))]\n"
    }
    output += ending.text(report)
  }

  private mutating func write(
    _ log: LogFiles, _ witness: Witness, _ severity: Severity, _ message: String,
    _ statement: Violation.Statement, to output: inout ReportText
  ) {
    let place = log.place(of: witness.line)
    if place.path != path || beginning.isEmpty {
      beginning = ReportText(Escaping.path(place.path) + ":")
      path = place.path
    }
    output += beginning
    output.append(place.line)
    output.append(":")
    output.append(witness.column)
    switch severity {
    case .error: output += ": error: "
    case .warning: output += ": warning: "
    case .note: output += ": note: "
    }
    output.append(line: message)
    let rule = statement.rule
    if !ends.has(statement) { ends.set(ReportText(" [\(Escaping.line(rule.id))]\n"), of: rule) }
    ends.write(statement, to: &output)
  }
}
