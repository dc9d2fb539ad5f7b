import Checking
import Diagnostics
import Project

/// The report for people: each violation with the lines of the log that prove it, in order of time.
struct FullReporter: Reporter, ~Copyable {
  private let style: Style
  private let isQuiet: Bool
  private let ending: Ending
  /// The form of the frames that are put together from what was written lately, and that.
  private var form: FrameForm
  private var lines: ShownLines
  private var statements: ShownStatements
  /// The form of the newest one of all others.
  private var otherForm: FrameForm
  private var explained = ExplainedRules()

  init(style: Style, isQuiet: Bool, ending: Ending) {
    self.style = style
    self.isQuiet = isQuiet
    self.ending = ending
    let form = FrameForm(style)
    self.form = form
    otherForm = form
    lines = ShownLines(form)
    statements = ShownStatements(form)
  }

  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText) {
    let proof = violation.proof
    let last = proof.lastLine
    if !form.isOf(log.path, lines: last) { turn(to: FrameForm(style, log.path, lines: last)) }
    let place = statements.place(of: proof.statement)
    if log.isOneFile, proof.isInOrder {
      writeFrame(proof, until: last, place, to: &output)
      if proof.state.isEmpty, proof.notes.isEmpty, explained.contains(proof.rule) { return }
      output.removeLast(1)
    } else {
      statements.writeHeader(of: place, to: &output)
      frame(proof, proof.severity, log).write(&otherForm, to: &output)
    }
    if !proof.state.isEmpty { output += style.footer("state", state(proof.state)) }
    for note in proof.notes { output += style.footer("note", note) }
    if explained.insert(proof.rule) { output += style.explanation(of: proof.rule) }
    output += "\n"
  }

  func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText
  ) {}

  mutating func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText) {
    guard !isQuiet else { return }
    style.writeHeader(.note, violation.ruleID, "inconclusive: " + violation.message, to: &output)
    frame(violation.proof, .note, log).write(&otherForm, to: &output)
    for note in violation.proof.notes { output += style.footer("note", note) }
    output += "\n"
  }

  func finish(_ report: Report, to output: inout ReportText, flush: (inout ReportText) throws -> Void) {
    let unmet = report.unmet
    for requirement in unmet {
      style.writeHeader(.error, requirement.ruleID, requirement.message, to: &output)
    }
    let ending = ending.text(report)
    output += (unmet.isEmpty || ending.isEmpty ? "" : "\n") + ending
    if !isQuiet, let more = explained.more { output += more + "\n" }
  }

  /// From here on frames are of another form, and nothing that was written before.
  private mutating func turn(to form: FrameForm) {
    self.form = form
    lines = ShownLines(form)
    statements = ShownStatements(form)
  }

  /// Writes the header, the frame and the footer of a violation whose lines are all in one file, each another one: the frame
  /// as a `CodeFrame` does.
  private mutating func writeFrame(
    _ proof: Violation.Proof, until last: Int, _ statement: Int, to output: inout ReportText
  ) {
    statements.writeBeginning(of: statement, to: &output)
    lines.writePlace(proof.witness, to: &output)
    var newest = -1
    proof.forEachLine { line, part in
      // Between the two no line is left out.
      if line == newest + 1 { output.removeLast(form.gutter.gap.count) }
      newest = line
      writeLine(proof.witness(of: part), part, isLast: newest == last, proof, statement, to: &output)
    }
  }

  /// Writes a line, the row under it, and what most often follows.
  @inline(never)
  private mutating func writeLine(
    _ witness: Witness, _ part: Violation.Proof.Part, isLast: Bool, _ proof: Violation.Proof,
    _ statement: Int, to output: inout ReportText
  ) {
    if part == .start, !isLast {
      lines.writeStart(witness, to: &output)
    } else {
      let columns = lines.write(witness, to: &output)
      statements.writeRow(part, isLast: isLast, of: statement, proof, under: columns, to: &output)
    }
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

extension CodeFrame.Mark {
  fileprivate init(_ witness: Witness, in log: LogFiles, _ label: String, isOffending: Bool) {
    let place = log.place(of: witness.line)
    path = place.path
    line = place.line
    order = witness.line
    text = witness.text
    textColumn = witness.textColumn
    columns = witness.columns
    self.label = label
    self.isOffending = isOffending
  }
}
