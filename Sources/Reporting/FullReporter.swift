import Checking
import Diagnostics
import Project

/// The report for people: each violation with the lines of the log that prove it, in order of time.
struct FullReporter: Reporter, ~Copyable {
  private let style: Style
  private let isQuiet: Bool
  private let ending: Ending
  private var form: FrameForm
  private var lines = ShownLines()
  private var statements = ShownStatements()
  private var footers = RuleTexts()

  init(style: Style, isQuiet: Bool, ending: Ending) {
    self.style = style
    self.isQuiet = isQuiet
    self.ending = ending
    form = FrameForm(style)
  }

  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText) {
    let proof = violation.proof
    let place = statements.place(of: proof.statement) { [style] statement in
      var text = ReportText(style.header(statement.severity, statement.rule.id))
      style.writeMessage(statement.message, to: &text)
      return text
    }
    statements.writeHeader(of: place, to: &output)
    if log.isOneFile, proof.isInOrder {
      writeFrame(proof, place, log.path, to: &output)
    } else {
      frame(proof, proof.severity, log).write(&form, to: &output)
    }
    if !proof.state.isEmpty { output += style.footer("state", state(proof.state)) }
    if !proof.notes.isEmpty {
      for note in proof.notes { output += style.footer("note", note) }
    }
    if !footers.has(proof.statement) { footers.set(footer(proof.rule), of: proof.rule) }
    footers.write(proof.statement, to: &output)
  }

  private func footer(_ rule: Violation.Rule) -> ReportText {
    let docs = rule.guidance.isEmpty ? nil : rule.guidance.joined(separator: ", ")
    return ReportText(
      [("why", rule.why), ("help", rule.help), ("docs", docs)]
        .map { name, text in text.map { style.footer(name, $0) } ?? "" }.joined() + "\n")
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {}

  mutating func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    guard !isQuiet else { return }
    output += style.header(.note, violation.ruleID)
    style.writeMessage("inconclusive: " + violation.message, to: &output)
    frame(violation.proof, .note, log).write(&form, to: &output)
    for note in violation.proof.notes { output += style.footer("note", note) }
    output += "\n"
  }

  func finish(_ report: Report, to output: inout ReportText, flush: (inout ReportText) throws -> Void) {
    let unmet = report.unmet
    for requirement in unmet {
      output += style.header(.error, requirement.ruleID)
      style.writeMessage(requirement.message, to: &output)
    }
    let ending = ending.text(report)
    output += (unmet.isEmpty || ending.isEmpty ? "" : "\n") + ending
  }

  /// Writes the frame of a violation whose lines are all in one file, each another one, as a `CodeFrame` does.
  private mutating func writeFrame(
    _ proof: Violation.Proof, _ statement: Int, _ path: String, to output: inout ReportText
  ) {
    form.begin(path, proof.witness.line, proof.witness.column, lines: proof.lastLine, to: &output)
    var last = Int.max
    proof.forEachLine { witness, part in
      if witness.line - 1 > last { output += form.gutter.gap }
      last = witness.line
      let columns = lines.write(witness, form, to: &output)
      statements.writeRow(part, of: statement, proof, under: columns, form, to: &output)
    }
    output += form.gutter.empty
  }

  private func frame(_ proof: Violation.Proof, _ severity: Severity, _ log: LogFiles) -> CodeFrame {
    var marks: [CodeFrame.Mark] = []
    marks.reserveCapacity(proof.related.count + 1)
    for line in proof.related {
      marks.append(CodeFrame.Mark(line.witness, in: log, line.label, isOffending: false))
    }
    marks.append(CodeFrame.Mark(proof.witness, in: log, proof.label, isOffending: true))
    return CodeFrame(marks: marks, severity: severity)
  }

  /// `app=background, timer=(poll, ping)`.
  private func state(_ notes: [Violation.StateNote]) -> String {
    notes.map { $0.value.contains(",") ? "\($0.name)=(\($0.value))" : "\($0.name)=\($0.value)" }
      .joined(separator: ", ")
  }
}

extension Style {
  fileprivate func header(_ severity: Severity, _ ruleID: String) -> String {
    paint("\(severity.rawValue)[\(Escaping.line(ruleID))]", .severity(severity))
  }

  fileprivate func writeMessage(_ message: String, to output: inout ReportText) {
    paint(.strong, to: &output) {
      $0 += ": "
      $0.append(line: message)
    }
    output.append("\n")
  }

  fileprivate func footer(_ name: String, _ text: String) -> String {
    let indent = String(repeating: " ", count: max(0, 5 - name.utf8.count))
    return "\(indent)\(paint(name + ":", .frame)) \(Escaping.line(text))\n"
  }
}

extension CodeFrame.Mark {
  fileprivate init(_ witness: Witness, in log: LogFiles, _ label: String, isOffending: Bool) {
    let place = log.place(of: witness.line)
    path = place.path
    line = place.line
    order = witness.line
    text = witness.text
    columns = witness.columns
    self.label = label
    self.isOffending = isOffending
  }
}
