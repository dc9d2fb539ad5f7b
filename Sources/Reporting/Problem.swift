import Checking
public import Trace

/// Why a log cannot be checked.
public struct Problem: Error, Sendable, Equatable {
  /// What is wrong: lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var help: String?
  /// What kind of problem it is.
  public var kind: Kind
  /// The file that it is about; nil for the whole log.
  public var path: String?
  /// The 1-based line of the log that it is about; nil for the whole log.
  public var line: Int?
  /// The 1-based column of that line; nil for the whole line.
  public var column: Int?

  /// What a problem says of the file that has it.
  public enum Kind: Sendable {
    /// It may be a log, and cannot be checked.
    case log
    /// It is a text in which nothing looks like an event.
    case noEvent
    /// It is no text, but something that other programs read.
    case foreign
  }

  /// That problem.
  public init(_ message: String, help: String? = nil, _ kind: Kind = .log) {
    self.message = message
    self.help = help
    self.kind = kind
  }
}

extension TraceReport {
  /// The problem of a log in which no line has the header that the project says it has.
  public func missingHeader(_ project: String) -> Problem? {
    guard let first = statistics.misfits.first, statistics.records[Format.custom.rawValue] == 0 else {
      return nil
    }
    return Problem(
      "no line fits `header:` of \(project)",
      help: "\(files.words(first.line)), column \(first.column): \(first.reason)", kindWithoutEvent)
  }

  /// The problem of a log that holds nothing to check: it is empty, or no event in it is known.
  public func missingEvents(among vocabulary: Vocabulary) -> Problem? {
    guard statistics.events == statistics.unknownCount + summary.ofLog.count else { return nil }
    guard statistics.lines > 0 else { return Problem("is empty", .noEvent) }
    var help = "is it an app's log? the README says how to make it checkable"
    let names = UnknownName.all(in: statistics, among: vocabulary)
    if let name = names.first {
      help = "`\(name.name)` in \(files.words(name.firstLine)) is not known"
      if let nearest = name.nearest { help += ", did you mean `\(nearest)`?" }
    } else if let line = statistics.unreadable.first {
      help = "\(files.words(line.line)) looks like one and cannot be read: \(line.reason)"
    }
    // A line that is nearly an event, or one that cannot be read, makes a file a log: it is not to be passed over. Two
    // words with a dot between them do not: any text may have them.
    return Problem(
      "no known event in \(Words.count(statistics.lines, "line"))", help: help,
      names.contains { $0.nearest != nil } ? .log : kindWithoutEvent)
  }

  /// Explains why a log has no known event: adds the processes that wrote it and the code that logs callbacks.
  public mutating func explain(_ outline: LogOutline, logging: String?) {
    guard let problem, problem.kind == .noEvent, statistics.lines > 0, statistics.unknownCount == 0 else {
      return
    }
    self.outline = outline
    var parts: [String] = []
    if !outline.writers.isEmpty {
      var writers = outline.writers.prefix(3).map { "\($0.name) (\(Words.grouped($0.lines)))" }
      if outline.writers.count > writers.count {
        let others = outline.writers.count - writers.count
        writers.append("\(others) \(others == 1 ? "other" : "others")")
      }
      let lines =
        outline.lines < statistics.lines
        ? "its first \(Words.count(outline.lines, "line")) are of" : "they are of"
      let last = writers.removeLast()
      parts.append("\(lines) \(writers.isEmpty ? last : writers.joined(separator: ", ") + " and " + last)")
    }
    if let logging { parts.append("to log the callbacks of an app, add: \(logging)") }
    if !parts.isEmpty { self.problem?.help = parts.joined(separator: "; ") }
  }

  /// The problem of a log of which something was not read that may be an event.
  public var omission: Problem? {
    guard let omission = statistics.firstOmission else { return nil }
    let place = omission.place
    var problem = Problem(
      "only a part is read (\(Words.count(statistics.events, "event"))): \(files.words(place.line)), "
        + "column \(place.column): \(place.reason)", help: omission.help)
    (problem.line, problem.column) = (place.line, place.column)
    return problem
  }

  /// The kind of a problem of a log: whether the log holds a known event, or what may be one and cannot be read.
  public var kindWithoutEvent: Problem.Kind {
    statistics.events == statistics.unknownCount + summary.ofLog.count && statistics.unreadableCount == 0
      ? .noEvent : .log
  }
}
