/// What would have kept the rule of a violation, and when the rule was kept before.
public struct Explanation: Sendable, Equatable {
  /// The smallest change of the log under which the rule would hold, in words: `timer.stop id=redraw` occurred between two lines.
  /// Nil if none was found.
  public let change: String?
  /// The earlier violation that the same change would also avoid: both have the same cause. Nil if there is none.
  public let cause: Cause?
  /// The newest event before the violation with the same subject for which the rule held; nil if there is none.
  public let lastHeld: Subject?

  /// An earlier violation.
  public struct Cause: Sendable, Equatable {
    /// Its 1-based line.
    public let line: Int
    /// The id of its rule.
    public let rule: String

    /// Creates the place of a violation.
    public init(line: Int, rule: String) { (self.line, self.rule) = (line, rule) }
  }

  /// An event for which the rule held.
  public struct Subject: Sendable, Equatable {
    /// The event, as in a log: `timer.start id=redraw`.
    public let text: String
    /// Its 1-based line.
    public let line: Int
  }

  /// The sentences of the explanation, for the notes of a report.
  public var notes: [String] {
    let sameCause = cause.map { ": the same change as for line \($0.line) [\($0.rule)]" } ?? ""
    return [
      change.map { "the rule would hold if \($0)\(sameCause)" },
      lastHeld.map { "the rule held for `\($0.text)` at line \($0.line)" },
    ].compactMap(\.self)
  }
}
