public import Checking

/// A report format: writes the results of a run as text, as soon as they are known.
public protocol Reporter: ~Copyable {
  /// Reports a violation. Called in the order in which violations are decided.
  mutating func reportViolation(
    _ violation: borrowing Violation, in log: LogFiles, to output: inout TextBuffer)
  /// Reports a violation that does not fail the run.
  mutating func reportExempt(
    _ violation: Violation, by exemption: Exemption, in log: LogFiles, to output: inout TextBuffer)
  /// Reports a check that is undecided at the end of the log.
  mutating func reportInconclusive(_ violation: Violation, in log: LogFiles, to output: inout TextBuffer)
  /// Called when a log has been read, after all its violations. `report` has the settings of the run.
  mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) throws
  /// Writes the end of the report. Calls `flush` after each part of a long output, and rethrows its errors.
  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void) throws
}

extension Reporter where Self: ~Copyable {
  /// Does nothing: most formats are written violation by violation, or at the end of the run.
  public mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) {}
}

/// The formats of a report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people: the lines of the log that prove each violation.
  case full
  /// For editors: one line for each location.
  case concise
  /// For programs: one JSON document.
  case json
  /// For tables of many logs: one JSON object a line.
  case jsonl
  /// For code scanning services: SARIF 2.1.0.
  case sarif
  /// For test reports: JUnit's XML.
  case junit
  /// For GitHub Actions: commands that show annotations.
  case github
  /// For GitLab's Code Quality.
  case gitlab
  /// For reviewdog, which comments on pull requests.
  case rdjsonl
  /// For the summary of a job.
  case markdown
  /// For terminals: a chart of what happened.
  case timeline
  /// For ui.perfetto.dev.
  case perfetto
  /// For browsers: a page with what happened, the violations and the log.
  case html

  /// Whether reports show the lines that prove a violation.
  public var showsLines: Bool {
    switch self {
    case .full, .json, .jsonl, .sarif, .markdown: true
    case .concise, .junit, .github, .gitlab, .rdjsonl, .timeline, .perfetto, .html: false
    }
  }

  /// Whether reports show what happened in a log.
  public var showsTimeline: Bool { self == .timeline || self == .perfetto || self == .html }

  /// Whether reports show explanations of violations. Rows are for fleets of logs, for which explanations would take too long.
  public var showsExplanations: Bool { showsLines && self != .jsonl || self == .html }

  /// Whether reports show the whole log.
  public var showsLog: Bool { self == .html }

  /// Whether the end of a report lists each log.
  public var listsLogs: Bool { self == .json || self == .junit || self == .markdown || self == .sarif }

  /// Whether reports end with the result, unless they are quiet.
  public var showsVerdict: Bool { self == .full || self == .concise || self == .timeline }

  /// Whether reports contain the number of lines that repeat a violation.
  public var showsRepeats: Bool { self == .json || self == .jsonl || self == .sarif || self == .html }

  /// A reporter of this format. If `isQuiet`, `full` and `concise` write only what fails the run, and the statistics if
  /// requested. The other formats always contain everything.
  public func reporter(style: Style, isQuiet: Bool, statistics: Bool = false) -> any Reporter & ~Copyable {
    let footer = ReportFooter(isQuiet: isQuiet, hasStatistics: statistics, style: style)
    return switch self {
    case .full: FullReporter(style: style, isQuiet: isQuiet, footer: footer)
    case .concise: ConciseReporter(footer: footer)
    case .json: JSONReporter()
    case .jsonl: JSONLinesReporter()
    case .sarif: SARIFReporter()
    case .junit: JUnitReporter()
    case .github: GitHubReporter()
    case .gitlab: GitLabReporter()
    case .rdjsonl: ReviewdogReporter()
    case .markdown: MarkdownReporter()
    case .timeline: TimelineReporter(style: style, footer: footer)
    case .perfetto: PerfettoReporter()
    case .html: HTMLReporter()
    }
  }
}
