/// The severity of a violation or a diagnostic.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  case error
  case warning
  case note

  /// The more severe one is less.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  /// The sort key: 0 for the most severe.
  public var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

/// A diagnostic: a mistake in a rulebook or a project file, with its location.
public struct Diagnostic: Sendable {
  /// The severity; a rulebook with an error is not used.
  public var severity: Severity
  /// The message: one sentence, lower case, no full stop, complete without the label.
  public var message: String
  /// The location; nil if the mistake has none (a file that cannot be read).
  public var range: SourceRange?
  /// The text beside the caret, such as the nearest known name.
  public var label: String?
  /// Other locations that are involved.
  public var related: [Related]
  /// How to fix the mistake.
  public var help: String?

  /// Another location of a diagnostic, with a label.
  public struct Related: Sendable {
    /// The location.
    public var range: SourceRange
    /// The text beside the location.
    public var label: String

    /// Creates a related location.
    public init(_ range: SourceRange, _ label: String) {
      self.range = range
      self.label = label
    }
  }

  /// Creates a diagnostic, by default an error.
  public init(
    _ message: String, at range: SourceRange?, label: String? = nil, related: [Related] = [],
    help: String? = nil, severity: Severity = .error
  ) {
    self.severity = severity
    self.message = message
    self.range = range
    self.label = label
    self.related = related
    self.help = help
  }
}
