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
  private var rows = ShownRows()
  private var headers = RuleTexts()
  private var footers = RuleTexts()

  init(style: Style, isQuiet: Bool, ending: Ending) {
    self.style = style
    self.isQuiet = isQuiet
    self.ending = ending
    form = FrameForm(style)
  }

  mutating func violated(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    let proof = violation.proof
    let rule = proof.rule
    if !headers.has(rule, proof.severity, proof.message) {
      headers.set(header(proof), of: rule, proof.severity, proof.message)
    }
    headers.write(rule, to: &output)
    writeFrame(proof, proof.severity, log, to: &output)
    if !proof.state.isEmpty { output += style.footer("state", state(proof.state)) }
    for note in proof.notes { output += style.footer("note", note) }
    if !footers.has(rule) { footers.set(footer(rule), of: rule) }
    footers.write(rule, to: &output)
  }

  private func header(_ proof: Violation.Proof) -> ReportText {
    var text = ReportText(style.header(proof.severity, proof.rule.id))
    style.writeMessage(proof.message, to: &text)
    return text
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
    writeFrame(violation.proof, .note, log, to: &output)
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

  private mutating func writeFrame(
    _ proof: Violation.Proof, _ severity: Severity, _ log: LogFiles, to output: inout ReportText
  ) {
    guard let path = log.onlyPath, proof.isInOrder else {
      return frame(proof, severity, log).write(&form, to: &output)
    }
    let (witness, related) = (proof.witness, proof.related)
    let greatest = max(witness.line, related.last?.witness.line ?? 0)
    form.begin(path, witness.line, witness.column, lines: greatest, to: &output)
    output += form.gutter.empty
    var last = Int.max
    var isTold = false
    for place in related.indices {
      if !isTold, witness.line < related[place].witness.line {
        write(witness, proof.label, severity, after: &last, to: &output)
        isTold = true
      }
      write(related[place].witness, related[place].label, nil, after: &last, to: &output)
    }
    if !isTold { write(witness, proof.label, severity, after: &last, to: &output) }
    output += form.gutter.empty
  }

  /// Writes a line of a frame, after another one.
  private mutating func write(
    _ witness: Witness, _ label: String, _ severity: Severity?, after last: inout Int,
    to output: inout ReportText
  ) {
    if witness.line - 1 > last { output += form.gutter.gap }
    last = witness.line
    let place = lines.write(witness, form, to: &output)
    rows.write(label, under: place, severity, form, to: &output)
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

extension Violation.Proof {
  /// Whether each of its lines is another one, and those that take part stand in their order.
  fileprivate var isInOrder: Bool {
    var last = 0
    for place in related.indices {
      let line = related[place].witness.line
      if line <= last || line == witness.line { return false }
      last = line
    }
    return true
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
