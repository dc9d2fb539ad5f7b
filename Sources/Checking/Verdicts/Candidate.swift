import Rulebook
import Trace

/// A possible violation. It waits until no later line can refute it, and is then confirmed and reported, or dismissed.
final class Candidate {
  let origin: CandidateOrigin
  let app: App
  /// The violation; nil once it is reported.
  var violation: Violation?
  /// The number of breaches that have repeated it before it was certain.
  var repeats = 0
  /// The number of conditions that are still open: the end of the scope, an exception, events to come, rules that it yields to.
  var openConditions = 0
  /// The line at which its scope ended, if it counts only then: `.max` while the scope is open. 0 if it does not wait for that.
  var endLine = 0
  /// Whether its line is still being judged. Until the end of the line, an answer to its exception does not report it.
  var isOfLine = true
  /// Whether it is based on an inferred event, which is a guess. It then becomes inconclusive instead of a violation.
  let isInferred: Bool
  var fate = Fate.open
  /// The candidates at the same line whose rules yield to the rule of this one. They are dismissed if this one is confirmed.
  var yielding: [Candidate] = []

  enum Fate {
    case open
    case confirmed
    case dismissed
  }

  init(_ violation: consuming Violation, by origin: CandidateOrigin, of app: App, isInferred: Bool) {
    self.origin = origin
    self.app = app
    self.violation = violation
    self.isInferred = isInferred
  }

  var sentence: Int { origin.sentence }
  var rule: Int { origin.rule }

  /// Takes the event by which the app first shows that it records the demanded events. If this is the demanded event itself, it
  /// occurred too late, and its line becomes a related line.
  func noteProof(_ occurrence: Occurrence, _ program: Program, keepsText: Bool) {
    guard program.sentences[sentence].demanded.contains(occurrence.id),
      let line = violation?.witness.line, occurrence.line > max(line, endLine)
    else { return }
    violation?.relate(
      last: Violation.Related(
        witness: occurrence.witness
          ?? occurrence.makeWitness(program, keepsText: keepsText),
        label: "it occurs here, too late", role: .trigger))
  }
}
