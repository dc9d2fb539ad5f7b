import Rulebook
import Trace

/// What one signal does. A class, so that handing it on costs one reference and not one for each list.
final class Reaction: Sendable {
  let opens: [(span: Int, guard: Guard?)]
  let closes: [(span: Int, guard: Guard?)]
  let machines: [Int]
  /// For each of `machines` the cases of its step.
  let steps: [[CompiledStep]]
  let forms: [(derivation: Int, form: Int, guard: Guard?)]
  let marks: [Reactions.Mark]
  /// For each of `marks` what of it refers to nothing: most have neither a guard nor keys.
  let markings: [Marking]
  let facts: [Reactions.Fact]
  let snapshots: [(snapshot: Int, guard: Guard?)]
  let monitors: [Reactions.Judging]
  /// For each of `monitors` what has to be known of it before it is asked.
  let askings: [Asking]
  /// How many conditions there are that several share.
  let sharedCount: Int

  /// What has to be known of a sentence before it is asked. It refers to nothing: most are not asked.
  struct Asking {
    let sentence: Int
    let role: Role
    /// The gate behind which it has something to do.
    let gate: Int
    /// The number of its condition, where the line alone tells that and others have the same; else -1.
    let shared: Int
    let looksAhead: Bool
    /// Whether fields of the line bind it to anything.
    let isBound: Bool
  }

  /// What becomes of a mark.
  struct Marking {
    let mark: Int
    let clears: Bool
    let isGuarded: Bool
    let isKeyed: Bool
  }

  /// What of them a kind of session needs.
  init(_ reactions: Reactions, _ needs: Needs, _ sentences: [CompiledSentence]) {
    opens = reactions.opens.only { needs.spans[$0.span] }
    closes = reactions.closes.only { needs.spans[$0.span] }
    machines = reactions.machines
    steps = reactions.steps
    forms = reactions.forms
    marks = reactions.marks.only { needs.marks[$0.index] }
    markings = marks.map {
      Marking(mark: $0.index, clears: $0.clears, isGuarded: $0.guard != nil, isKeyed: !$0.keys.isEmpty)
    }
    facts = reactions.facts.only { needs.facts[$0.index] }
    snapshots = reactions.snapshots.only { needs.snapshots[$0.snapshot] }
    let judgings = reactions.monitors.only { needs.sentences[$0.sentence] }
    monitors = judgings
    let (shared, count) = Self.shared(judgings)
    sharedCount = count
    askings = judgings.indices.map { place in
      let judging = judgings[place]
      return Asking(
        sentence: judging.sentence, role: judging.role,
        // What begins a scope is asked for where it is open, too: the same event may end it.
        gate: judging.role == .scopeStart ? Gate.always : Gate.of(judging, sentences[judging.sentence]),
        shared: shared.isEmpty ? -1 : shared[place], looksAhead: judging.looksAhead,
        isBound: !judging.keys.isEmpty || judging.scopeKey != nil)
    }
  }

  private static func shared(_ judgings: [Reactions.Judging]) -> (places: [Int], count: Int) {
    let ofLine = judgings.indices.filter { judgings[$0].guard?.isOfLine == true }
    if ofLine.count < 2 { return ([], 0) }
    var places = Array(repeating: -1, count: judgings.count)
    var count = 0
    for (number, place) in ofLine.enumerated() where places[place] < 0 {
      for other in ofLine[(number + 1)...] where judgings[other].guard == judgings[place].guard {
        (places[place], places[other]) = (count, count)
      }
      if places[place] >= 0 { count += 1 }
    }
    return (places, count)
  }
}

extension Reaction {
  /// The cases of the step of a machine; none where it moves it not.
  func steps(of machine: Int) -> [CompiledStep] {
    machines.firstIndex(of: machine).map { steps[$0] } ?? []
  }
}

extension Array {
  /// As `filter`, but most often all are kept, and then it is the same array.
  fileprivate func only(_ isKept: (Element) -> Bool) -> [Element] {
    allSatisfy(isKept) ? self : filter(isKept)
  }
}

/// The same while it is put together.
struct Reactions: Sendable {
  var opens: [(span: Int, guard: Guard?)] = []
  var closes: [(span: Int, guard: Guard?)] = []
  var machines: [Int] = []
  var steps: [[CompiledStep]] = []
  var forms: [(derivation: Int, form: Int, guard: Guard?)] = []
  var marks: [Mark] = []
  var facts: [Fact] = []
  var snapshots: [(snapshot: Int, guard: Guard?)] = []
  var monitors: [Judging] = []

  var isEmpty: Bool {
    opens.isEmpty && closes.isEmpty && machines.isEmpty && forms.isEmpty && marks.isEmpty && facts.isEmpty
      && snapshots.isEmpty && monitors.isEmpty
  }

  /// Who is to judge the signal, and as what.
  final class Judging: Sendable {
    let sentence: Int
    let role: Role
    let `guard`: Guard?
    /// The ways in which the guard can be true, where events to come can make it so; else none.
    let alternatives: [[Guard]]
    /// The fields that bind the signal to others of the sentence, and to an instance of the scope.
    let keys: [Int]
    let scopeKey: Int?

    var looksAhead: Bool { !alternatives.isEmpty }

    init(sentence: Int, role: Role, guard: Guard?, keys: [Int], scopeKey: Int?) {
      self.sentence = sentence
      self.role = role
      self.guard = `guard`
      alternatives = `guard`.map { $0.looksAhead ? $0.alternatives : [] } ?? []
      self.keys = keys
      self.scopeKey = scopeKey
    }
  }

  /// A pattern whose newest occurrence is remembered, or after which that counts no more. A class, as `Reaction` is.
  final class Mark: Sendable {
    let index: Int
    let `guard`: Guard?
    let keys: [Int]
    let clears: Bool

    init(index: Int, guard: Guard?, keys: [Int], clears: Bool = false) {
      self.index = index
      self.guard = `guard`
      self.keys = keys
      self.clears = clears
    }
  }

  /// A value that is remembered, or that begins anew.
  final class Fact: Sendable {
    let index: Int
    let clears: Bool
    let `guard`: Guard?

    init(index: Int, clears: Bool = false, guard: Guard? = nil) {
      self.index = index
      self.clears = clears
      self.guard = `guard`
    }
  }
}

/// What an event is to a sentence, in the order in which it is judged: an event that ends a scope is still inside, one
/// that begins it is not; what answers comes before what asks, and what is asked for must have come before.
enum Role: Int, Sendable {
  /// Answers what is open.
  case answer
  /// What is open has to have been answered.
  case stop
  /// The event or the moment that the claim speaks of.
  case event
  /// What has to come before others.
  case cause
  /// After it, earlier causes do not count.
  case since
  /// The return of a callback whose length is measured.
  case `return`
  case scopeEnd
  case scopeStart
}
