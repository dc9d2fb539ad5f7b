public import Checking
public import Project

/// A report format: writes the results of a run as text, as soon as they are known.
public protocol Reporter: ~Copyable {
  /// Reports a violation. Called in the order in which violations are decided.
  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer)
  /// Reports a violation that the project suppresses.
  mutating func reportSuppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout TextBuffer)
  /// Reports a check that is undecided at the end of the log.
  mutating func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer)
  /// Writes the end of the report. Calls `flush` after each part of a long output, and rethrows its errors.
  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void) throws
}

/// The formats of a report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people: the lines of the log that prove each violation.
  case full
  /// For editors: one line for each location.
  case concise
  /// For programs: one JSON document.
  case json

  /// Whether reports show the lines that prove a violation.
  public var showsLines: Bool { self != .concise }

  /// Whether reports end with the result, unless they are quiet.
  public var showsVerdict: Bool { self != .json }

  /// Whether reports contain the number of lines that repeat a violation.
  public var showsRepeats: Bool { self == .json }

  /// A reporter of this format. If `isQuiet`, `full` and `concise` write only what fails the run, and the statistics if
  /// requested. JSON always contains everything.
  public func reporter(style: Style, isQuiet: Bool, statistics: Bool = false) -> any Reporter & ~Copyable {
    let footer = ReportFooter(isQuiet: isQuiet, hasStatistics: statistics, style: style)
    return switch self {
    case .full: FullReporter(style: style, isQuiet: isQuiet, footer: footer)
    case .concise: ConciseReporter(footer: footer)
    case .json: JSONReporter()
    }
  }
}
