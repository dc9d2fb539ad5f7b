public import Rulebook
public import Trace

/// Steps the rules of a rulebook over the events of one log, and collects what they find.
public struct Checker {
  /// What was checked so far; the rules' coverage is there after `finish()`.
  public private(set) var summary = CheckSummary()

  /// A checker for one log.
  public init(_ program: Program) {}

  /// Takes the next event of the log, with its line.
  public mutating func step(_ event: borrowing Event, line: Span<UInt8>) {}

  /// Ends the log: what is still open becomes inconclusive, and the coverage is known.
  public mutating func finish() {}

  /// The violations decided since the last call, ordered by deciding line, reported line, column and rule id.
  public mutating func takeViolations() -> [Violation] { [] }

  /// After `finish()`: what the end of the log left open, in the same form and order; never a failure.
  public mutating func takeInconclusive() -> [Violation] { [] }
}

/// A rulebook compiled for checking: made once, shared by all logs of a run.
public final class Program: Sendable {
  /// Compiles a rulebook.
  public init(_ rulebook: Rulebook) {}
}
