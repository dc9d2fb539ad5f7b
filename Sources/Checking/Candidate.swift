import Rulebook
import Trace

/// A violation that is not certain yet, or just became so: it waits until every line has come that could refute it.
final class Candidate {
  let sentence: Int
  let rule: Int
  let app: App
  var violation: Violation
  /// What tells one violation from another at one line.
  let identity: Identity
  /// How many more lines have said the same before it was certain.
  var repeats = 0
  /// How many things must still turn out.
  var waits = 0
  /// It rests on a guess.
  let isInferred: Bool
  var fate = Fate.open
  /// Candidates of rules that yield to this one's rule.
  var yielding: [Candidate] = []
  /// Others that say the same at the same line.
  private var merged: [Candidate] = []
  /// What it shares with others that say the same at the same line, and may each be dropped.
  private var telling: Telling?
  private let instance: Instance
  private let subject: OpenSpan?
  private let isOneWith: Offence.Same

  private final class Telling {
    var isDone = false
  }

  /// Of the two the first that is certain is told.
  func join(_ other: Candidate) {
    let telling = other.telling ?? Telling()
    self.telling = telling
    other.telling = telling
  }

  /// Whether it is the first of those that say the same to be told.
  func takeTelling() -> Bool {
    guard let telling else { return true }
    defer { telling.isDone = true }
    return !telling.isDone
  }

  /// A violation that was told.
  struct Told {
    var id: Violation.ID
    var line: Int

    init(_ violation: Violation) {
      id = violation.id
      line = violation.witness.line
    }
  }

  struct Identity: Hashable {
    var rule: Int
    var line: Int
    var subject: Int
    /// The sentence, where what it speaks of was not shown yet: the violation may be dropped.
    var waiting: Int?
  }

  enum Fate {
    case open
    case confirmed
    case dismissed
  }

  init(
    sentence: Int, rule: Int, app: App, violation: Violation, instance: Instance, offence: Offence,
    isInferred: Bool
  ) {
    self.sentence = sentence
    self.rule = rule
    self.app = app
    self.violation = violation
    self.instance = instance
    self.isInferred = isInferred
    subject = offence.subject
    isOneWith = offence.isOneWith
    let number: Int =
      switch offence.isOneWith {
      case .trigger(let order): order
      case .gap(let line): -1 - line
      case .opening: offence.subject?.order ?? -1
      case .text, .nothing: -1
      }
    identity = Identity(rule: rule, line: violation.witness.line, subject: number)
  }

  /// Takes in another candidate that says the same.
  func take(_ other: Candidate) {
    let known = Set(violation.related.map(\.witness.line))
    violation.related += other.violation.related.filter { !known.contains($0.witness.line) }
    violation.related.sort { $0.witness.line < $1.witness.line }
    merged.append(other)
    other.fate = .dismissed
  }

  /// The app has shown by a line that it records what was missing. If that is what was missing, it comes too late.
  func noteProof(_ occurrence: Occurrence, _ program: Program) {
    guard program.sentences[sentence].demandedEvents.contains(occurrence.id),
      occurrence.line > violation.witness.line
    else { return }
    violation.related.append(
      Violation.Related(
        witness: occurrence.witness(program.rulebook.vocabulary.name(of: occurrence.id)),
        label: "it comes here, too late", role: .trigger))
  }

  /// One that was merged into it and says what was not told yet.
  func takeUntold() -> Candidate? {
    guard let place = merged.firstIndex(where: { $0.told == nil }) else { return nil }
    let other = merged.remove(at: place)
    other.merged += merged
    merged = []
    return other
  }

  /// More violations of one instance than these are not compared with each other.
  private static let mostTold = 4_096

  /// The violation that has told of this already, if one has.
  var told: Told? {
    switch isOneWith {
    case .opening: subject?.told[rule]
    case .text(let key): instance.told[Self.text(violation.message, key)]
    case .trigger, .gap, .nothing: nil
    }
  }

  /// Remembers which violation tells of this.
  func noteTold(as id: Told) {
    for other in merged { other.noteTold(as: id) }
    switch isOneWith {
    case .opening: subject?.told[rule] = id
    case .text(let key):
      if instance.told.count < Self.mostTold { instance.told[Self.text(violation.message, key)] = id }
    case .trigger, .gap, .nothing: break
    }
  }

  /// What tells one text from another: the message, and the key that it is about.
  static func text(_ message: String, _ key: String?) -> String {
    key.map { "\(message)\u{1F}\($0)" } ?? message
  }
}
