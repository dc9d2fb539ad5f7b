public import Diagnostics
public import Trace

/// A validated rulebook with all names resolved, from which a checker is compiled.
public struct Rulebook: Sendable {
  /// The name in reports: the requested names without duplicates, joined by commas.
  public var name: String
  /// The platform of the logs; nil if the rulebook does not name one.
  public var platform: Platform?
  /// Code for an app that logs the events of the rules.
  public var logging = LoggingCode()
  /// The events that the rules name. They decide which bundled rulebook a log is checked against.
  public var subjects: Set<EventID> = []
  /// The events and their names and messages in logs.
  public var vocabulary = Vocabulary()
  /// The events that begin and end the life of a process.
  public var sessions = SessionBoundaries()
  /// The time that counts for durations.
  public var clock = ClockRule()
  /// The event that reports the delivery of a notification. It extends the window of the callback with which
  /// the notification is paired (guidance B.0.3). The field holds the notification's name.
  public var delivery: EventField?
  /// The events that report facts about an app. Facts stay valid after the session in which they are logged.
  public var facts: Set<EventID> = []
  /// The event by which a log declares the families of events that it records (guidance B.0.7). The field is a list.
  public var recording: EventField?
  /// The spans, indexed by `SpanID`.
  public var spans: [SpanDeclaration] = []
  /// The machines, indexed by `MachineID`.
  public var machines: [Machine] = []
  /// The derived events, in the order of their declarations. None is derived from itself.
  public var derived: [DerivedEvent] = []
  /// The rules, in the order of the text.
  public var rules: [Rule] = []
  /// Mistakes that do not prevent a check.
  public var warnings: [Diagnostic] = []
  /// Names in the user's vocabulary that are probably misspelt. If a log may be checked against several rulebooks, a name is a
  /// mistake only if it is one in each of them.
  public var suspiciousNames: [Diagnostic] = []
}

/// Code that logs events, in the language of most apps of a platform.
public struct LoggingCode: Sendable {
  /// A line that logs all callbacks.
  public var callbacks: String?
  /// A line that logs one event, with a hole `{event}` for its canonical form.
  public var event: String?
  /// The value of a field in that line, with a hole `{field}` for the field's name.
  public var field: String?
  /// How to record the log of the system.
  public var system: String?

  /// No code.
  public init() {}

  /// The line that logs an event with the values of some fields; nil if the rulebook has no code for it.
  public func line(_ name: String, fields: [String]) -> String? {
    event?.replacing("{event}", with: fields.reduce(name) { "\($0) \($1)=\(value(of: $1))" })
  }

  private func value(of name: String) -> String { field?.replacing("{field}", with: name) ?? "…" }
}

/// A rule: its sentences, and the texts that explain it.
public struct Rule: Sendable {
  /// The id, lower-case words joined by hyphens: `no-gl-in-background`.
  public var id: String
  /// The texts that explain the rule.
  public var texts: RuleTexts {
    get { storedTexts.value }
    set { storedTexts = .known(newValue) }
  }
  package var storedTexts: Deferred<RuleTexts>
  /// The severity of a violation, unless its sentence has another one.
  public var severity: Severity
  /// Whether a run fails if no log tests the rule to its end.
  public var isRequired: Bool
  /// The sentences, each of which must hold.
  public var sentences: [RuleSentence]
  /// The message of a violation, with `{field}` holes; nil for a message made from the sentence.
  public var message: MessageTemplate?
  /// Groups of events. The rule is observable only in an app that records at least one event of each group.
  public var needs: [[EventID]]
  /// Rules with precedence: if one of them reports a line, this rule does not report it.
  public var yields: [String]
  /// The traces that keep the rule, followed by those that break it.
  public var examples: [RuleExample]
  /// The range of the id.
  public var range: SourceRange
  /// Whether the rule is in a requested file, not only in a file that it extends. A bundled rulebook and the bundled
  /// files that it extends count as one file.
  public var isOwn: Bool
}

/// The texts that explain a rule.
public struct RuleTexts: Sendable, Equatable {
  /// The requirement in one line, for lists of rules.
  public var title: String?
  /// Why the rule exists, in one line.
  public var why: String?
  /// What to do about a violation.
  public var help: String?
  /// The sources: items of the guidance, or URLs.
  public var guidance: [String] = []
}

/// A sentence of a rule, with its own severity and message.
public struct RuleSentence: Sendable {
  /// The sentence.
  public var sentence: Sentence
  /// Overrides the rule's severity.
  public var severity: Severity?
  /// Overrides the rule's message.
  public var message: MessageTemplate?
}

/// A message with holes: `timer {id} still runs`.
public struct MessageTemplate: Sendable {
  /// Literal text or a hole.
  public enum Piece: Sendable, Equatable {
    case text(String)
    /// A field of the judged event.
    case field(String)
    /// The name of the judged event.
    case event
    /// The measured duration.
    case duration
    /// The number of counted events.
    case count
  }

  /// The pieces in order.
  public var pieces: [Piece]
}

/// The mistakes of a rulebook that cannot be used, in the order of their locations.
public struct RulebookError: Error, Sendable {
  /// The mistakes.
  public var diagnostics: [Diagnostic]
  /// The parts that could be read; nil if a part is missing that may declare names.
  package var partial: Rulebook?

  /// Creates an error of these mistakes.
  public init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
