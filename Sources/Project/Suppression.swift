public import Diagnostics

/// Violations that a project knows of and bears, for a reason and perhaps for a time.
public struct Suppression: Sendable {
  /// The id of the rule that they break.
  public let rule: String
  /// Where that id stands.
  public let place: SourceRange
  /// Why it may be so.
  public let reason: String
  let paths: [PathPattern]
  let messages: [Wildcard]
  let expiry: Expiry?

  /// The day from which nothing is suppressed any more.
  struct Expiry {
    /// As it was written.
    let text: String
    let range: SourceRange
    /// Nil for a text that is no day.
    let day: CalendarDay?

    init(text: String, range: SourceRange) {
      self.text = text
      self.range = range
      day = CalendarDay(text)
    }
  }

  /// Patterns for the paths of the logs that are meant; all where there is none.
  public var pathPatterns: [String] { paths.map(\.text) }
  /// Patterns for the messages that are meant; all where there is none.
  public var messagePatterns: [String] { messages.map(\.text) }
  /// The day from which nothing is suppressed any more, as it was written; nil for one without end.
  public var expires: String? { expiry?.text }

  /// Whether it speaks of a rule in the log at a path that counts from the project's folder.
  func concerns(_ rule: String, in path: String) -> Bool {
    rule == self.rule && (paths.isEmpty || paths.contains { $0.matches(path) })
  }

  /// Whether it speaks of a violation that says this.
  func means(_ message: String) -> Bool { messages.isEmpty || messages.contains { $0.matches(message) } }

  /// Why it bears nothing on that day: what is to be said behind its name. Nil where it is in force.
  func lapse(by today: CalendarDay) -> String? {
    guard let expiry else { return nil }
    guard let day = expiry.day else { return "has a date that cannot be read" }
    return day <= today ? "expired on \(day)" : nil
  }
}
