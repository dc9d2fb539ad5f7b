import Checking
import Diagnostics
import Project
import Rulebook

/// The report for people: each violation with the log lines that prove it, in order of time. The explanation of a rule
/// is shown once. If a violation repeats an earlier one, only its location is shown.
struct FullReporter: Reporter, ~Copyable {
  private let style: Style
  private let isQuiet: Bool
  private let footer: ReportFooter
  /// The layout of the newest frame. Most frames are about the same file.
  private var layout: FrameLayout
  private var explained = ExplainedRules()
  private var shown = ShownViolations()

  init(style: Style, isQuiet: Bool, footer: ReportFooter) {
    self.style = style
    self.isQuiet = isQuiet
    self.footer = footer
    layout = FrameLayout(style)
  }

  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer
  ) {
    let proof = violation.proof
    style.writeHeader(of: proof.statement, to: &output)
    if let first = shown.insert(proof, in: log) {
      writePlaces(of: proof, like: first, log, to: &output)
    } else {
      frame(proof, proof.severity, log).write(&layout, to: &output)
      if !proof.state.isEmpty { output += style.labelledLine("state", state(proof.state)) }
    }
    for note in proof.notes { output += style.labelledLine("note", note) }
    if explained.insert(proof.rule) { output += style.explanation(of: proof.rule) }
    output += "\n"
  }

  func reportExempt(
    _ violation: Violation, by exemption: Exemption, in log: LogFiles, to output: inout TextBuffer
  ) {}

  mutating func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer) {
    guard !isQuiet else { return }
    style.writeHeader(.note, violation.ruleID, "inconclusive: " + violation.message, to: &output)
    frame(violation.proof, .note, log).write(&layout, to: &output)
    for note in violation.proof.notes { output += style.labelledLine("note", note) }
    output += "\n"
  }

  func finish(_ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void) {
    let unmet = report.unmet
    for requirement in unmet {
      style.writeHeader(.error, requirement.ruleID, requirement.message, to: &output)
    }
    let footer = footer.text(report)
    output += (unmet.isEmpty || footer.isEmpty ? "" : "\n") + footer
    if !isQuiet, let pointer = explained.pointer(report) { output += pointer + "\n" }
  }

  /// Writes the location of a violation that repeats an earlier one, whose lines are shown.
  ///
  ///       --> checkout.log:1842:15 (with lines 1203 and 1840), like line 31
  private func writePlaces(
    of proof: Violation.Proof, like first: Int, _ log: LogFiles, to output: inout TextBuffer
  ) {
    let place = log.place(of: proof.witness.line)
    output += style.paint("  -->", .frame)
    output += " \(Escaping.path(place.path)):\(place.line):\(proof.witness.column)"
    let others = proof.related.map(\.witness.line).filter { $0 != proof.witness.line }
    switch others.count {
    case 0: break
    case 1: output += " (with \(log.describe(others[0])))"
    default: output += " (with lines \(TextFormat.conjunction(others.map { "\(log.place(of: $0).line)" })))"
    }
    output += ", like \(log.describe(first))\n"
  }

  private func frame(_ proof: Violation.Proof, _ severity: Severity, _ log: LogFiles) -> CodeFrame {
    var lines = proof.related.map { ($0.witness, $0.label, isPrimary: false) }
    lines.append((proof.witness, proof.label, isPrimary: true))
    lines.sort { $0.0.line < $1.0.line }
    let marks = lines.indices.map { place in
      let (witness, label, isPrimary) = lines[place]
      var mark = CodeFrame.Mark(witness, in: log, label, isPrimary: isPrimary)
      if place > 0, let passed = witness.time(since: lines[place - 1].0), passed >= 0 {
        mark.gap = Quantity.text(nanoseconds: passed)
      }
      return mark
    }
    return CodeFrame(marks: marks, severity: severity)
  }

  /// `app=background, timer=(poll, ping)`.
  private func state(_ notes: [Violation.StateNote]) -> String {
    notes.map { $0.value.contains(",") ? "\($0.name)=(\($0.value))" : "\($0.name)=\($0.value)" }
      .joined(separator: ", ")
  }
}

extension CodeFrame.Mark {
  fileprivate init(_ witness: Witness, in log: LogFiles, _ label: String, isPrimary: Bool) {
    let place = log.place(of: witness.line)
    path = place.path
    line = place.line
    order = witness.line
    text = witness.text
    textColumn = witness.textColumn
    columns = witness.columns
    self.label = label
    self.isPrimary = isPrimary
  }
}

extension Witness {
  /// The columns of the event's name.
  fileprivate var columns: Range<Int> { column..<max(column, endColumn) }
}
