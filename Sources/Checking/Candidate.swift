import Rulebook
import Trace

/// A violation that is not certain yet, or just became so: it waits until every line has come that could refute it.
final class Candidate {
  let sentence: Int
  let rule: Int
  let app: App
  /// What it tells; nil once it is told.
  var violation: Violation?
  /// What it has in common with others that find the same at the same line.
  let telling: Telling
  /// How many more lines have said the same before it was certain.
  var repeats = 0
  /// How many things must still turn out.
  var waits = 0
  /// It rests on a guess.
  let isInferred: Bool
  var fate = Fate.open
  /// Candidates of rules that yield to this one's rule.
  var yielding: [Candidate] = []
  private let instance: Instance
  /// What it says, where what says the same in one instance is one.
  private let saying: Saying?
  /// The opening of which all that its rule says is one.
  private let opening: OpenSpan?

  /// A violation that was told.
  struct Told {
    var id: Violation.ID
    var line: Int

    init(_ violation: Violation) {
      id = violation.id
      line = violation.witness.line
    }
  }

  /// One cause, one violation: what one rule finds of one thing at one line, by whichever sentence and in whichever instance.
  final class Telling {
    struct Identity: Hashable {
      var rule: Int
      var subject: Int
      /// What it says; nil where all that is said of the subject is one.
      var message: String?

      /// Those that are looked up are of one line; what is found of one thing differs seldom in what is said of it.
      func hash(into hasher: inout Hasher) {
        hasher.combine(rule)
        hasher.combine(subject)
        if subject < 0 { hasher.combine(message) }
      }
    }

    private(set) var identity: Identity
    /// The line at which it was found, by how many others there were before it.
    private(set) var turn: Int
    /// The violation that tells of it, and the line by which that was certain.
    var told: (Told, by: Int)?
    var isInconclusive = false

    init(_ identity: Identity, turn: Int) {
      self.identity = identity
      self.turn = turn
    }

    /// Begins anew, as if it had just been made.
    func begin(_ identity: Identity, turn: Int) {
      self.identity = identity
      self.turn = turn
      told = nil
      isInconclusive = false
    }
  }

  enum Fate {
    case open
    case confirmed
    case dismissed
  }

  init(
    sentence: Int, rule: Int, app: App, violation: Violation, instance: Instance,
    saying: Saying?, opening: OpenSpan?, telling: Telling, isInferred: Bool
  ) {
    self.sentence = sentence
    self.rule = rule
    self.app = app
    self.violation = violation
    self.instance = instance
    self.telling = telling
    self.isInferred = isInferred
    self.saying = saying
    self.opening = opening
  }

  /// The app has shown by a line that it records what was missing. If that is what was missing, it comes too late.
  func noteProof(_ occurrence: Occurrence, _ program: Program) {
    guard program.sentences[sentence].demandedEvents.contains(occurrence.id),
      let line = violation?.witness.line, occurrence.line > line
    else { return }
    violation?.related.append(
      Violation.Related(
        witness: occurrence.witness(program.rulebook.vocabulary.name(of: occurrence.id)),
        label: "it comes here, too late", role: .trigger))
  }

  /// The violation that has told of this already, if one has.
  var told: Told? {
    if let saying { return instance.told(saying) }
    return opening?.told[rule]
  }

  /// Remembers which violation tells of this.
  func noteTold(as id: Told) {
    if let saying { return instance.note(id, saying: saying) }
    opening?.told[rule] = id
  }

  /// What tells one text from another: the message, and the key that it is about.
  struct Saying: Hashable {
    var message: String
    var key: Key?
  }
}
