public import Diagnostics
public import Trace

/// A validated rulebook: everything that a check needs, with every name resolved.
public struct Rulebook: Sendable {
  /// What reports call it: the names that were asked for, in order, between commas.
  public var name: String
  /// The events, and how logs spell them.
  public var vocabulary = Vocabulary()
  /// The rules, in the order of the text.
  public var rules: [Rule] = []
}

/// A rule: what must hold, and what a person wants to know about it.
public struct Rule: Sendable {
  /// The id, a lower-case sentence: `no-gl-in-background`.
  public var id: String
  /// How grave a violation is, where a sentence does not say otherwise.
  public var severity: Severity
  /// Why the rule exists, in one line.
  public var why: String?
  /// What to do about a violation.
  public var help: String?
  /// Where it comes from: an item of the guidance, a public address.
  public var guidance: [String]
}

/// Why a rulebook cannot be used: all its mistakes at once, in order of their places.
public struct RulebookError: Error, Sendable {
  /// The mistakes.
  public var diagnostics: [Diagnostic]
}

extension Rulebook {
  /// The names of the rulebooks inside the program: `ios`.
  public static var bundledNames: [String] { [] }

  /// Reads rulebooks and all that they extend. Each reference is a bundled name (`ios`) or a path;
  /// `readFile` gets a path and returns the file's bytes, or the reason why it cannot be read
  /// (`no such file`), as a message.
  public static func load(
    _ references: [String], readFile: (String) -> Result<[UInt8], FileProblem>
  ) throws(RulebookError) -> Rulebook {
    throw RulebookError(diagnostics: [])
  }

  /// Why a file could not be read: `no such file`, `is a folder`, `permission denied`.
  public struct FileProblem: Error, Sendable {
    /// The reason, lower case, no full stop.
    public var reason: String

    /// That reason.
    public init(_ reason: String) { self.reason = reason }
  }
}
