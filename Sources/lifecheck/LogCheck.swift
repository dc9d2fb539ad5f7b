import Checking
import Project
import Reporting
import Rulebook
import Trace

/// The check of a log: lines in, violations and a summary out.
struct LogCheck: LogWork {
  /// How the log is read under each rulebook of which it chooses, and the rules.
  let readings: [LogReading]
  let programs: [Program]
  private let assumptions: [Assumptions]
  private let keepsText: Bool
  private let keepsRepeats: Bool
  private let isExplained: Bool

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

  /// The check by which a report of a format is made, with statistics or without.
  init(_ input: InputOptions, _ setups: [Setup], for format: ReportFormat, statistics: Bool) {
    isExplained = statistics || format == .json
    readings = setups.map { LogReading(input, $0) }
    keepsText = format.showsLines
    // What repeats a violation that is suppressed is not told.
    keepsRepeats = format.showsRepeats || setups.contains { !$0.suppressions.isEmpty }
    programs = setups.map { Program($0.rulebook) }
    assumptions = setups.map { Assumptions(facts: $0.facts, records: $0.records) }
  }

  func read(_ log: Log, _ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport {
    var lanes = LogLanes(log, readings) { choice in
      CheckSink(
        reading: readings[choice],
        checker: Checker(
          programs[choice], assuming: assumptions[choice], keepsText: keepsText, keepsRepeats: keepsRepeats),
        isExplained: isExplained)
    }
    return try lanes.read(meter, found)
  }
}

/// Takes the events of a log to a checker. Before each wait for input everything decided is told: a pipe shows a violation
/// at its deciding line.
private struct CheckSink: EventSink, ~Copyable {
  typealias Work = LogCheck

  let reading: LogReading
  var checker: Checker
  /// When there are so many, they are told before the end of a chunk, which may have some in each line: few enough for
  /// the memory of one list to be had again by the next.
  private static let mostAtOnce = 32

  /// Whether the report tells why rules are not observable.
  private let isExplained: Bool

  init(reading: LogReading, checker: consuming Checker, isExplained: Bool) {
    self.reading = reading
    self.isExplained = isExplained
    self.checker = checker
  }

  @inline(__always)
  mutating func take(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([LogCheck.Finding]) throws -> Void
  ) throws {
    if checker.step(event, line: line), checker.violationCount >= Self.mostAtOnce {
      try found(Self.findings(checker.takeViolations(), trace, hasMore: true))
    }
  }

  mutating func takeFindings(_ trace: borrowing TraceReport) -> [LogCheck.Finding] {
    Self.findings(checker.takeViolations(), trace)
  }

  mutating func finish(_ trace: inout TraceReport) -> [LogCheck.Finding] {
    checker.finish(explaining: isExplained)
    var findings = Self.findings(checker.takeViolations(), trace)
    trace.summary = checker.summary
    trace.problem =
      trace.problem ?? reading.misfit(of: trace)
      ?? trace.missingEvents(among: reading.recognizer.vocabulary)
    if trace.problem == nil {
      findings += Self.findings(checker.takeInconclusive(), trace, areInconclusive: true)
    }
    return findings
  }

  /// Not inlined into what is done for each event.
  @inline(never)
  private static func findings(
    _ violations: consuming [Violation], _ trace: borrowing TraceReport, areInconclusive: Bool = false,
    hasMore: Bool = false
  ) -> [LogCheck.Finding] {
    violations.isEmpty
      ? []
      : [
        LogCheck.Finding(
          violations: violations, areInconclusive: areInconclusive, hasMore: hasMore, log: trace.files)
      ]
  }
}
