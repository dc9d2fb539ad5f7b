public import Diagnostics

/// A broken rule, with the lines that prove it. Handing it on costs one reference.
public struct Violation: Sendable, Equatable {
  /// Tells the violations of one log from each other, so that those lines can be counted that say the same.
  public typealias ID = Int
  /// What it says.
  public internal(set) var proof: Proof
  /// The 1-based line by which the violation was certain: the reported one or a later one.
  public internal(set) var decidedLine: Int
  /// Its number in the log, from 1; 0 for one that was not told.
  public internal(set) var id: ID = 0

  /// A violation that was certain by its own line.
  init(_ proof: Proof) {
    self.proof = proof
    decidedLine = proof.witness.line
  }

  /// The rule's id: `no-gl-in-background`.
  public var ruleID: String { proof.rule.id }
  /// How grave it is.
  public var severity: Severity { proof.severity }
  /// What happened, in one sentence that stands alone: lower case, no full stop.
  public var message: String { proof.message }
  /// The reported line.
  public var witness: Witness { proof.witness }
  /// The other lines that take part, in order of time.
  public var related: [Related] { proof.related }

  /// What a violation says, and the lines that prove it.
  public final class Proof: Sendable, Equatable {
    /// The rule that is broken.
    public let rule: Rule
    /// How grave it is.
    public let severity: Severity
    /// What happened, in one sentence that stands alone: lower case, no full stop.
    public let message: String
    /// The reported line: the one that broke the rule, or by which what was asked for had to have come.
    public let witness: Witness
    /// What stands beside the caret under the reported line: what it did, or what was missing by then.
    public let label: String
    /// The other lines that take part, in order of time; the reported line is not among them.
    public let related: [Related]
    /// What was open just before the reported line, as far as the rule reads it.
    public let state: [StateNote]
    /// What the verdict rests on where that is not plain from the lines: a return that was not recorded.
    public let notes: [String]

    init(
      rule: Rule, severity: Severity, message: String, witness: Witness, label: String, related: [Related],
      state: [StateNote] = [], notes: [String] = []
    ) {
      self.rule = rule
      self.severity = severity
      self.message = message
      self.witness = witness
      self.label = label
      self.related = related
      self.state = state
      self.notes = notes
    }

    /// Whether two say the same.
    public static func == (a: Proof, b: Proof) -> Bool {
      a === b
        || (a.rule, a.severity, a.message) == (b.rule, b.severity, b.message)
          && (a.witness, a.label, a.related) == (b.witness, b.label, b.related)
          && (a.state, a.notes) == (b.state, b.notes)
    }

    /// The same with other lines that take part, or resting on something else.
    func with(related: [Related]? = nil, notes: [String]? = nil) -> Proof {
      Proof(
        rule: rule, severity: severity, message: message, witness: witness, label: label,
        related: related ?? self.related, state: state, notes: notes ?? self.notes)
    }
  }

  /// The same with more that its verdict rests on.
  public func noting(_ notes: [String]) -> Violation {
    var violation = self
    violation.proof = proof.with(notes: proof.notes + notes)
    return violation
  }

  /// What all violations of a rule have in common. A class, so that each has one reference to it.
  public final class Rule: Sendable, Equatable {
    /// Its place among the rules of the rulebook, from 0.
    public let number: Int
    /// Its id.
    public let id: String
    /// Why it exists, in one line; nil where the rulebook does not say.
    public let why: String?
    /// What to do about it; nil where the rulebook does not say.
    public let help: String?
    /// Where it comes from: an item of the guidance, a public address.
    public let guidance: [String]

    init(number: Int = 0, id: String, why: String?, help: String?, guidance: [String]) {
      self.number = number
      self.id = id
      self.why = why
      self.help = help
      self.guidance = guidance
    }

    /// Whether two say the same.
    public static func == (a: Rule, b: Rule) -> Bool {
      a === b || (a.id, a.why, a.help) == (b.id, b.why, b.help) && a.guidance == b.guidance
    }
  }

  /// Takes in other lines that take part.
  mutating func relate(_ others: [Related]) {
    let known = Set(related.map(\.witness.line)).union([witness.line])
    let new = others.filter { !known.contains($0.witness.line) }
    if new.isEmpty { return }
    proof = proof.with(related: (related + new).sorted { $0.witness.line < $1.witness.line })
  }

  /// Takes in a line that takes part, after all others.
  mutating func relate(last: Related) { proof = proof.with(related: related + [last]) }

  /// A line that takes part in a violation.
  public struct Related: Sendable, Equatable {
    /// The line.
    public var witness: Witness
    /// What it did: `timer poll is started here`.
    public var label: String
    /// The part that it plays.
    public var role: Role
  }

  /// The part that a related line plays.
  public enum Role: String, Sendable, Equatable {
    /// It opened the thing that is spoken of.
    case opened
    /// It asked for what then did not happen, or it began the window that was judged.
    case trigger
    /// It entered the state that was in force.
    case state
  }

  /// Something that was open: `app` = `background`, `timer` = `poll`.
  public struct StateNote: Sendable, Equatable {
    /// The machine or the span.
    public var name: String
    /// The state it was in, or the keys that were open.
    public var value: String
  }
}

/// A line of a log that takes part in a verdict, copied so that it outlives the log. A class: one line is a witness of many
/// violations.
public final class Witness: Sendable, Equatable {
  /// The 1-based line.
  public let line: Int
  /// The 1-based column where the event's name begins, in Unicode code points.
  public let column: Int
  /// The 1-based column after the event's name.
  public let endColumn: Int
  /// The whole line without its line end; what is not UTF-8 is U+FFFD. It is data: escape it before it is shown.
  public let text: String
  /// The event's dotted name.
  public let event: String
  /// Where the time is, which few ask for.
  private let clock: Clock

  /// A part of the line, in bytes of its UTF-8, or a text of its own.
  enum Clock {
    case none
    case part(Range<Int>)
    case text(String)
  }

  init(line: Int, column: Int, endColumn: Int, text: String, event: String, clock: Clock) {
    self.line = line
    self.column = column
    self.endColumn = endColumn
    self.text = text
    self.event = event
    self.clock = clock
  }

  /// The time as printed; nil where the line has none.
  public var time: String? {
    switch clock {
    case .none: nil
    case .part(let place):
      String(decoding: text.utf8.dropFirst(place.lowerBound).prefix(place.count), as: UTF8.self)
    case .text(let text): text
    }
  }

  /// Whether two are the same line with the same event.
  public static func == (a: Witness, b: Witness) -> Bool {
    a === b
      || (a.line, a.column, a.endColumn) == (b.line, b.column, b.endColumn)
        && (a.text, a.event, a.time) == (b.text, b.event, b.time)
  }
}
