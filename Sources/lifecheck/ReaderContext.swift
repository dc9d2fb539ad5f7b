import Checking
import Project
import Reporting
import Rulebook
import Trace

/// The context for reading logs under one rulebook. All logs of a run share it.
struct ReaderContext: Sendable {
  let recognizer: Recognizer
  /// The name of the rulebook.
  let rulebook: String
  /// One line of code that logs an app's callbacks.
  let logging: String?
  /// The platform whose logs the rulebook is for.
  let platform: Trace.Platform?
  /// Whether the rulebook's rules are about an event, by `EventID.index`.
  private let subjects: [Bool]
  /// The `header:` of the project file, which describes the start of a log line.
  let header: HeaderTemplate?
  /// The `documents:` of the project file, which describe its own JSON documents.
  let documents: [DocumentLayout]
  /// The path of the project file.
  let project: String?
  /// The app whose events are read; nil for all apps.
  let app: AppSelection?
  /// Facts about the app, and events that it records, which the user stated.
  let assumptions: Assumptions
  /// The only format to read; nil for all formats.
  let format: Format?
  /// How logs are read.
  let mode: ReadingMode
  /// The name of standard input in the output.
  private let stdinFilename: String

  init(_ input: InputOptions, _ setup: Setup, _ mode: ReadingMode = .fast) {
    self.mode = mode
    recognizer = Recognizer(setup.rulebook.vocabulary, platform: setup.rulebook.platform)
    rulebook = setup.rulebook.name
    platform = setup.rulebook.platform
    logging = setup.rulebook.logging.callbacks
    var subjects = Array(repeating: false, count: setup.rulebook.vocabulary.events.count)
    for event in setup.rulebook.subjects { subjects[event.index] = true }
    self.subjects = subjects
    header = setup.header
    documents = setup.documents
    let sessions = setup.rulebook.sessions
    let logEvents = sessions.boot.union(sessions.loss).union(setup.rulebook.clock.set)
    app = (input.app ?? setup.app).map { AppSelection($0, logEvents: logEvents) }
    // Rules about apps that the user works on are about the chosen app, even if the log shows no activity of it.
    let vocabulary = setup.rulebook.vocabulary
    let chosen = app == nil ? [] : sessions.chosen.map(vocabulary.name)
    assumptions = Assumptions(facts: setup.facts, records: setup.records + chosen)
    project = setup.project
    format = input.format
    stdinFilename = input.stdinFilename
  }

  /// A report of a log that is not read yet.
  func trace(of log: Log) -> TraceReport {
    var trace =
      log.paths.count == 1
      ? TraceReport(path: log.name ?? name(of: log.paths[0])) : TraceReport(joining: log.paths.map(name))
    trace.rulebook = rulebook
    trace.platform = platform
    return trace
  }

  /// The problem if a log has no record of the format or header given by the user; nil if it has, or if none was given.
  func misfit(of trace: TraceReport) -> Problem? {
    if let format, format != .custom || header == nil {
      guard trace.statistics.lines > 0,
        format.countedAs.allSatisfy({ trace.statistics.records[$0.rawValue] == 0 })
      else { return nil }
      return Problem(
        "has no record of the format \(format.name) (--input-format)",
        help: format == .custom
          ? "that is what `header:` in the project file describes"
          : "`lifecheck events --formats` shows what it has", trace.kindWithoutEvent)
    }
    guard let project, header != nil else { return nil }
    return trace.missingHeader(project)
  }

  /// The displayed name of a path.
  func name(of path: String) -> String { path == "-" ? stdinFilename : path }

  /// Whether the rulebook's rules are about an event.
  func isSubject(_ event: EventID) -> Bool { event != .unknown && subjects[event.index] }

  /// The evidence for the rulebook in a log, from its records so far and `events`, the number of events that the rules
  /// are about.
  func vote(_ reader: borrowing TraceReader, events: Int) -> RulebookVote {
    guard let platform else { return RulebookVote(events: events) }
    return RulebookVote(records: reader.records(of: platform), events: events)
  }
}
