import Rulebook
import Trace

/// What one signal does. A class, so that handing it on costs one reference and not one for each list.
final class Plan: Sendable {
  let opens: [Change]
  let closes: [Change]
  let machines: [Int]
  /// For each of `machines` the cases of its step.
  let steps: [[CompiledStep]]
  let forms: [(derivation: Int, form: Int, guard: Guard?)]
  let marks: [PlanBuilder.Mark]
  /// For each of `marks` what of it refers to nothing: most have neither a guard nor keys.
  let markings: [Marking]
  let facts: [PlanBuilder.Fact]
  let snapshots: [(snapshot: Int, guard: Guard?)]
  let monitors: [PlanBuilder.Subscription]
  /// For each of `monitors` what has to be known of it before it is asked.
  let subscriptionHeaders: [SubscriptionHeader]
  /// The conditions that fields of the line alone tell, each once: what is said of them holds for all that ask.
  let conditions: [Guard]

  /// A span that the signal opens or closes.
  struct Change {
    let span: Int
    let `guard`: Guard?
    /// The number of that among the conditions on fields; else -1.
    let condition: Int
  }

  /// What has to be known of a sentence before it is asked. It refers to nothing: most are not asked.
  struct SubscriptionHeader {
    let sentence: Int
    let role: Role
    /// The gate behind which it has something to do.
    let gate: Int
    /// The number of what it asks for among the conditions on fields; else -1.
    let condition: Int
    let looksAhead: Bool
    /// Whether fields of the line bind it to anything.
    let isBound: Bool
    /// Whether it is what the claim demands under a condition: where that is unknown, it may be that.
    let isDoubted: Bool

    /// Whether both ask for one thing in several ways.
    func isOneWith(_ other: SubscriptionHeader) -> Bool { sentence == other.sentence && role == other.role }
  }

  /// What becomes of a mark.
  struct Marking {
    let mark: Int
    let clears: Bool
    let isGuarded: Bool
    /// As that of an asking.
    let condition: Int
    let isKeyed: Bool
    /// Whether reports show its newest line.
    let isShown: Bool
  }

  /// What of them a kind of session needs.
  init(_ plans: PlanBuilder, _ needs: Liveness, _ sentences: [CompiledSentence], _ limits: Limits) {
    var conditions: [Guard] = []
    func number(_ condition: Guard?) -> Int {
      guard let condition, condition.isOfFields else { return -1 }
      if let known = conditions.firstIndex(of: condition) { return known }
      if conditions.count == limits.conditions { return -1 }
      conditions.append(condition)
      return conditions.count - 1
    }
    func changes(_ all: [(span: Int, guard: Guard?)]) -> [Change] {
      all.filter { needs.spans[$0.span] }.map {
        Change(span: $0.span, guard: $0.guard, condition: number($0.guard))
      }
    }
    opens = changes(plans.opens)
    closes = changes(plans.closes)
    machines = plans.machines
    steps = plans.steps
    forms = plans.forms
    marks = plans.marks.only { needs.marks[$0.index] }
    markings = marks.map {
      Marking(
        mark: $0.index, clears: $0.clears, isGuarded: $0.guard != nil,
        condition: number($0.guard), isKeyed: !$0.keys.isEmpty,
        isShown: $0.keys.isEmpty && needs.isTold[$0.index])
    }
    facts = plans.facts.only { needs.facts[$0.index] }
    snapshots = plans.snapshots.only { needs.snapshots[$0.snapshot] }
    let subscriptions = plans.monitors.only { needs.sentences[$0.sentence] }
    monitors = subscriptions
    subscriptionHeaders = subscriptions.map { judging in
      SubscriptionHeader(
        sentence: judging.sentence, role: judging.role,
        // What begins a scope is asked for where it is open, too: the same event may end it.
        gate: judging.role == .scopeStart
          ? Activation.always : Activation.of(judging, sentences[judging.sentence]),
        condition: number(judging.guard), looksAhead: judging.looksAhead,
        isBound: !judging.keys.isEmpty || judging.scopeKey != nil,
        isDoubted: judging.mayBeDoubted(in: sentences[judging.sentence]))
    }
    self.conditions = conditions
  }
}

extension Plan {
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
struct PlanBuilder: Sendable {
  var opens: [(span: Int, guard: Guard?)] = []
  var closes: [(span: Int, guard: Guard?)] = []
  var machines: [Int] = []
  var steps: [[CompiledStep]] = []
  var forms: [(derivation: Int, form: Int, guard: Guard?)] = []
  var marks: [Mark] = []
  var facts: [Fact] = []
  var snapshots: [(snapshot: Int, guard: Guard?)] = []
  var monitors: [Subscription] = []

  var isEmpty: Bool {
    opens.isEmpty && closes.isEmpty && machines.isEmpty && forms.isEmpty && marks.isEmpty && facts.isEmpty
      && snapshots.isEmpty && monitors.isEmpty
  }

  /// Who is to judge the signal, and as what.
  final class Subscription: Sendable {
    let sentence: Int
    let role: Role
    let `guard`: Guard?
    /// The ways in which the guard can be true, where events to come can make it so; else none.
    let alternatives: [[Guard]]
    /// The fields that bind the signal to others of the sentence, and to an instance of the scope.
    let keys: [Int]
    let scopeKey: Int?

    var looksAhead: Bool { !alternatives.isEmpty }

    /// Whether it is what its sentence demands under a condition: where that is unknown, it may be that.
    func mayBeDoubted(in sentence: CompiledSentence) -> Bool {
      `guard` != nil && !looksAhead && sentence.sentence.claim.demands(role)
    }

    init(sentence: Int, role: Role, guard: Guard?, keys: [Int], scopeKey: Int?) {
      self.sentence = sentence
      self.role = role
      self.guard = `guard`
      alternatives = `guard`.map { $0.looksAhead ? $0.alternatives : [] } ?? []
      self.keys = keys
      self.scopeKey = scopeKey
    }
  }

  /// A pattern whose newest occurrence is remembered, or after which that counts no more. A class, as `Plan` is.
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
  /// Records an event that an exception asks about (`is recorded`). It is first, because other roles use the answer.
  case shown
  /// QuestionAnswers what is open.
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
  /// One of two events of which an exception asks which comes first.
  case comes
}
