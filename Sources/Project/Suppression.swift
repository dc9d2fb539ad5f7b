public import Diagnostics

/// A suppression: violations of a rule that a project accepts for a reason, possibly until a date.
public struct Suppression: Sendable {
  /// The id of the rule.
  public let rule: String
  /// The range of the id in the project file.
  public let place: SourceRange
  /// The reason for the suppression.
  public let reason: String
  let paths: [PathPattern]
  let messages: [Wildcard]
  let expiry: Expiry?

  /// The date from which the suppression is inactive.
  struct Expiry {
    /// The text in the project file.
    let text: String
    let range: SourceRange
    /// Nil if the text is not a date.
    let day: CalendarDay?

    init(text: String, range: SourceRange) {
      self.text = text
      self.range = range
      day = CalendarDay(text)
    }
  }

  /// The patterns for the paths of logs; empty for all logs.
  public var pathPatterns: [String] { paths.map(\.text) }
  /// The patterns for messages; empty for all messages.
  public var messagePatterns: [String] { messages.map(\.text) }
  /// The text of the date from which the suppression is inactive; nil if there is none.
  public var expires: String? { expiry?.text }

  /// Whether the suppression applies to a rule in a log, whose path is relative to the project's folder.
  func applies(to rule: String, in path: String) -> Bool {
    rule == self.rule && (paths.isEmpty || paths.contains { $0.matches(path) })
  }

  /// Whether the suppression applies to violations with a message.
  func matches(_ message: String) -> Bool { messages.isEmpty || messages.contains { $0.matches(message) } }

  /// The reason why the suppression is inactive on a date, as the end of a sentence; nil if it is active.
  func inactiveReason(on today: CalendarDay) -> String? {
    guard let expiry else { return nil }
    guard let day = expiry.day else { return "has a date that cannot be read" }
    return day <= today ? "expired on \(day)" : nil
  }
}
