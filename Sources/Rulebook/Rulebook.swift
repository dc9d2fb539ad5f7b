public import Diagnostics
public import Trace

/// A validated rulebook: everything that a check needs, with every name resolved.
public struct Rulebook: Sendable {
  /// What reports call it: the names that were asked for, each once, in order, between commas.
  public var name: String
  /// The platform whose logs it is for; nil if it does not say.
  public var platform: Platform?
  /// How an app logs what its rules are about.
  public var logging = LoggingCode()
  /// The events that its rules are about. By them a log chooses its rulebook.
  public var subjects: Set<EventID> = []
  /// The events, and how logs spell them.
  public var vocabulary = Vocabulary()
  /// What begins and ends the life of a process.
  public var sessions = SessionBoundaries()
  /// Which time counts for durations.
  public var clock = ClockRule()
  /// How a log tells that a notification was delivered: it extends the window of the callback with which
  /// the notification is paired (guidance B.0.3). The field holds the notification's name.
  public var delivery: EventField?
  /// Events that tell facts about an app, which hold beyond the life in which they are told.
  public var facts: Set<EventID> = []
  /// How a log declares the families of events that it records (guidance B.0.7). The field is a list.
  public var recording: EventField?
  /// Everything that can be open, by `SpanID`.
  public var spans: [SpanDeclaration] = []
  /// The machines, by `MachineID`.
  public var machines: [Machine] = []
  /// Events made of others, in an order in which each stands after those that it is made of.
  public var derived: [DerivedEvent] = []
  /// The rules, in the order of the text.
  public var rules: [Rule] = []
  /// What the rulebook can be used with, and yet is better changed.
  public var warnings: [Diagnostic] = []
}

/// Code that logs events, in the language of most apps of a platform.
public struct LoggingCode: Sendable {
  /// One line that logs all callbacks.
  public var callbacks: String?
  /// A line that logs one event, with a hole `{event}` for its canonical form.
  public var event: String?
  /// The value of a field in that form, with a hole `{field}` for the field's name.
  public var field: String?
  /// How to record the log of the system.
  public var system: String?

  /// No code.
  public init() {}

  /// The line that logs an event with the values of some fields; nil if the rulebook does not say how.
  public func line(_ name: String, fields: [String]) -> String? {
    event?.replacing("{event}", with: fields.reduce(name) { "\($0) \($1)=\(value(of: $1))" })
  }

  private func value(of name: String) -> String { field?.replacing("{field}", with: name) ?? "…" }
}

/// A rule: what must hold, and what a person wants to know about it.
public struct Rule: Sendable {
  /// The id, a lower-case sentence: `no-gl-in-background`.
  public var id: String
  /// What it asks, in one line of a list.
  public var title: String?
  /// How grave a violation is, where a sentence does not say otherwise.
  public var severity: Severity
  /// Whether a run fails in which no log puts the rule to the test, to its end.
  public var isRequired: Bool
  /// What must hold: each sentence on its own.
  public var sentences: [RuleSentence]
  /// What a violation says, with `{field}` holes; nil for a message made from the sentence.
  public var message: MessageTemplate?
  /// The rule is observable only in an app that records at least one event of each of these groups.
  public var needs: [[EventID]]
  /// Rules that speak first: where one of them reports the same line, this one is silent.
  public var yields: [String]
  /// Why the rule exists, in one line.
  public var why: String?
  /// What to do about a violation.
  public var help: String?
  /// Where it comes from: an item of the guidance, a public address.
  public var guidance: [String]
  /// Traces that keep the rule, then those that break it.
  public var examples: [RuleExample]
  /// Where the rule's id stands.
  public var range: SourceRange
  /// Whether the rule stands in a file that was asked for, and not in one that such a file extends. A bundled rulebook
  /// is one with all that it extends.
  public var isOwn: Bool
}

/// A sentence of a rule, with what is said of it alone.
public struct RuleSentence: Sendable {
  /// What must hold.
  public var sentence: Sentence
  /// Wins over the rule's severity.
  public var severity: Severity?
  /// Wins over the rule's message.
  public var message: MessageTemplate?
}

/// A message with holes: `timer {id} still runs`.
public struct MessageTemplate: Sendable {
  /// A literal stretch or a hole.
  public enum Piece: Sendable, Equatable {
    case text(String)
    /// A field of the event that the violation is about.
    case field(String)
    /// The name of that event.
    case event
    /// The duration that was measured.
    case duration
    /// How many events were counted.
    case count
  }

  /// The pieces in order.
  public var pieces: [Piece]
}

/// Why a rulebook cannot be used: all its mistakes at once, in order of their places.
public struct RulebookError: Error, Sendable {
  /// The mistakes.
  public var diagnostics: [Diagnostic]
  /// What could be read all the same; nil where a file is missing from it, and so names that others may use.
  package var partial: Rulebook?

  /// Those mistakes.
  public init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
