import BasicContainers
import Rulebook
import Trace

/// The effects of one signal in one kind of session, and the sentences that judge it. A class, because passing it then costs one
/// retain instead of one for each array.
final class Plan: Sendable {
  let opens: [Change]
  let closes: [Change]
  let machines: [Int]
  /// For each of `machines`, the cases of its step.
  let steps: [[CompiledStep]]
  let forms: [(derivation: Int, form: Int, guard: Guard?)]
  let marks: [PlanBuilder.Mark]
  /// For each of `marks`, the parts that hold no references. Most marks have neither a condition nor keys.
  let markHeaders: [MarkHeader]
  let facts: [PlanBuilder.Fact]
  let snapshots: [(snapshot: Int, guard: Guard?)]
  let monitors: [PlanBuilder.Subscription]
  /// For each of `monitors`, the parts that are checked before the sentence is judged.
  let subscriptionHeaders: [SubscriptionHeader]
  /// The distinct conditions that read only fields of the line. Each is evaluated once for a signal.
  let fieldConditions: [Guard]
  /// The predicates of these conditions; nil for a condition that cannot be a predicate.
  let fieldTests: [Predicate?]

  /// A span that the signal opens or closes.
  struct Change {
    let span: Int
    let `guard`: Guard?
    /// The index of the condition in `Plan.fieldConditions`; -1 if it is not there.
    let condition: Int
  }

  /// The parts of a subscription that are checked first. They hold no references, because most sentences are not judged.
  struct SubscriptionHeader {
    let sentence: Int
    let role: Role
    /// The activation. If it is not set, the subscription is skipped.
    let gate: Int
    /// The index of the condition in `Plan.fieldConditions`; -1 if it is not there.
    let condition: Int
    let isGuarded: Bool
    let looksAhead: Bool
    /// Whether the subscription has a key, of the event or of the scope instance.
    let isBound: Bool
    /// Whether the claim demands the signal under a condition. If the condition is unknown, the signal may be the demanded one.
    let isDoubted: Bool

    /// Whether both belong to the same sentence in the same role, as alternatives of a pattern.
    func isOneWith(_ other: SubscriptionHeader) -> Bool { sentence == other.sentence && role == other.role }
  }

  /// The parts of a `PlanBuilder.Mark` that hold no references.
  struct MarkHeader {
    let mark: Int
    let clears: Bool
    let isGuarded: Bool
    /// The index of the condition in `Plan.fieldConditions`; -1 if it is not there.
    let condition: Int
    let isKeyed: Bool
    /// Whether reports show the line of the newest occurrence.
    let isShown: Bool
  }

  /// Keeps the parts of a plan that one kind of session needs.
  init(
    _ plans: PlanBuilder, _ needs: Liveness, _ sentences: [CompiledSentence], _ limits: Limits,
    _ predicates: inout PredicateCompiler
  ) {
    var conditions: [Guard] = []
    func number(_ condition: Guard?) -> Int {
      guard let condition, condition.readsOnlyFields else { return -1 }
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
    markHeaders = marks.map {
      MarkHeader(
        mark: $0.index, clears: $0.clears, isGuarded: $0.guard != nil,
        condition: number($0.guard), isKeyed: !$0.keys.isEmpty,
        isShown: $0.keys.isEmpty && needs.showsLine[$0.index])
    }
    facts = plans.facts.only { needs.facts[$0.index] }
    snapshots = plans.snapshots.only { needs.snapshots[$0.snapshot] }
    let subscriptions = plans.monitors.only { needs.sentences[$0.sentence] }
    monitors = subscriptions
    subscriptionHeaders = subscriptions.map { judging in
      SubscriptionHeader(
        sentence: judging.sentence, role: judging.role,
        // A scope start is also judged while the scope is open, because the same event may end the scope.
        gate: judging.role == .scopeStart
          ? Activation.always : Activation.of(judging, sentences[judging.sentence]),
        condition: number(judging.guard), isGuarded: judging.guard != nil, looksAhead: judging.looksAhead,
        isBound: !judging.keys.isEmpty || judging.scopeKey != nil,
        isDoubted: judging.isConditionallyDemanded(in: sentences[judging.sentence]))
    }
    fieldConditions = conditions
    fieldTests = conditions.map { predicates.predicate(for: $0) }
  }
}

/// The plans of one kind of session, by code of the signal (`Program.code(of:isClose:)`).
final class Plans: Sendable {
  private let plans: UniqueArray<UnretainedReference<Plan>>

  init(_ plans: [Plan]) {
    var all = UniqueArray<UnretainedReference<Plan>>(minimumCapacity: plans.count)
    for plan in plans { all.append(UnretainedReference(plan)) }
    self.plans = all
  }

  var count: Int { plans.count }

  subscript(code: Int) -> Plan { plans[code].object }

  /// Calls a function with the plan of a signal, which is not retained.
  @inline(__always)
  func with<Result>(_ code: Int, _ body: (Plan) -> Result) -> Result { plans[code].with(body) }
}

extension Plan {
  /// Whether the signal has no effects and concerns no sentence.
  var isWithoutEffects: Bool {
    opens.isEmpty && closes.isEmpty && machines.isEmpty && forms.isEmpty && marks.isEmpty && facts.isEmpty
      && snapshots.isEmpty && monitors.isEmpty
  }

  /// Returns the cases of the step of a machine; none if the signal does not move it.
  func steps(of machine: Int) -> [CompiledStep] {
    machines.firstIndex(of: machine).map { steps[$0] } ?? []
  }
}

extension Array {
  /// Like `filter`. If all elements are kept, which is the usual case, the array is not copied.
  fileprivate func only(_ isKept: (Element) -> Bool) -> [Element] {
    allSatisfy(isKept) ? self : filter(isKept)
  }
}

/// A plan under construction, for all kinds of sessions.
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

  /// A subscription: a sentence that judges the signal in a role, under a condition.
  final class Subscription: Sendable {
    let sentence: Int
    let role: Role
    let `guard`: Guard?
    /// The disjunctive normal form of a condition that looks ahead, as a list of conjunctions; empty for other conditions.
    let alternatives: [[Guard]]
    /// The fields of the signal's key, and the field that has the key of the scope instance.
    let keys: [Int]
    let scopeKey: Int?

    var looksAhead: Bool { !alternatives.isEmpty }

    /// Whether the claim demands the signal under a condition. If the condition is unknown, the signal may be the demanded one.
    func isConditionallyDemanded(in sentence: CompiledSentence) -> Bool {
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

  /// A mark that the signal sets or clears. A mark stores when a pattern last occurred. A class for the same reason as `Plan`.
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

  /// A fact that the signal sets or clears.
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

/// The role of a signal in a sentence, in the order of judging. A signal that ends a scope is inside it, the one that begins it
/// is not. An answer is judged before the event that needs one, and a cause after the event that needs one.
enum Role: Int, Sendable {
  /// The event of a question `E is recorded` in an exception. It is first, because the other roles use the answer.
  case recordedQuestion
  /// The answer to an obligation; for the duration of a call, an end of the process by the watchdog.
  case answer
  /// The event before which the answer must occur; for the duration of a call, the entry of a callback.
  case stop
  /// The event or the moment that the claim is about.
  case event
  /// The cause that must precede the event.
  case cause
  /// The event after which earlier causes do not count.
  case since
  /// The return of a callback whose duration is measured.
  case `return`
  case scopeEnd
  case scopeStart
  /// One of the two events of a question `E comes before F` in an exception.
  case orderQuestion
}
