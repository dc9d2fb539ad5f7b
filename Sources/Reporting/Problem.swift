import Checking
import Diagnostics
import Rulebook
public import Trace

/// The reason why a log cannot be checked.
public struct Problem: Error, Sendable, Equatable {
  /// The message: lower case, no full stop.
  public var message: String
  /// The remedy.
  public var help: String?
  /// The kind of the problem.
  public var kind: Kind
  /// The file with the problem; nil for the whole log.
  public var path: String?
  /// The 1-based line of the log with the problem; nil for the whole log.
  public var line: Int?
  /// The 1-based column in that line; nil for the whole line.
  public var column: Int?

  /// Classifies the file: a file in a folder that is not a log is skipped.
  public enum Kind: Sendable {
    /// It may be a log, but cannot be checked.
    case log
    /// It is text without anything that looks like an event.
    case noEvent
    /// It is not a text file.
    case unsupported
  }

  /// A problem with a message.
  public init(_ message: String, help: String? = nil, _ kind: Kind = .log) {
    self.message = message
    self.help = help
    self.kind = kind
  }
}

extension TraceReport {
  /// The problem if no line matches the `header:` of the project file; nil if one does.
  public func missingHeader(_ project: String) -> Problem? {
    guard let first = statistics.headerMismatches.first, statistics.records[Format.custom.rawValue] == 0
    else {
      return nil
    }
    return Problem(
      "no line fits `header:` of \(project)",
      help: "\(files.describe(first.line)), column \(first.column): \(first.reason)", kindWithoutEvent)
  }

  /// The problem if a log is empty or contains no known event; nil otherwise.
  public func missingEvents(among vocabulary: Vocabulary) -> Problem? {
    guard statistics.events == statistics.unknownCount + summary.logEvents.count else { return nil }
    guard statistics.lines > 0 else { return Problem("is empty", .noEvent) }
    if let app, statistics.eventsOfOtherApps > 0 { return missingApp(app) }
    var help = "is it an app's log? the README says how to make it checkable"
    let names = UnknownName.all(in: statistics, among: vocabulary)
    if let name = names.first {
      help = "`\(name.name)` in \(files.describe(name.firstLine)) is not known"
      if let nearest = name.nearest { help += ", did you mean `\(nearest)`?" }
    } else if let line = statistics.unreadable.first {
      help = "\(files.describe(line.line)) looks like one and cannot be read: \(line.reason)"
    }
    // A misspelt event name or an unreadable event indicates a log, so such a file in a folder is not skipped. A
    // dotted name alone does not: any text may contain one.
    return Problem(
      "no known event in \(TextFormat.count(statistics.lines, "line"))", help: help,
      names.contains { $0.nearest != nil } ? .log : kindWithoutEvent)
  }

  /// The problem of a log whose events belong to other apps than the one that is checked.
  private func missingApp(_ app: String) -> Problem {
    let names = processNames.filter { !$0.isEmpty }.withoutRepeats
    let nearest = Suggestion.didYouMean(app, among: names)
    return Problem(
      "has no event of the app \(app), but \(TextFormat.count(statistics.eventsOfOtherApps, "event")) of other apps",
      help: nearest ?? "the processes are \(Summary.list(names))")
  }

  /// Extends the help for a log without a known event: adds the processes that wrote it and the code that logs
  /// callbacks.
  public mutating func explain(_ outline: LogOutline, logging: String?) {
    guard let problem, problem.kind == .noEvent, statistics.lines > 0, statistics.unknownCount == 0 else {
      return
    }
    self.outline = outline
    var parts: [String] = []
    if !outline.writers.isEmpty {
      var writers = outline.writers.prefix(3).map { "\($0.name) (\(TextFormat.grouped($0.lines)))" }
      if outline.writers.count > writers.count {
        let others = outline.writers.count - writers.count
        writers.append("\(others) \(others == 1 ? "other" : "others")")
      }
      let lines =
        outline.lines < statistics.lines
        ? "the first \(TextFormat.count(outline.lines, "line")) were written by" : "written by"
      let last = writers.removeLast()
      parts.append("\(lines) \(writers.isEmpty ? last : writers.joined(separator: ", ") + " and " + last)")
    }
    if let logging { parts.append("to log the callbacks of an app, add: \(logging)") }
    if !parts.isEmpty { self.problem?.help = parts.joined(separator: "; ") }
  }

  /// The problem of a log that was read only in part, if the rest may contain events.
  public var omission: Problem? {
    guard let omission = statistics.firstOmission else { return nil }
    let place = omission.place
    var problem = Problem(
      "only part of the log was read (\(TextFormat.count(statistics.events, "event"))): \(files.describe(place.line)), "
        + "column \(place.column): \(place.reason)", help: omission.help)
    (problem.line, problem.column) = (place.line, place.column)
    return problem
  }

  /// The kind of a problem: `noEvent` if the log contains neither a known nor an unreadable event, otherwise `log`.
  public var kindWithoutEvent: Problem.Kind {
    statistics.events == statistics.unknownCount + summary.logEvents.count && statistics.unreadableCount == 0
      ? .noEvent : .log
  }
}
