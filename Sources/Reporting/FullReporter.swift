import Checking
import Diagnostics
import Project

/// The report for people: each violation with the lines of the log that prove it, in order of time.
struct FullReporter: Reporter {
  var style: Style
  var isQuiet: Bool
  var ending: Ending

  func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    writeHeader(violation.severity, violation.ruleID, violation.message, to: &output)
    frame(violation, violation.severity, log).write(style, to: &output)
    if !violation.state.isEmpty { writeFooter("state", state(violation.state), to: &output) }
    for note in violation.notes { writeFooter("note", note, to: &output) }
    let rule = violation.rule
    if let why = rule.why { writeFooter("why", why, to: &output) }
    if let help = rule.help { writeFooter("help", help, to: &output) }
    if !rule.guidance.isEmpty { writeFooter("docs", rule.guidance.joined(separator: ", "), to: &output) }
    output += "\n"
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {}

  func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    guard !isQuiet else { return }
    writeHeader(.note, violation.ruleID, "inconclusive: " + violation.message, to: &output)
    frame(violation, .note, log).write(style, to: &output)
    for note in violation.notes { writeFooter("note", note, to: &output) }
    output += "\n"
  }

  func finish(_ report: Report, to output: inout ReportText) {
    let unmet = report.unmet
    for requirement in unmet {
      writeHeader(.error, requirement.ruleID, requirement.message, to: &output)
    }
    let ending = ending.text(report)
    output += (unmet.isEmpty || ending.isEmpty ? "" : "\n") + ending
  }

  private func writeHeader(
    _ severity: Severity, _ ruleID: String, _ message: String, to output: inout ReportText
  ) {
    style.paint(.severity(severity), to: &output) {
      $0 += severity.rawValue
      $0 += "["
      $0.append(line: ruleID)
      $0 += "]"
    }
    style.paint(.strong, to: &output) {
      $0 += ": "
      $0.append(line: message)
    }
    output += "\n"
  }

  private func frame(_ violation: Violation, _ severity: Severity, _ log: LogFiles) -> CodeFrame {
    var marks: [CodeFrame.Mark] = []
    marks.reserveCapacity(violation.related.count + 1)
    for line in violation.related {
      marks.append(CodeFrame.Mark(line.witness, in: log, line.label, isOffending: false))
    }
    marks.append(CodeFrame.Mark(violation.witness, in: log, violation.label, isOffending: true))
    return CodeFrame(marks: marks, severity: severity)
  }

  /// `app=background, timer=(poll, ping)`.
  private func state(_ notes: [Violation.StateNote]) -> String {
    notes.map { $0.value.contains(",") ? "\($0.name)=(\($0.value))" : "\($0.name)=\($0.value)" }
      .joined(separator: ", ")
  }

  private func writeFooter(_ name: String, _ text: String, to output: inout ReportText) {
    output.append(" ", times: max(0, 5 - name.utf8.count))
    style.paint(.frame, to: &output) {
      $0 += name
      $0 += ":"
    }
    output += " "
    output.append(line: text)
    output += "\n"
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
