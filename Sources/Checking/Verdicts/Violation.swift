public import Diagnostics
import Rulebook
import Trace

/// A violation of a rule, with the lines that prove it.
public struct Violation: Sendable, Equatable {
  /// Identifies a violation within one log, for counting its repeats.
  public typealias ID = Int
  /// The statement, and the lines that prove it.
  public internal(set) var proof: Proof
  /// The 1-based line by which the violation was certain: the reported line or a later one.
  public internal(set) var decidedLine: Int
  /// Its number in the log, from 1; 0 if it is not reported as a violation, but inconclusive.
  public internal(set) var id: ID = 0

  /// Creates a violation that is certain by its reported line.
  init(_ proof: Proof) {
    self.proof = proof
    decidedLine = proof.witness.line
  }

  /// The id of the broken rule: `no-gl-in-background`.
  public var ruleID: String { proof.rule.id }
  /// The severity of the violation.
  public var severity: Severity { proof.severity }
  /// What happened, in one sentence that can be read alone: lower case, without a full stop.
  public var message: String { proof.message }
  /// The reported line.
  public var witness: Witness { proof.witness }
  /// The related lines, in the order of the log.
  public var related: [Related] { proof.related }

  /// The text of a violation, without the lines that prove it. It is a class, because most violations of a sentence share one.
  public final class Statement: Sendable, Equatable {
    /// The broken rule.
    public let rule: Rule
    /// The severity of the violation.
    public let severity: Severity
    /// What happened, in one sentence that can be read alone: lower case, without a full stop.
    public let message: String
    /// The label of the reported line, beside the caret below it: what the line did, or what was missing by then.
    public let label: String
    /// The label of a secondary line, and its role. The label is empty if there is no such line.
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

    /// Whether two statements have the same rule, severity, message and labels.
    public static func == (a: Statement, b: Statement) -> Bool {
      a === b
        || (a.rule, a.severity, a.message, a.label) == (b.rule, b.severity, b.message, b.label)
          && (a.beside, a.role) == (b.beside, b.role)
    }
  }

  /// Returns a copy with additional notes, for assumptions that the verdict rests on.
  public func noting(_ notes: [String]) -> Violation {
    var violation = self
    violation.proof = proof.with(notes: proof.notes + notes)
    return violation
  }

  /// Returns the violation with an explanation, whose sentences are also notes.
  public func explained(by explanation: Explanation) -> Violation {
    var violation = self
    violation.proof = proof.with(notes: proof.notes + explanation.notes, explanation: explanation)
    return violation
  }

  /// The parts of a rule that are shown with its violations. It is a class, so that all violations share one object.
  public final class Rule: Sendable, Equatable {
    /// Its index among the rules of the rulebook.
    public let number: Int
    /// The id of the rule.
    public let id: String
    /// The reason for the rule, in one line; nil if the rulebook has none.
    public var why: String? { texts.value.why }
    /// The remedy; nil if the rulebook has none.
    public var help: String? { texts.value.help }
    /// The sources of the rule: items of the guidance, or public addresses.
    public var guidance: [String] { texts.value.guidance }
    private let texts: Deferred<RuleTexts>

    init(number: Int = 0, id: String, _ texts: Deferred<RuleTexts>) {
      self.number = number
      self.id = id
      self.texts = texts
    }

    /// Whether two rules have the same id and the same texts.
    public static func == (a: Rule, b: Rule) -> Bool {
      a === b || a.id == b.id && a.texts.value == b.texts.value
    }
  }

  /// Adds related lines, apart from lines that the violation already has.
  mutating func relate(_ others: [Related]) {
    let known = Set(related.map(\.witness.line)).union([witness.line])
    let new = others.filter { !known.contains($0.witness.line) }
    if new.isEmpty { return }
    proof = proof.with(related: (related + new).sorted { $0.witness.line < $1.witness.line })
  }

  /// Adds a related line after all others.
  mutating func relate(last: Related) { proof = proof.with(related: related + [last]) }

  /// A related line of a violation.
  public struct Related: Sendable, Equatable {
    /// The line.
    public var witness: Witness
    /// The label of the line: `timer poll starts here`.
    public var label: String
    /// The role of the line.
    public var role: Role

    /// The label of the line after which a scope begins.
    public static var start: String { "after this" }
  }

  /// The role of a related line in a violation.
  public enum Role: String, Sendable, Equatable {
    /// The line opened the span that the violation is about.
    case opened
    /// The line demanded an event that did not occur, or began the interval that was judged.
    case trigger
    /// The line entered the state in which the violation happened.
    case state
  }

  /// The state of a machine: `app` = `background`.
  public struct StateNote: Sendable, Equatable {
    /// The name of the machine.
    public var name: String
    /// The name of its state.
    public var value: String
  }
}
