import Rulebook
import Trace

/// One sentence in one session: it follows the instances of the sentence's scope and, in a subclass for each claim,
/// what the claim needs to remember in each.
///
/// A signal is judged first and then opens and closes scopes: what closes an instance is inside, what opens it is not.
class Monitor {
  /// It lets go of its monitors when it ends: `unowned`, each use of it would count a reference twice.
  final let session: Session
  final let log: LogState
  let number: Int
  let compiled: CompiledSentence
  /// The instances of the scope that are open.
  final var instances = ScopeInstances()
  /// Those that are over, too.
  final var pool = ObjectPool<ScopeInstance>()
  /// Those that have a key, by it, and how many have none.
  final var keyed = KeyTable<[ScopeInstance]>()
  final var unkeyed = 0
  /// How many of the spans are open outside of which the scope lies.
  final var openCount = 0
  /// The stretch that is the scope, where sentences may share one: an instance of it is made when it is asked for.
  final let sharedScope: SharedScope?
  final let usesSharedScope: Bool
  /// The one stretch before an event is over.
  final var isOver = false

  final var program: Program { session.program }
  /// Whether the app was found to record what the sentence needs to be broken.
  final var wasObserved = false
  /// Whether it has proposed anything before that: it may still be told, and before what came later.
  final var hasProposed = false
  /// What it has found that waits for one of two events of the session.
  final var undecided: [Undecided] = []
  /// What its exception has said before the line of events that are asked for again.
  final var earlierExcuses = EarlierExcuses()
  /// Whether nothing but its own instances says what it says, one at a time: what it finds depends on no other finding.
  final let isAlone: Bool

  /// What is asked for, in words.
  final lazy var demandText = compiled.demandText
  final var spanText = Memo<Int, String>()
  /// Whether it says of an event no more than its name, and asks nothing else of it.
  final lazy var saysNamesOnly =
    compiled.sentenceText.template == nil && compiled.exception == nil && !program.yields[compiled.rule]
  /// Where the claim holds, where that is the same for all instances of the scope.
  final lazy var wholeScope = compiled.sentence.scope?.text ?? ""

  /// Whether nothing that the claim does with an instance is remembered, but for what is found.
  var isForgetful: Bool { false }
  /// What the claim remembers of each instance.
  class var memory: ScopeInstance.Type { ScopeInstance.self }

  required init(_ number: Int, in session: Session) {
    self.session = session
    log = session.log
    self.number = number
    compiled = session.program.sentences[number]
    isAlone =
      session.program.rulebook.rules[compiled.rule].sentences.count == 1
      && !session.program.yields[compiled.rule] && compiled.scopeKind != .during
    sharedScope = compiled.sharedScope.flatMap { session.sharedScopes[$0] }
    usesSharedScope = sharedScope != nil
  }

  // MARK: What a claim does

  /// Takes a signal that a pattern of the claim fits.
  func receive(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { instance in
      judge(role, signal, key, in: instance)
    }
    countUnmeasuredSignal(role, signal, key)
  }
  /// Takes it in an instance in which it lies.
  func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {}
  /// Takes a signal that may be one that the claim demands: whether it fits, nobody knows.
  final func doubt(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { doubt(signal, key, in: $0) }
    if isUnmeasured(signal) { instances.forEach { doubt(signal, key, in: $0) } }
  }
  /// A signal of which nobody knows whether it lies in the scope, which time ends: it may be one that the claim demands. It is
  /// not judged.
  final func countUnmeasuredSignal(_ role: Role, _ signal: Session.Signal, _ key: Key?) {
    guard isUnmeasured(signal) else { return }
    if role == .event, !compiled.demandsItsEvents { return log.countUnmeasured(number) }
    if role != .stop, role != .since { instances.forEach { doubt(signal, key, in: $0) } }
  }
  /// The same in an instance in which it lies.
  func doubt(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {}
  /// Takes the opening or closing of a span that the claim names.
  func judge(_ change: Session.Change) {}
  /// Finds out whether it takes the next event of the kind that it has taken by itself, if nothing comes in between: then it
  /// lies in the one instance that is open.
  func prepareDetached() -> Bool {
    if instances.count != 1 { return false }
    let clock = session.state.clock
    return compiled.scopeLimit == nil
      || instances.with(0) {
        $0.withStart { $0.era == clock.era && clock.silences.length(from: $0.wall, to: clock.wall) == 0 }
      }
  }
  /// What matters of the events that it takes so, as long as nothing else comes.
  var tally: Tally { .each }
  /// So many have come of which that is their number, or the newest, too.
  func receive(_ count: Int, upTo newest: Occurrence?, _ state: inout SessionState) {}

  enum Tally {
    case each
    case number
    case newest
  }

  /// Takes an event so, while the state of its session is at hand.
  func runCached(_ occurrence: Occurrence, _ state: inout SessionState) {}
  /// Takes so one that may be one that the claim demands.
  func noteUnknownDetached(_ moment: Moment, _ state: inout SessionState) {}
  /// The time is over of what waits for an answer, and all that comes of that is a count; false where there is more to it.
  func expireDetached(_ one: Deadline.Awaited, _ state: inout SessionState) -> Bool { false }
  /// The time is over of what waits for one, so many nanoseconds, and something is to be told at the line of a signal;
  /// false where that may depend on what is at hand.
  func expireDetached(
    _ one: Deadline.Awaited, after limit: Int64, at signal: Session.Signal, _ state: inout SessionState
  ) -> Bool { false }
  /// An instance has opened.
  func opened(_ instance: ScopeInstance) {}
  /// An instance closes at a signal.
  func closes(_ instance: ScopeInstance, at signal: Session.Signal) { leave(instance) }
  /// An instance is left by the end of its session: counts what is known by then.
  func leave(_ instance: ScopeInstance, isEndOfLog: Bool) { leave(instance) }
  /// The time of a deadline has passed.
  func expired(_ deadline: Deadline, at signal: Session.Signal) {}
  /// The time is over of what waited for an answer, so many nanoseconds.
  func expired(_ one: Deadline.Awaited, after limit: Int64, at signal: Session.Signal) {}
  /// The process is gone, by the last line of the session.
  func processEnds(at signal: Session.Signal) {}
  /// The events on whose account the claim demands something in an instance that closes.
  func demanders(in instance: ScopeInstance) -> [Occurrence] { [instance.opening ?? instance.start] }
  /// The instance has ended, in whatever way.
  func leave(_ instance: ScopeInstance) {}

  /// The session is over; called after its instances were left.
  func end(isEndOfLog: Bool) {}

  /// The monitor of a sentence.
  static func monitor(of number: Int, in session: Session) -> Monitor {
    let type: Monitor.Type =
      switch session.program.sentences[number].sentence.claim {
      case .never: Absence.self
      case .expect: Existence.self
      case .has: Universality.self
      case .isFollowed: Response.self
      case .isPreceded: Precedence.self
      case .atMost: AtMost.self
      case .atLeast: AtLeast.self
      case .recurs: Recurrence.self
      case .noneOpen: OpenAtMoment.self
      case .lasts(let span, _, _): session.program.isCallback(span.id) ? CallDuration.self : SpanDuration.self
      case .isReopened: Restoration.self
      case .obeys: Order.self
      }
    return type.init(number, in: session)
  }

  /// Whether nothing of the instance came before the log.
  final func isBeginningKnown(of instance: ScopeInstance) -> Bool {
    instance.isOpened || session.isBeginningKnown
  }

  // MARK: Verdicts

  /// What is asked for may still come, unless the sentence then asks for nothing.
  final func countInconclusive(_ judged: Occurrence, in instance: ScopeInstance) {
    if isConditional, instance.fate != .closed { return }
    let signal = session.endSignal(of: judged)
    switch excuse(of: judged, at: signal) {
    case .given: break
    case .none: log.countInconclusive(number)
    case .open(let residual, let answers): wait(residual, answers, after: signal.order, to: .inconclusive)
    }
  }

  final func countHeld(_ instance: ScopeInstance, count: Int = 1) {
    if instance.fate == .open, isConditional, !isAbsenceUnknown {
      instance.heldIfEnded += count
    } else {
      countHeld(count: count)
    }
  }

  /// Counts that something happened within a limit, in nanoseconds, or that gaps make that unknown. The clock has counted no
  /// more than the limit.
  final func countHeld(
    _ instance: ScopeInstance, within limit: Int64, from start: Moment, at signal: Session.Signal,
    count: Int = 1
  ) {
    if session.isUnmeasured(limit, from: start, to: signal.line) {
      log.countUnmeasured(number, count: count)
    } else {
      countHeld(instance, count: count)
    }
  }

  /// Counts that the sentence was kept, in an instance whose end it does not depend on.
  final func countHeld(count: Int = 1) {
    log.countKept(number, isUnknown: isAbsenceUnknown, count: count)
  }

  /// Whether what did not come, and keeps the sentence by that, may be among lines that were lost.
  final var isAbsenceUnknown: Bool { compiled.holdsByAbsence && session.hasLosses }
}
