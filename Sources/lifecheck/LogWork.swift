import Reporting
import Trace

/// What a command does with one log. It is a value and tells nobody anything: it can be done on any thread.
protocol LogWork: Sendable {
  /// What is found in a log on the way, and is to be told in order.
  associatedtype Finding: Sendable
  /// So much may wait to be told.
  static var mostUntold: Int { get }
  /// How much a finding is of that: 1 if nothing else is said.
  static func weight(of finding: Finding) -> Int

  /// Reads a log to its end, or as far as it goes, and hands over what it finds: after each stretch of the log, be it
  /// nothing. Throws what the body throws.
  func read(_ log: Log, _ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport
}

extension LogWork {
  static func weight(of finding: Finding) -> Int { 1 }
}

/// What a command makes of the events of one log under one rulebook.
protocol EventSink: ~Copyable {
  associatedtype Work: LogWork

  /// Takes the next event with its line. Hands over findings only if they are many, else they are taken later.
  mutating func take(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([Work.Finding]) throws -> Void
  ) throws
  /// Takes out what was found and not handed over.
  mutating func takeFindings(_ trace: borrowing TraceReport) -> [Work.Finding]
  /// Ends the log, of which all but the verdict is in its report. Completes that, and hands back what the end shows.
  mutating func finish(_ trace: inout TraceReport) -> [Work.Finding]
}
