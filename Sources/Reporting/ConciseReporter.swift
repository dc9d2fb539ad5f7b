import Checking
import Diagnostics
import Project

/// The report for editors: one line for each location, in the common form of compiler messages (GNU MessageEncoding Standards,
/// "Formatting Error Messages"), with the rule's id in brackets at the end.
struct ConciseReporter: Reporter, ~Copyable {
  var footer: ReportFooter
  private var cache = ConciseLineCache()
  /// The path and colon at the start of each line, for the newest file.
  private var pathPrefix = TextBuffer()
  private var path = ""

  init(footer: ReportFooter) { self.footer = footer }

  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer
  ) {
    write(violation.proof, log, to: &output)
  }

  private mutating func write(_ proof: Violation.Proof, _ log: LogFiles, to output: inout TextBuffer) {
    let slot = cache.slot(of: proof.statement)
    write(proof.witness.line, .reported, at: slot, proof, log, to: &output)
    proof.forEachLine { line, part in
      if part != .reported { write(line, part, at: slot, proof, log, to: &output) }
    }
    for note in proof.notes {
      writePlace(proof.witness.line, proof.witness.column, log, to: &output)
      cache.write(note: note, proof.statement, to: &output)
    }
  }

  @inline(never)
  private mutating func write(
    _ line: Int, _ part: Violation.Proof.Part, at slot: Int, _ proof: Violation.Proof, _ log: LogFiles,
    to output: inout TextBuffer
  ) {
    writePlace(line, proof.column(of: part), log, to: &output)
    cache.write(part, at: slot, proof, to: &output)
  }

  /// Writes the location of an event: path, line and column.
  @inline(__always)
  private mutating func writePlace(_ line: Int, _ column: Int, _ log: LogFiles, to output: inout TextBuffer) {
    var line = line
    if !log.isOneFile || log.path != path || pathPrefix.isEmpty {
      let place = log.place(of: line)
      line = place.line
      if place.path != path || pathPrefix.isEmpty { setPath(place.path) }
    }
    output += pathPrefix
    output.append(line, ":", column)
  }

  @inline(never)
  private mutating func setPath(_ path: String) {
    pathPrefix = TextBuffer(Escaping.path(path) + ":")
    self.path = path
  }

  func reportExempt(
    _ violation: Violation, by exemption: Exemption, in log: LogFiles, to output: inout TextBuffer
  ) {}

  func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer) {}

  func finish(_ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void) {
    for requirement in report.unmet {
      output += "\(Tool.name): error: \(requirement.message) [\(Escaping.line(requirement.ruleID))]\n"
    }
    output += footer.text(report)
  }
}
