import BasicContainers
import Rulebook
import Trace

/// The part of a session's state that nearly every event reads or changes. It is a struct, so that the fast path changes it without
/// counting references.
struct SessionState: ~Copyable {
  /// The fast plans of this kind of session.
  let table: FastPlans
  /// The session's clock.
  var clock = SessionClock()
  /// The open spans, by number.
  var spans = UniqueArray<SpanTable>()
  /// When the events of each mark were last seen, by number.
  var marks = UniqueArray<LastSeen>()
  /// The enable bits of subscriptions, by `Activation`.
  private(set) var activations: UniqueArray<Bool>
  /// The generation of the enable bits: one more than the number of their changes.
  private(set) var activationGeneration = 1
  /// For each signal, the generation in which all its subscriptions were found disabled.
  var idleSince: UniqueArray<Int>
  /// The running timers.
  var deadlines: Deadlines
  /// Whether events may be processed by the fast path: no verdict is pending, no lines are lost, and the session has an event
  /// other than facts. Always false for a session across sessions that measures calls.
  var isQuiescent = false
  /// The number of times that the log had lost lines by the newest event.
  var losses = 0
  /// For each signal, whether it was processed in full at least once.
  var wasSeen: UniqueArray<Bool>
  /// For each sentence, how often events of the fast path have held it.
  var held: UniqueArray<Int>
  /// For each sentence, how often the fast path could not measure a time, because of a silence that may not count.
  var unmeasured: UniqueArray<Int>
  /// For each sentence, for how many events of the fast path its condition was unknown.
  var unknown: UniqueArray<Int>
  /// Whether a silence that may not count lies between the newest event and the one before it.
  var isAfterSilence = false
  /// The newest event, if it was processed by the fast path.
  var newest: Newest?

  /// The data of an event of the fast path that are kept after it.
  struct Newest {
    var event = EventID.unknown
    var line = 0
    var time: LogTime?
    var order = 0
  }

  /// The times of the entries of running calls that close by time.
  var calls: [LogTime?] = []
  /// Whether a callback is running.
  var isInCall = false
  /// The event that is being processed by the fast path.
  var next = Next()
  /// The contents of the open spans.
  var openingStore: OpeningStore

  /// What the fast path has found out about the event that it processes: its key, its place in time, and its effects.
  struct Next {
    /// The values of the field conditions of the event's plan, as far as they are known.
    var conditions = TruthVector.unclear
    /// Whether the predicate of each effect of the fast plan is true. The first effect is the lowest bit.
    var answers: UInt64 = 0
    /// The key of the event, for the field that was asked for last.
    var key = KeyMemo()
    var circumstances = Circumstances(losses: 0, process: 0, life: 0)
    /// Its place in the log order.
    var order = 0
    /// Whether the event is counted for a sentence `each E has C`.
    var isCounted = false
    /// Whether it sets the mark of the main thread.
    var isOnMain = false
  }

  init(_ program: Program, _ table: FastPlans, losses: Int) {
    self.table = table
    deadlines = Deadlines(program.limits)
    openingStore = OpeningStore(program.limits)
    activations = Activation.initial(sentences: program.sentences.count)
    wasSeen = UniqueArray(repeating: false, count: program.rulebook.vocabulary.events.count * 2)
    held = UniqueArray(repeating: 0, count: program.sentences.count)
    unmeasured = UniqueArray(repeating: 0, count: program.sentences.count)
    unknown = UniqueArray(repeating: 0, count: program.sentences.count)
    idleSince = UniqueArray(repeating: 0, count: wasSeen.count)
    self.losses = losses
    for _ in program.rulebook.spans { spans.append(SpanTable(program.limits)) }
    for _ in 0..<program.markCount { marks.append(LastSeen(program.limits)) }
  }

  /// Sets whether an instance of a sentence's scope is open.
  mutating func setActivation(_ sentence: Int, isOpen: Bool) {
    set(Activation.open(sentence), isOpen)
    set(Activation.closed(sentence), !isOpen)
  }

  /// Sets whether a sentence waits for events that answer or end something.
  mutating func setActivation(_ sentence: Int, isWaiting: Bool) {
    set(Activation.waiting(sentence), isWaiting)
  }

  /// Sets whether a verdict of a sentence waits for an event of `E comes before F`.
  mutating func setActivation(_ sentence: Int, isUndecided: Bool) {
    set(Activation.undecided(sentence), isUndecided)
  }

  /// Sets an enable bit.
  mutating func set(_ gate: Int, _ isOpen: Bool) {
    if activations[gate] == isOpen { return }
    activations[gate] = isOpen
    activationGeneration += 1
  }

  /// Updates what the clock does not count, from the open spans: it stops in some, and ignores long gaps in others.
  mutating func updateClock(_ program: Program) {
    clock.isStopped = program.stoppingSpans.contains { !spans[$0].isEmpty }
    clock.longestGap =
      program.gaps.flatMap { gaps in gaps.spans.contains { !spans[$0].isEmpty } ? gaps.over : nil }
      ?? .max
  }
}
