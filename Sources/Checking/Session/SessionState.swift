import BasicContainers
import Rulebook
import Trace

/// The part of a session's state that nearly every event reads or changes. It is a struct, so `ActiveSession` can swap it out of
/// the session. The fast path then changes it without counting references.
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
  /// A hash of the enable bits, and of which spans were open at least once. Plans that are cached for a hash are valid again when
  /// the session has the same hash (`InlineCache`).
  private(set) var activationHash: UInt64 = 0
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
  /// The sentences whose monitors may run detached, because they have judged an event in full.
  private(set) var ready: [Int] = []
  /// The events that detached monitors receive only as a count, not one by one.
  var deferredCounts: DeferredCounts
  /// The newest event, if it was processed by the fast path.
  var newest: Newest?

  /// The data of an event of the fast path that are kept after it.
  struct Newest {
    var event = EventID.unknown
    var line = 0
    var time: LogTime?
    var order = 0

    /// Whether there is no event.
    var isNone: Bool { event == .unknown }
  }

  /// The times of the entries of running calls that close by time.
  var calls: [LogTime?] = []
  /// Whether a callback is running.
  var isInCall = false
  /// The event that is being processed by the fast path.
  var next = Next()
  /// The values of field predicates for the values that fields had in earlier events.
  var predicateCache: PredicateCache
  /// The contents of the open spans.
  var openingStore: OpeningStore

  /// What the fast path has found out about the event that it processes: its key, its place in time, and its effects.
  struct Next {
    /// Whether the predicate of each effect of the fast plan is true. The first effect is the lowest bit.
    var answers: UInt64 = 0
    /// The key of the event, for the field that was asked for last.
    var key = KeyMemo()
    /// The values of the predicates that read only fields; nil if they have not been evaluated.
    var ofFields: TruthVector?
    /// The process, the session and the losses of the event. Its time is not set.
    var circumstances = Circumstances(losses: 0, process: 0, life: 0)
    /// The log order of the event, the nanoseconds by which the clock is behind it, and whether its line has a time.
    var order = 0
    var passed: Int64 = 0
    var isTimed = true
    /// Whether a subscription has an effect: the event is counted for a sentence, or a detached monitor takes it.
    var isCounted = false
    /// Whether a detached monitor takes the event.
    var isTaken = false
    /// Whether a detached monitor has found candidates, which must be resolved.
    var isFound = false
    /// Whether its time can be compared with the times of the events before it. Otherwise, no monitor runs detached.
    var isComparable = false
    /// Whether it sets the mark of the main thread.
    var isOnMain = false
    /// Whether all evaluated predicates have the same value for every event of this shape with these field values, until `isTurn`
    /// is set. The effects can then be cached.
    var isOfShape = true
    /// Whether the evaluated predicates depend only on the line. The cached effects are then valid whenever the enable bits are
    /// the same.
    var isOfLine = true
    /// Whether the cached plans are out of date, because an enable bit has changed, a span has opened for the first time, or an
    /// awaited mark was set.
    var isTurn = false
    /// Whether `isTurn` was set, or a timer was started that may be due earlier than all others.
    var isNews = false

    /// Starts with the events of a process that was just checked out.
    mutating func begin(_ circumstances: Circumstances) {
      self.circumstances = circumstances
      key.forget()
      ofFields = nil
      isTurn = false
      isNews = false
    }
  }

  /// Creates an empty state. It is a placeholder where no session is checked out, or where the state is checked out.
  init() {
    table = FastPlans()
    deadlines = Deadlines(Limits())
    openingStore = OpeningStore(Limits())
    predicateCache = PredicateCache(signals: 0, Limits())
    deferredCounts = DeferredCounts(sentences: 0)
    activations = UniqueArray()
    wasSeen = UniqueArray()
    held = UniqueArray()
    unmeasured = UniqueArray()
    unknown = UniqueArray()
    idleSince = UniqueArray()
  }

  init(_ program: Program, _ table: FastPlans, losses: Int) {
    self.table = table
    deadlines = Deadlines(program.limits)
    openingStore = OpeningStore(program.limits)
    activations = Activation.initial(sentences: program.sentences.count)
    wasSeen = UniqueArray(repeating: false, count: program.rulebook.vocabulary.events.count * 2)
    predicateCache = PredicateCache(signals: wasSeen.count, program.limits)
    deferredCounts = DeferredCounts(sentences: program.sentences.count)
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

  /// Notes that a sentence's monitor has judged an event in full and may take the next one detached, if the plans allow it.
  mutating func noteDetachable(_ sentence: Int) {
    if table.detachable[sentence], !ready.contains(sentence) { ready.append(sentence) }
  }

  /// Sets whether a sentence's monitor can take the next event detached.
  mutating func setActivation(_ sentence: Int, isReady: Bool) {
    set(Activation.ready(sentence), isReady)
  }

  /// Notes that a span opens for the first time. Cached plans do not close spans that were never open, so they are dropped.
  @inline(never)
  mutating func noteFirstOpening(_ span: Int) {
    spans[span].wasOpen = true
    activationHash ^= Activation.number(ofOpened: span)
    next.isTurn = true
    next.isNews = true
  }

  /// Sets an enable bit. A change makes the cached plans out of date.
  mutating func set(_ gate: Int, _ isOpen: Bool) {
    if activations[gate] == isOpen { return }
    activations[gate] = isOpen
    activationGeneration += 1
    activationHash ^= Activation.number(gate)
    next.isTurn = true
    next.isNews = true
  }

  /// Updates what the clock does not count, from the open spans: it stops in some, and ignores long gaps in others.
  mutating func updateClock(_ program: Program) {
    clock.isStopped = program.stoppingSpans.contains { !spans[$0].isEmpty }
    clock.longestGap =
      program.gaps.flatMap { gaps in gaps.spans.contains { !spans[$0].isEmpty } ? gaps.over : nil }
      ?? .max
  }
}
