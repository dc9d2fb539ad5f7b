/// How grave a violation or a diagnostic is.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  case error
  case warning
  case note

  /// The graver one comes first.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  /// Its place among all, the gravest first.
  public var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

/// A mistake that a user made in a rulebook, as data: shown later, and together with all others.
public struct Diagnostic: Sendable {
  /// How grave it is; a rulebook with an error is not used.
  public var severity: Severity
  /// What is wrong: lower case, no full stop, one sentence that stands alone.
  public var message: String
  /// Where; nil where the mistake has no place in a text (a file that cannot be read).
  public var range: SourceRange?
  /// What stands beside the caret: the nearest right thing.
  public var label: String?
  /// Other places that take part, each with a label.
  public var related: [Related]
  /// What to do about it.
  public var help: String?

  /// A second place that a diagnostic speaks of.
  public struct Related: Sendable {
    /// The place.
    public var range: SourceRange
    /// What is there.
    public var label: String

    /// That place, with what is there.
    public init(_ range: SourceRange, _ label: String) {
      self.range = range
      self.label = label
    }
  }

  /// A diagnostic; an error unless told otherwise.
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
