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

  /// What a violation says, whichever lines prove it. A class: most violations of a sentence say the same, and share it.
  public final class Statement: Sendable, Equatable {
    /// The rule that is broken.
    public let rule: Rule
    /// How grave it is.
    public let severity: Severity
    /// What happened, in one sentence that stands alone: lower case, no full stop.
    public let message: String
    /// What stands beside the caret under the reported line: what it did, or what was missing by then.
    public let label: String
    /// What it says of another line, and the part that this one plays; empty where it speaks of none.
    let beside: String
    let role: Role

    init(
      _ rule: Rule, _ severity: Severity, _ message: String, label: String, beside: String = "",
      _ role: Role = .trigger
    ) {
      self.rule = rule
      self.severity = severity
      self.message = message
      self.label = label
      self.beside = beside
      self.role = role
    }

    /// Whether two say the same.
    public static func == (a: Statement, b: Statement) -> Bool {
      a === b
        || (a.rule, a.severity, a.message, a.label) == (b.rule, b.severity, b.message, b.label)
          && (a.beside, a.role) == (b.beside, b.role)
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

    /// What is said of the line after which a scope begins.
    public static var start: String { "after this" }
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
