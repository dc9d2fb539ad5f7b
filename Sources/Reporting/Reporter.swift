public import Checking
public import Project

/// A format of a report: turns what a run finds into text, as it is found.
public protocol Reporter: ~Copyable {
  /// Takes a violation, in the order in which they are decided.
  mutating func violated(_ violation: borrowing Violation, in log: LogFiles, to output: inout ReportText)
  /// Takes a violation that the project bears.
  mutating func suppressed(
    _ violation: Violation, by suppression: Suppression, in log: LogFiles, to output: inout ReportText)
  /// Takes a test that the end of a log left open.
  mutating func inconclusive(_ violation: Violation, in log: LogFiles, to output: inout ReportText)
  /// Ends the report. What is long is handed out in parts; throws what that throws.
  mutating func finish(
    _ report: Report, to output: inout ReportText, flush: (inout ReportText) throws -> Void) throws
}

/// The formats of a report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people: the lines of the log that prove each violation.
  case full
  /// For editors: a line for each place.
  case concise
  /// For programs: one JSON document.
  case json

  /// Whether its reports show the lines that prove a violation.
  public var showsLines: Bool { self != .concise }

  /// Whether its reports end with the verdict, unless they are quiet.
  public var showsVerdict: Bool { self != .json }

  /// Whether its reports tell of each violation how many lines repeat it.
  public var showsRepeats: Bool { self == .json }

  /// A reporter of this format; a quiet one of `full` and `concise` writes what fails only, and the statistics where they
  /// are asked for. JSON has all of it.
  public func reporter(style: Style, isQuiet: Bool, statistics: Bool = false) -> any Reporter & ~Copyable {
    let ending = Ending(isQuiet: isQuiet, hasStatistics: statistics, style: style)
    return switch self {
    case .full: FullReporter(style: style, isQuiet: isQuiet, ending: ending)
    case .concise: ConciseReporter(ending: ending)
    case .json: JSONReporter()
    }
  }
}
