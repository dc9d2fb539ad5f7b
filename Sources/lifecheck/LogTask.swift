import Reporting
import Trace

/// The work of a command on one log. It is a value without output of its own, so it can run on any thread.
protocol LogTask: Sendable {
  /// A result that is reported in the order of the log.
  associatedtype Finding: Sendable
  /// The maximum total weight of findings that wait to be reported.
  static var maxPending: Int { get }
  /// The weight of a finding: 1 by default.
  static func weight(of finding: Finding) -> Int

  /// Reads a log up to the end or an error, on a number of threads at most. Calls `found` after each part of the log, even
  /// without findings. Rethrows its errors.
  func read(
    _ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([Finding]) throws -> Void
  ) throws -> TraceReport
}

extension LogTask {
  static func weight(of finding: Finding) -> Int { 1 }
}

/// Processes the events of one log under one rulebook.
protocol EventSink: ~Copyable {
  associatedtype Work: LogTask

  /// Processes the next event with its line. Calls `found` only if there are many findings; the others are returned by
  /// `drainFindings`.
  mutating func consume(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([Work.Finding]) throws -> Void
  ) throws
  /// Removes and returns the findings that were not handed over.
  mutating func drainFindings(_ trace: borrowing TraceReport) -> [Work.Finding]
  /// Ends the log. Completes its report, in which only the verdicts are missing, and returns the findings at the end.
  mutating func finish(_ trace: inout TraceReport) -> [Work.Finding]
}
