public import Rulebook
public import Trace

/// A rulebook that is compiled for checking logs. All logs of a run can share it, also in several threads.
public final class CompiledRules: Sendable {
  /// The rulebook that was compiled.
  public let rulebook: Rulebook
  let program: Program
  let recognizer: Recognizer

  /// Compiles a rulebook. This takes longer than checking a short log.
  public init(_ rulebook: Rulebook) {
    self.rulebook = rulebook
    program = Program(rulebook)
    recognizer = Recognizer(rulebook.vocabulary, platform: rulebook.platform)
  }
}

/// Checks one log, from its bytes to its violations. The log may be read in pieces of any size, for example while it is written.
///
/// ```swift
/// let rules = CompiledRules(try Rulebook.loadBundled("ios"))
/// var checker = LogChecker(rules)
/// for line in lines {
///   for violation in checker.read(line + "\n") { print(violation.ruleID, violation.witness.line, violation.message) }
/// }
/// let result = checker.finish()
/// ```
///
/// The result does not depend on the pieces. Violations are returned as soon as they are decided: a violation that needs later
/// lines, such as a missed deadline, is returned with the piece that contains them.
public struct LogChecker: ~Copyable {
  private var reader: TraceReader
  private var checker: Checker

  /// The result of a log that is read completely.
  public struct Result: Sendable {
    /// The violations that were decided by the end of the log, in the order in which they were decided.
    public var violations: [Violation]
    /// The checks that the end of the log left open, in the same form. They are not failures.
    public var inconclusive: [Violation]
    /// The verdict of each rule, and what else is known about the log.
    public var summary: CheckSummary
    /// The lines and records that were read.
    public var statistics: TraceStatistics
  }

  /// Creates a checker for one log. `assumptions` are facts about the app that the log does not show. `header` is the line header
  /// of the app's own logger. `lastWritten` is the time of the last write to the log, if known; it determines the year of dates
  /// without one. If the text of lines is not needed, do not keep it, because that saves memory.
  public init(
    _ rules: CompiledRules, assuming assumptions: Assumptions = Assumptions(), header: HeaderTemplate? = nil,
    lastWritten: Timestamp? = nil, keepsText: Bool = true
  ) {
    reader = TraceReader(rules.recognizer, lastWritten: lastWritten, template: header)
    checker = Checker(rules.program, assuming: assumptions, keepsText: keepsText)
  }

  /// Reads the next bytes of the log. Returns the violations that they decide. A line is judged when its line end is read.
  public mutating func read(_ bytes: Span<UInt8>) -> [Violation] {
    reader.read(bytes) { event, line in checker.step(event, line: line) }
    return checker.takeViolations()
  }

  /// Reads the next part of the log as text: one or more lines with their line ends, or parts of lines.
  public mutating func read(_ text: String) -> [Violation] { read(Array(text.utf8).span) }

  /// Ends the log, and returns what its end decides. The checker must not be used afterwards.
  public mutating func finish() -> Result {
    reader.finish { event, line in checker.step(event, line: line) }
    checker.finish(explaining: true)
    return Result(
      violations: checker.takeViolations(), inconclusive: checker.takeInconclusive(),
      summary: checker.summary, statistics: reader.statistics)
  }
}
