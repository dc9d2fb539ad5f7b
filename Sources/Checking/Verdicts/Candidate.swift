import Rulebook
import Trace

/// A violation that is not certain yet, or just became so: it waits until every line has come that could refute it.
final class Candidate {
  let origin: CandidateOrigin
  let app: App
  /// What it tells; nil once it is told.
  var violation: Violation?
  /// How many more lines have said the same before it was certain.
  var repeats = 0
  /// How many things must still turn out.
  var waits = 0
  /// The line by which its scope has ended, for the end of which it waits; 0 where it waits for none.
  var endLine = 0
  /// Whether its line is still being judged. Until then an answer to its exception does not report it.
  var isOfLine = true
  /// It rests on a guess.
  let isInferred: Bool
  var fate = Fate.open
  /// Candidates of rules that yield to this one's rule.
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

  /// The app has shown by a line that it records what was missing. If that is what was missing, it comes too late.
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
