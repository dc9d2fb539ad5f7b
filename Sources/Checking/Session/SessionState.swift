import BasicContainers
import Rulebook
import Trace

/// What of a session nearly every event asks for or changes. A value, so that a routine event is taken without a check of
/// who else looks at it.
struct SessionState: ~Copyable {
  /// What of it is routine.
  let table: FastPlans
  var clock = SessionClock()
  var spans = UniqueArray<SpanTable>()
  var marks = UniqueArray<LastSeen>()
  /// What has to be for a sentence to be asked, by `Activation`.
  private(set) var activations: UniqueArray<Bool>
  /// How often a gate has changed, and for each signal that number where all of its gates were found closed.
  private(set) var epoch = 1
  /// A number of which gates are open.
  private(set) var activationHash: UInt64 = 0
  var idleSince: UniqueArray<Int>
  var deadlines: Deadlines
  /// Each event does not matter by itself: the beginning is over, no verdict waits for an event, no line is lost.
  var isQuiescent = false
  /// How often the log had lost lines by the newest event.
  var losses = 0
  /// The signals that were taken in full at least once.
  var wasSeen: UniqueArray<Bool>
  /// How often each sentence was kept by routine events, or could not be judged.
  var held: UniqueArray<Int>
  var unmeasured: UniqueArray<Int>
  var unknown: UniqueArray<Int>
  /// Whether a silence that does not count lies between the newest event and the one before it.
  var isAfterSilence = false
  /// The sentences whose monitors may take events by themselves.
  private(set) var ready: [Int] = []
  /// What they take without a look at each.
  var deferredCounts: DeferredCounts
  /// The newest event, if it was routine.
  var newest: Newest?

  /// What is worth knowing of a routine event when it is over.
  struct Newest {
    var event = EventID.unknown
    var line = 0
    var time: LogTime?
    var order = 0

    /// Whether there was none.
    var isNone: Bool { event == .unknown }
  }

  /// When the calls began that are under way and may be over by time alone.
  var calls: [LogTime?] = []
  /// Whether any call is under way.
  var isInCall = false
  /// What an event that was found to be routine will do.
  var next = Next()
  /// What tests have said of the fields of earlier ones.
  var predicateCache: PredicateCache
  var openingStore: OpeningStore

  /// Of an event that is about to be taken its key and place in time, and which tests are true.
  struct Next {
    /// A bit each, the first the lowest.
    var answers: UInt64 = 0
    var key = KeyMemo()
    /// What the tests say that ask for its fields alone, once any of them was asked.
    var ofFields: TruthVector?
    /// But for its time.
    var circumstances = Circumstances(losses: 0, process: 0, life: 0)
    /// Its place in the log's order, by how much the clock is behind it, and whether its line tells the time.
    var order = 0
    var passed: Int64 = 0
    var isTimed = true
    /// Whether a sentence counts it.
    var isCounted = false
    /// Whether a monitor takes it, and has found something that is to be settled.
    var isTaken = false
    var isFound = false
    /// Whether its time can be compared with that of the events before it.
    var isComparable = false
    /// Whether it sets the mark of the main thread.
    var isOnMain = false
    /// Whether nothing but its shape was asked for, and what does not change before something awaited comes.
    var isOfShape = true
    /// Whether nothing but its line was asked for, and which sentences wait.
    var isOfLine = true
    /// Whether that has come.
    var isTurn = false
    /// Whether it has, or something may be due earlier than before.
    var isNews = false

    /// Nothing is known of it yet.
    mutating func begin(_ circumstances: Circumstances) {
      self.circumstances = circumstances
      key.forget()
      ofFields = nil
      isTurn = false
      isNews = false
    }
  }

  /// That of no session.
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

  /// A sentence's scope has opened or closed.
  mutating func setActivation(_ sentence: Int, isOpen: Bool) {
    set(Activation.open(sentence), isOpen)
    set(Activation.closed(sentence), !isOpen)
  }

  /// A sentence has begun or ceased to wait for something that it has seen the beginning of.
  mutating func setActivation(_ sentence: Int, isWaiting: Bool) {
    set(Activation.waiting(sentence), isWaiting)
  }

  /// Something that a sentence has found waits for one of two events, or nothing does any more.
  mutating func setActivation(_ sentence: Int, isUndecided: Bool) {
    set(Activation.undecided(sentence), isUndecided)
  }

  /// The monitor of a sentence has taken an event: the next one it may take by itself.
  mutating func noteDetachable(_ sentence: Int) {
    if table.detachable[sentence], !ready.contains(sentence) { ready.append(sentence) }
  }

  /// Whether the monitor of a sentence will take the next event of the kind by itself.
  mutating func setActivation(_ sentence: Int, isReady: Bool) {
    set(Activation.ready(sentence), isReady)
  }

  /// A span is open for the first time: what was known of events that would have closed it holds no more.
  @inline(never)
  mutating func noteFirstOpening(_ span: Int) {
    spans[span].wasOpen = true
    activationHash ^= Activation.number(ofOpened: span)
    next.isTurn = true
    next.isNews = true
  }

  /// A gate opens or closes.
  mutating func set(_ gate: Int, _ isOpen: Bool) {
    if activations[gate] == isOpen { return }
    activations[gate] = isOpen
    epoch += 1
    activationHash ^= Activation.number(gate)
    next.isTurn = true
    next.isNews = true
  }

  /// Tells the clock what is open in which time does not count.
  mutating func updateClock(_ program: Program) {
    clock.isStopped = program.stoppingSpans.contains { !spans[$0].isEmpty }
    clock.longestGap =
      program.gaps.flatMap { gaps in gaps.spans.contains { !spans[$0].isEmpty } ? gaps.over : nil }
      ?? .max
  }
}
