import Checking
import Diagnostics
import Project

/// The report for editors: a line for each place, in the form that compilers made common
/// (GNU Coding Standards, "Formatting Error Messages"), the rule's id in brackets at its end.
struct ConciseReporter: Reporter, ~Copyable {
  var ending: Ending
  private var statements = ConciseStatements()
  /// What begins the lines of the newest file.
  private var beginning = ReportText()
  private var path = ""

  init(ending: Ending) { self.ending = ending }

  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText) {
    write(violation.proof, log, to: &output)
  }

  private mutating func write(_ proof: Violation.Proof, _ log: LogFiles, to output: inout ReportText) {
    let place = statements.place(of: proof.statement)
    write(proof.witness.line, .reported, of: place, proof, log, to: &output)
    proof.forEachLine { line, part in
      if part != .reported { write(line, part, of: place, proof, log, to: &output) }
    }
    for note in proof.notes {
      writePlace(proof.witness.line, proof.witness.column, log, to: &output)
      statements.write(note: note, proof.statement, to: &output)
    }
  }

  @inline(never)
  private mutating func write(
    _ line: Int, _ part: Violation.Proof.Part, of statement: Int, _ proof: Violation.Proof, _ log: LogFiles,
    to output: inout ReportText
  ) {
    writePlace(line, proof.column(of: part), log, to: &output)
    statements.write(part, of: statement, proof, to: &output)
  }

  /// Writes where a line stands, and the event's name in it.
  @inline(__always)
  private mutating func writePlace(_ line: Int, _ column: Int, _ log: LogFiles, to output: inout ReportText) {
    var line = line
    if !log.isOneFile || log.path != path || beginning.isEmpty {
      let place = log.place(of: line)
      line = place.line
      if place.path != path || beginning.isEmpty { begin(place.path) }
    }
    output += beginning
    output.append(line, ":", column)
  }

  @inline(never)
  private mutating func begin(_ path: String) {
    beginning = ReportText(Escaping.path(path) + ":")
    self.path = path
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
}
