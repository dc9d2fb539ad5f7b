import Checking
import Diagnostics
import Project

/// The report for people: each violation with the lines of the log that prove it, in order of time.
struct FullReporter: Reporter {
  var style: Style
  var isQuiet: Bool
  var ending: Ending

  func violated(_ violation: Violation, in log: LogFiles, to output: inout String) {
    output += header(violation.severity, violation.ruleID, violation.message)
    output += frame(violation, violation.severity, log)
    output += footer("state", violation.state.isEmpty ? nil : state(violation.state))
    for note in violation.notes { output += footer("note", note) }
    output += footer("why", violation.why)
    output += footer("help", violation.help)
    output += footer("docs", violation.guidance.isEmpty ? nil : violation.guidance.joined(separator: ", "))
    output += "\n"
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout String
  ) {}

  func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout String) {
    guard !isQuiet else { return }
    output += header(.note, violation.ruleID, "inconclusive: " + violation.message)
    output += frame(violation, .note, log)
    for note in violation.notes { output += footer("note", note) }
    output += "\n"
  }

  func finish(_ report: Report, to output: inout String) {
    let unmet = report.unmet
    for requirement in unmet { output += header(.error, requirement.ruleID, requirement.message) }
    let ending = ending.text(report)
    output += (unmet.isEmpty || ending.isEmpty ? "" : "\n") + ending
  }

  private func header(_ severity: Severity, _ ruleID: String, _ message: String) -> String {
    style.paint("\(severity.rawValue)[\(Escaping.line(ruleID))]", .severity(severity))
      + style.paint(": " + Escaping.line(message), .strong) + "\n"
  }

  private func frame(_ violation: Violation, _ severity: Severity, _ log: LogFiles) -> String {
    var marks = violation.related.map { CodeFrame.Mark($0.witness, in: log, $0.label, isOffending: false) }
    marks.append(CodeFrame.Mark(violation.witness, in: log, violation.label, isOffending: true))
    return CodeFrame(marks: marks, severity: severity).text(style)
  }

  /// `app=background, timer=(poll, ping)`.
  private func state(_ notes: [Violation.StateNote]) -> String {
    notes.map { $0.value.contains(",") ? "\($0.name)=(\($0.value))" : "\($0.name)=\($0.value)" }
      .joined(separator: ", ")
  }

  private func footer(_ name: String, _ text: String?) -> String {
    guard let text else { return "" }
    let padding = String(repeating: " ", count: max(0, 5 - name.count))
    return padding + style.paint(name + ":", .frame) + " " + Escaping.line(text) + "\n"
  }
}

extension CodeFrame.Mark {
  fileprivate init(_ witness: Witness, in log: LogFiles, _ label: String, isOffending: Bool) {
    let place = log.place(of: witness.line)
    path = place.path
    line = place.line
    order = witness.line
    text = witness.text
    columns = witness.column..<max(witness.column, witness.endColumn)
    self.label = label
    self.isOffending = isOffending
  }
}
