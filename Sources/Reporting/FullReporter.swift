import Checking
import Diagnostics
import Project
import Rulebook

/// The report for people: each violation with the lines of the log that prove it, in order of time. What is said of a rule,
/// and the lines of a violation that only says again what was shown, would be read once: they are shown once.
struct FullReporter: Reporter, ~Copyable {
  private let style: Style
  private let isQuiet: Bool
  private let ending: Ending
  /// The form of the newest frame: most are about one file.
  private var form: FrameForm
  private var explained = ExplainedRules()
  private var shown = ShownViolations()

  init(style: Style, isQuiet: Bool, ending: Ending) {
    self.style = style
    self.isQuiet = isQuiet
    self.ending = ending
    form = FrameForm(style)
  }

  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText) {
    let proof = violation.proof
    style.writeHeader(of: proof.statement, to: &output)
    if let first = shown.insert(proof, in: log) {
      writePlaces(of: proof, like: first, log, to: &output)
    } else {
      frame(proof, proof.severity, log).write(&form, to: &output)
      if !proof.state.isEmpty { output += style.footer("state", state(proof.state)) }
    }
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
    frame(violation.proof, .note, log).write(&form, to: &output)
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

  /// Writes where a violation is that says the same as another one, whose lines are shown.
  ///
  ///       --> checkout.log:1842:15 (with lines 1203 and 1840), like line 31
  private func writePlaces(
    of proof: Violation.Proof, like first: Int, _ log: LogFiles, to output: inout ReportText
  ) {
    let place = log.place(of: proof.witness.line)
    output += style.paint("  -->", .frame)
    output += " \(Escaping.path(place.path)):\(place.line):\(proof.witness.column)"
    let others = proof.related.map(\.witness.line).filter { $0 != proof.witness.line }
    switch others.count {
    case 0: break
    case 1: output += " (with \(log.words(others[0])))"
    default: output += " (with lines \(Words.all(others.map { "\(log.place(of: $0).line)" })))"
    }
    output += ", like \(log.words(first))\n"
  }

  private func frame(_ proof: Violation.Proof, _ severity: Severity, _ log: LogFiles) -> CodeFrame {
    var lines = proof.related.map { ($0.witness, $0.label, isOffending: false) }
    lines.append((proof.witness, proof.label, isOffending: true))
    lines.sort { $0.0.line < $1.0.line }
    let marks = lines.indices.map { place in
      let (witness, label, isOffending) = lines[place]
      var mark = CodeFrame.Mark(witness, in: log, label, isOffending: isOffending)
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

extension Witness {
  /// Where the event's name stands.
  fileprivate var columns: Range<Int> { column..<max(column, endColumn) }
}
