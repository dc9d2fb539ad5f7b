import BasicContainers
import Rulebook

/// What a violation that is already known is about. A check of a log finds out whether its rule holds for it.
public struct KnownSubject: Sendable, Hashable {
  /// The id of the rule.
  public let rule: String
  /// The name of the event, as in `Violation.Subject`.
  public let event: String
  /// The values of the key fields, in the form that a `KnownSubjects` compares.
  public let values: [String: String]

  /// Creates the subject of a rule's violation.
  public init(rule: String, event: String, values: [String: String]) {
    self.rule = rule
    self.event = event
    self.values = values
  }
}

/// The subjects of known violations for which a check finds out whether their rules hold.
public struct KnownSubjects: Sendable {
  /// The subjects.
  public let all: Set<KnownSubject>
  /// Returns the form in which two values are compared, for example without numbers, which differ from run to run.
  let form: @Sendable (String) -> String

  /// Creates a set of subjects, whose values have the form that `form` returns.
  public init(_ all: Set<KnownSubject>, comparing form: @escaping @Sendable (String) -> String) {
    self.all = all
    self.form = form
  }

  /// Returns the known subject that the subject of a check is.
  func known(_ rule: String, _ subject: Violation.Subject) -> KnownSubject? {
    let values = subject.fields.map { ($0.name, form($0.value)) }
    let known = KnownSubject(
      rule: rule, event: subject.event, values: Dictionary(values) { first, _ in first })
    return all.contains(known) ? known : nil
  }
}

/// The known subjects for which a rule held in a log.
public struct HeldSubjects: Sendable, Equatable {
  /// The subjects with which a check held: their event was followed, preceded or closed in time, for example. Each with the newest
  /// 1-based line of such an event.
  public internal(set) var checked: [KnownSubject: Int] = [:]
  /// The rules of which a check held because no event broke it. It held for each subject that occurs in the log.
  public internal(set) var rulesByAbsence: Set<String> = []

  /// Creates an empty result.
  public init() {}

  /// Adds a subject with which a check held, and the line of its event.
  mutating func add(_ known: KnownSubject, at line: Int) {
    checked[known] = max(line, checked[known] ?? 0)
  }
}

extension LogState {
  /// Adds the rules that held by the absence of events, once the log is over.
  func addRulesByAbsence() {
    for (number, compiled) in program.sentences.enumerated()
    where compiled.holdsByAbsence && counts[number].held > 0 {
      heldSubjects.rulesByAbsence.insert(program.rulebook.rules[compiled.rule].id)
    }
  }
}

extension Monitor {
  /// Records that a check about an event held, if the event is the subject of a known violation. While a `before` or `between`
  /// scope is open, this is kept in the instance and applies only if the scope closes.
  final func noteHeld(_ judged: Occurrence, in instance: ScopeInstance) {
    let rule = program.rulebook.rules[compiled.rule].id
    guard let known = log.knownSubjects?.known(rule, subject(of: judged, in: instance)) else { return }
    if instance.fate == .open, isConditional {
      instance.heldSubjectsIfEnded.append((known, judged.line))
    } else {
      log.heldSubjects.add(known, at: judged.line)
    }
  }
}
