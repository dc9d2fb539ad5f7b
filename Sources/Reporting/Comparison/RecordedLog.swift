import Checking
import Trace

/// The data of one log that a comparison needs: the events by session, and the verdicts of the rules.
public struct RecordedLog: Sendable {
  /// The files of the log.
  public var files: LogFiles
  /// The name of the rulebook that the log was checked against.
  public var rulebook: String
  /// The verdict of each rule.
  var rules: [RuleCoverage]
  var violations: [Violation]
  /// The sessions, in the order of their first lines.
  var sessions: [RecordedSession]
  /// The different events, to which `RecordedEvent.text` refers.
  var texts: [EventText]
  /// The text of the log, for a page that shows lines; nil if it was not kept.
  public var text: LogText?

  /// The path and the 1-based line of an event.
  func place(of event: RecordedEvent) -> LogFiles.Place { files.place(of: event.line) }
}

/// One life of one process.
struct RecordedSession: Sendable {
  /// The name of the process; empty if the log does not name it.
  var app: String
  var events: [RecordedEvent] = []
}

/// An event of a log, without its text.
struct RecordedEvent: Sendable {
  /// The index in `RecordedLog.texts`.
  var text: Int
  /// The 1-based line.
  var line: Int
  var time: Timestamp?

  /// The nanoseconds since an earlier event. Nil if a time is missing, if the times cannot be compared, or if they go back.
  func time(since earlier: RecordedEvent) -> Int64? {
    guard let end = time, let start = earlier.time, end.kind == start.kind else { return nil }
    let (passed, isTooLong) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    return isTooLong || passed < 0 ? nil : passed
  }
}

/// The text of an event. Events of one kind may have different texts.
struct EventText: Sendable {
  var kind: EventKind
  /// The name and the fields, as in the log: `app.openURL url=postbox://draft/7`. Untrusted text.
  var shown: String
}

/// The part of an event that is the same in each run: the same event of two runs is of one kind.
struct EventKind: Hashable, Sendable {
  /// The dotted name.
  var name: String
  /// The fields, sorted by name, with the values in the form of a `Fingerprint`.
  var values: String
}
