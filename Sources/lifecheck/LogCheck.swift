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
  private let keepsText: Bool
  private let keepsRepeats: Bool

  /// What some lines of a log show, and the log's files as far as they had begun.
  struct Finding: Sendable {
    var violations: [Violation]
    /// Whether the log ends before they are decided.
    var areInconclusive = false
    /// Whether there is more to check before the next wait for input.
    var hasMore = false
    var log: LogFiles
  }

  static let mostUntold = 1024
  static func weight(of finding: Finding) -> Int { finding.violations.count }
  /// When there are so many, they are told before the end of a chunk, which may have some in each line: few enough for
  /// the memory of one list to be had again by the next.
  private static let mostAtOnce = 32

  /// The check by which a report of a format is made.
  init(_ reading: LogReading, _ setup: Setup, for format: ReportFormat) {
    self.reading = reading
    keepsText = format.showsLines
    // What repeats a violation that is suppressed is not told.
    keepsRepeats = format.showsRepeats || !setup.suppressions.isEmpty
    vocabulary = setup.rulebook.vocabulary
    program = Program(setup.rulebook)
    assumptions = Assumptions(facts: setup.facts, records: setup.records)
  }

  func read(_ log: Log, _ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport {
    var trace = reading.trace(of: log)
    var checker = Checker(program, assuming: assumptions, keepsText: keepsText, keepsRepeats: keepsRepeats)
    // Before each wait for input everything decided is told: a pipe shows a violation at its deciding line.
    try reading.read(log, into: &trace, meter) { event, line, trace in
      if checker.step(event, line: line), checker.violationCount >= Self.mostAtOnce {
        try found(Self.findings(checker.takeViolations(), trace, hasMore: true))
      }
    } afterChunk: { trace in
      try found(Self.findings(checker.takeViolations(), trace))
    }
    checker.finish()
    var findings = Self.findings(checker.takeViolations(), trace)
    trace.summary = checker.summary
    trace.problem =
      trace.problem ?? reading.misfit(of: trace) ?? trace.missingEvents(among: vocabulary)
    if trace.problem == nil {
      findings += Self.findings(checker.takeInconclusive(), trace, areInconclusive: true)
    }
    try found(findings)
    return trace
  }

  /// Not inlined into what is done for each event.
  @inline(never)
  private static func findings(
    _ violations: consuming [Violation], _ trace: borrowing TraceReport, areInconclusive: Bool = false,
    hasMore: Bool = false
  ) -> [Finding] {
    violations.isEmpty
      ? []
      : [
        Finding(
          violations: violations, areInconclusive: areInconclusive, hasMore: hasMore, log: trace.files)
      ]
  }
}
