import Rulebook
import Trace

// Most events of a log are routine: no rule waits for them, and they change nothing but what is remembered. For each
// signal it is compiled what it then does, as plain values in flat lists, so that such an event is taken without copying
// its line, without a reference counted and without memory asked for. Everything else is taken in full by `Session.step`.

/// What an event does where no sentence has to be asked. All places are in lists of `FastPlans`.
struct FastPlan: Sendable {
  /// Whose asking it takes: sentences with an open gate, where the test may be true.
  var subscriptionHeaders: Range<Int32> = 0..<0
  /// What it closes, opens and marks, in this order.
  var deeds: Range<Int32> = 0..<0
  /// The mark of events of the main thread, which nearly every event may set; negative for none.
  var mainMark: Int32 = -1
  /// What it closes, opens and sets does not depend on what its line says.
  var isFixed = true
  /// It never is routine: it moves a machine, calls, derives, begins or ends something that others follow.
  var isStructural = false
  /// The fields that tests read for it, a bit each, modulo 64.
  var fields: UInt64 = 0
  /// The tests of it that ask for nothing but fields of the line, and which fields these are.
  var fieldTests: Range<Int32> = 0..<0
  var readFields: Range<Int> = 0..<0
  /// It sets a mark that is asked for from either side of a callback's entry.
  var marksNearCalls = false

  /// Nothing but its time matters where no sentence is asked.
  var isPlain: Bool { deeds.isEmpty && mainMark < 0 }

  /// A sentence that is to be asked if its gate is open.
  struct SubscriptionHeader: Sendable {
    /// Nil where only a closer look tells.
    var test: Predicate?
    /// A sentence that is kept where this is true, and then has only to be counted.
    var demand: Demand?
    /// What the sentence does where its monitor takes the event by itself; nil where it never does.
    var detachable: Instruction?
    /// Whether the event may be one that the sentence demands where the test is unknown.
    var isDoubted = false
  }

  /// What a sentence asks of every event of a session.
  struct Demand: Sendable {
    var sentence: Int
    var test: Predicate
    /// Where it asks for nothing; nil where it always does, or only a closer look tells.
    var exception: Predicate?
  }

  /// One thing that an event does, where the test is true.
  struct Effect: Sendable {
    var act: Instruction
    var test: Predicate
    /// The terms that begin and end with an opening, in `FastPlans.terms`.
    var terms: Range<Int32> = 0..<0
    /// The sentences that each opening keeps that is closed, in `FastPlans.kept`.
    var kept: Range<Int32> = 0..<0
  }

  /// What a deed does, in few bytes.
  struct Instruction: Sendable {
    var kind: Kind
    /// The place of its deed, where terms or sentences go with it; negative where there are none.
    var more: Int32 = -1
    /// The span, the mark or the sentence.
    var index: Int32
    /// The field of its key; negative where it has none.
    var key: Int32 = -1
    /// Which of the event's fields that is, once the event is known; negative for none.
    var place: Int32 = -1
    /// Of a mark, in nanoseconds; the greatest number for ever.
    var retention = Int64.max

    enum Kind: Sendable {
      /// It asks for the key of those that follow.
      case key
      case close
      case open
      case mark
      /// It sets the mark for every key.
      case markAll
      case clear
      /// It keeps a sentence, or nobody knows whether it does.
      case countHeld
      case countUnknown
      /// The monitor of a sentence takes it, or takes note that it may be what is demanded.
      case take
      case doubt
    }

    /// Whether a monitor does it.
    @inline(__always)
    var isOfMonitor: Bool { kind == .take || kind == .doubt }

    /// In place of one.
    static var none: Instruction { Instruction(kind: .clear, index: -1) }
  }
}

/// The routines of one kind of session: of those of one life, or of those that stand for all lives of an app.
final class FastPlans: Sendable {
  /// By number of the signal.
  let fastPlans: [FastPlan]
  /// The gate of each asking, and what is asked behind it.
  let activations: [Int32]
  let subscriptionHeaders: [FastPlan.SubscriptionHeader]
  let deeds: [FastPlan.Effect]
  /// The number of each term, and the sentence that it is kept by.
  let terms: [(number: Int, sentence: Int)]
  let kept: [Int]
  let tests: PredicateTable
  let fieldTests: FieldPredicates
  /// The marks since which each mark is asked for.
  let starts: [[Int]]
  /// The sentences whose monitors may take events by themselves.
  let detachable: [Bool]

  /// That of no session.
  init() {
    fastPlans = []
    activations = []
    subscriptionHeaders = []
    deeds = []
    terms = []
    kept = []
    tests = PredicateTable(depth: 0)
    fieldTests = FieldPredicates(mostFields: 0)
    starts = []
    detachable = []
  }

  init(_ compiler: FastPlanCompiler) {
    fastPlans = compiler.fastPlans
    activations = compiler.activations
    subscriptionHeaders = compiler.subscriptionHeaders
    deeds = compiler.deeds
    terms = compiler.terms
    kept = compiler.kept
    tests = compiler.tests
    fieldTests = compiler.fieldTests
    starts = compiler.starts
    detachable = compiler.detachable
  }
}
