import Trace

/// One stretch of a session in which a sentence's claim must hold.
class Instance {
  /// What opened it; nil where it began with the session.
  let opening: Occurrence?
  /// From where its time counts.
  let start: Occurrence
  /// When it opened, in the log's order.
  let order: Int
  /// The key that the sentence binds to it.
  let key: Key?
  /// The openings of the scope's spans that it consists of, by the order of their opening.
  final var openings: [Int: (span: Int, opening: OpenSpan)] = [:]
  /// Those that have closed at the moment that is judged.
  final var closed: Set<Int> = []
  /// When it closes by itself.
  final var end: Deadline?
  /// How often the claim was broken in it.
  final var offences = 0
  final var fate = Fate.open
  /// How often the claim has held, where that counts only if the scope's end comes.
  final var heldIfEnded = 0
  /// Candidates that stand only if the scope's end comes.
  final var pending: [Candidate] = []
  /// The first of these that says so, by what it says.
  final var awaited: [Candidate.Saying: Candidate] = [:]
  /// The violations that were told in it, by what they say.
  final var told: [Candidate.Saying: Candidate.Told] = [:]

  enum Fate {
    case open
    case closed
  }

  required init(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
    self.opening = opening
    self.start = start
    self.order = order
    self.key = key
  }

  /// Nothing waits for its end any more: candidates know it, too.
  final func letGo() {
    pending = []
    awaited = [:]
  }
}
