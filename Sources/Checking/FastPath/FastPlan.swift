import Rulebook
import Trace

// The fast path. Most events concern no sentence: they only open and close spans and set marks. A fast plan says for each signal
// which effects it has then, as plain values in flat arrays. Such an event needs no copy of its line, no reference counts and no
// allocations. All other events take the full path, `Session.step`.

/// The effects of an event that no sentence has to judge. All ranges are indices of arrays of `FastPlans`.
struct FastPlan: Sendable {
  /// The subscriptions of sentences to the event, and other conditions that keep it from the fast path.
  var subscriptionHeaders: Range<Int32> = 0..<0
  /// The spans that it closes and opens and the marks that it sets, in this order.
  var effects: Range<Int32> = 0..<0
  /// The mark of events on the main thread, which nearly every event may set; negative if it is not set here.
  var mainMark: Int32 = -1
  /// Whether `effects` have no conditions.
  var isFixed = true
  /// Whether the event always takes the full path: because it steps a machine, begins a call, begins or ends a session, sets a
  /// fact or a snapshot, changes something that must be followed, or has a condition that cannot be a predicate.
  var isStructural = false
  /// Whether it sets a mark that a condition `within` looks for on both sides of a callback's entry.
  var marksNearCalls = false

  /// Whether it has no effects. If no sentence judges it, only its time matters.
  var hasNoEffects: Bool { effects.isEmpty && mainMark < 0 }

  /// A subscription of a sentence, or another condition that keeps the event from the fast path. It is looked at only if its
  /// activation is set.
  struct SubscriptionHeader: Sendable {
    /// Whether the sentence judges the event; nil if only the full path can decide that.
    var test: Predicate?
    /// The index of the condition in `Plan.fieldConditions`; -1 if it is not there.
    var condition: Int32 = -1
    /// The requirement of `each E has C`. If it is fulfilled, the event only has to be counted.
    var demand: Demand?
    /// Whether an unknown predicate matters, because the event may be one that the sentence demands.
    var isDoubted = false
  }

  /// The requirement of a sentence `each E has C` without a scope.
  struct Demand: Sendable {
    var sentence: Int
    var test: Predicate
    /// When an event need not fulfill it; nil if the sentence has no exception, or if only the full path can evaluate it.
    var exception: Predicate?
  }

  /// One effect of an event, under a condition.
  struct Effect: Sendable {
    var kind: Kind
    /// The number of the span or mark.
    var index: Int32
    /// The key field; negative if there is none.
    var key: Int32
    /// How long the mark is kept, in nanoseconds; `Int64.max` means for the whole session.
    var retention = Int64.max
    var test: Predicate
    /// The index of the condition in `Plan.fieldConditions`; -1 if it is not there.
    var condition: Int32 = -1
    /// The duration timers that run while an opening is open, as a range of `FastPlans.terms`.
    var terms: Range<Int32> = 0..<0
    /// The sentences that hold once for each opening that is closed, as a range of `FastPlans.kept`.
    var kept: Range<Int32> = 0..<0

    enum Kind: Sendable {
      case close
      case open
      /// Sets the mark, for every key if the event lacks the key field.
      case mark
      case clear
    }
  }
}

/// The fast plans of one kind of session: of the sessions of processes, or of app sessions.
final class FastPlans: Sendable {
  /// By number of the signal.
  let fastPlans: [FastPlan]
  /// The activation of each subscription header, and the headers. In two arrays, because a header is read only if its activation
  /// is set.
  let activations: [Int32]
  let subscriptionHeaders: [FastPlan.SubscriptionHeader]
  let effects: [FastPlan.Effect]
  /// The number of each duration timer, and the sentence that it belongs to.
  let terms: [(number: Int, sentence: Int)]
  let kept: [Int]
  let predicates: PredicateTable
  /// For each mark, the marks since which conditions look for it.
  let starts: [[Int]]

  init(_ compiler: FastPlanCompiler, _ predicates: PredicateTable) {
    fastPlans = compiler.fastPlans
    activations = compiler.activations
    subscriptionHeaders = compiler.subscriptionHeaders
    effects = compiler.effects
    terms = compiler.terms
    kept = compiler.kept
    self.predicates = predicates
    starts = compiler.starts
  }
}
