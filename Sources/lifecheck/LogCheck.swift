import Checking
import Project
import Reporting
import Rulebook
import Trace

/// The check of a log: lines in, violations and a summary out.
struct LogCheck: LogWork {
  let reading: LogReading
  let program: Program
  private let assumptions: Assumptions
  private let vocabulary: Vocabulary

  /// What a line of a log shows, and the log's files as far as they had begun.
  struct Finding: Sendable {
    var violations: [Violation]
    /// Whether the log ends before they are decided.
    var areInconclusive = false
    var log: LogFiles
  }

  static let mostUntold = 1024
  static func weight(of finding: Finding) -> Int { finding.violations.count }
  /// So many are told before the end of a chunk, which may have one in each line.
  private static let mostAtOnce = 64

  init(_ reading: LogReading, _ setup: Setup) {
    self.reading = reading
    vocabulary = setup.rulebook.vocabulary
    program = Program(setup.rulebook)
    assumptions = Assumptions(facts: setup.facts, records: setup.records)
  }

  func read(_ log: Log, _ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport {
    var trace = reading.trace(of: log)
    var checker = Checker(program, assuming: assumptions)
    var findings: [Finding] = []
    func flush() throws {
      try found(findings)
      findings.removeAll(keepingCapacity: true)
    }
    // Before each wait for input everything decided is told: a pipe shows a violation at its deciding line.
    try reading.read(log, into: &trace, meter) { event, line, trace in
      guard checker.step(event, line: line) else { return }
      Self.take(checker.takeViolations(), trace.files, &findings)
      if findings.count >= Self.mostAtOnce { try flush() }
    } afterChunk: {
      try flush()
    }
    checker.finish()
    Self.take(checker.takeViolations(), trace.files, &findings)
    trace.summary = checker.summary
    trace.problem =
      trace.problem ?? reading.misfit(of: trace) ?? trace.missingEvents(among: vocabulary)
    if trace.problem == nil {
      Self.take(checker.takeInconclusive(), trace.files, &findings, areInconclusive: true)
    }
    try found(findings)
    return trace
  }

  /// Not inlined into what is done for each event.
  @inline(never)
  private static func take(
    _ violations: [Violation], _ files: LogFiles, _ findings: inout [Finding], areInconclusive: Bool = false
  ) {
    if violations.isEmpty { return }
    findings.append(Finding(violations: violations, areInconclusive: areInconclusive, log: files))
  }
}
