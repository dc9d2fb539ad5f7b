import BasicContainers
import Rulebook
import Trace

/// Monitors one sentence in one session. It tracks the open instances of the sentence's scope. There is a subclass for each
/// claim, and a subclass of `ScopeInstance` for the state of a claim that needs some.
///
/// A signal is judged before it opens and closes scopes. So the signal that closes an instance is inside the instance, and the
/// signal that opens it is not.
class Monitor {
  /// A strong reference: the session releases its monitors when it ends, which breaks the cycle. If the reference were `unowned`,
  /// each use would change a reference count twice.
  final let session: Session
  final let log: LogState
  let number: Int
  let compiled: CompiledSentence
  /// The open instances of the scope.
  final var instances = ScopeInstances()
  /// All instances that were created. An instance to which nothing else refers is reused.
  final var pool = ObjectPool<ScopeInstance>()
  /// The open instances that have a key, by key, and the number of open instances without a key.
  final var keyed = KeyTable<[ScopeInstance]>()
  final var unkeyed = 0
  /// For `outside S or T`: how many openings of these spans are open.
  final var openCount = 0
  /// For `while S or T`: the interval, which all sentences with this scope share. The monitor creates its own instance of it
  /// on demand (`beginSharedScope`).
  final let sharedScope: SharedScope?
  final let usesSharedScope: Bool
  /// For `before E`: whether E has occurred. The scope then has no more instances.
  final var isOver = false

  final var program: Program { session.program }
  /// Whether the app is known to record the events without which the sentence cannot be broken.
  final var isKnownObserved = false
  /// Verdicts whose exception contains an `E comes before F` that is still unanswered.
  final var undecided: [UndecidedVerdict] = []
  /// While a check is repeated after its line: the results that the exception had before the line.
  final var earlierExcuses = EarlierExcuses()
  /// Whether no finding of another sentence, or of another instance open at the same time, can merge with a breach of this
  /// sentence or silence it. The rule then has one sentence and no part in `yields`, and the scope is not `during S`.
  final let isIndependent: Bool

  /// The demanded pattern or condition, as text for messages.
  final lazy var demandText = compiled.demandText
  final var spanText = Memo<Int, String>()
  /// Whether a violation's text depends on nothing of the event but its name, and no exception or other rule can suppress it.
  final lazy var messageNeedsNameOnly =
    compiled.sentenceText.template == nil && compiled.exception == nil && !program.yields[compiled.rule]
  /// The text of the scope if it is the same for all instances; empty for `while` and `during`, and without a scope.
  final lazy var fixedScopeText = compiled.sentence.scope?.text ?? ""

  /// Whether the claim keeps no state of an instance except its breaches.
  var isStateless: Bool { false }
  /// The type of the scope instances. A subclass contains the claim's state for the instance.
  class var memory: ScopeInstance.Type { ScopeInstance.self }

  required init(_ number: Int, in session: Session) {
    self.session = session
    log = session.log
    self.number = number
    compiled = session.program.sentences[number]
    isIndependent =
      session.program.rulebook.rules[compiled.rule].sentences.count == 1
      && !session.program.yields[compiled.rule] && compiled.scopeKind != .during
    sharedScope = compiled.sharedScope.flatMap { session.sharedScopes[$0] }
    usesSharedScope = sharedScope != nil
  }

  // MARK: Methods that the claims override

  /// Handles a signal that matches a pattern of the claim: judges it in each instance that contains it.
  func receive(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { instance in
      judge(role, signal, key, in: instance)
    }
    countUnmeasuredSignal(role, signal, key)
  }
  /// Judges a signal that matches a pattern of the claim, in one instance that contains it.
  func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {}
  /// Handles a signal that may be a demanded event, because the condition of its pattern is unknown.
  final func receiveUnknownMatch(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) {
      noteUnknownMatch(signal, key, in: $0)
    }
    if isUnmeasured(signal) { instances.forEach { noteUnknownMatch(signal, key, in: $0) } }
  }
  /// Handles a signal that may be inside a `for D after E` scope or after its end, because of a silence before it. The signal is
  /// not judged. If the claim judges such events, the result is counted as unmeasured. If the claim demands them, the signal may
  /// be a demanded event.
  final func countUnmeasuredSignal(_ role: Role, _ signal: Session.Signal, _ key: Key?) {
    guard isUnmeasured(signal) else { return }
    if role == .event, !compiled.demandsItsEvents { return log.countUnmeasured(number) }
    if role != .stop, role != .since { instances.forEach { noteUnknownMatch(signal, key, in: $0) } }
  }
  /// Notes in one instance that a signal may be a demanded event.
  func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {}
  /// Judges the opening or closing of a span that the claim names.
  func judge(_ change: Session.Change) {}
  /// Called when an instance opens.
  func instanceOpened(_ instance: ScopeInstance) {}
  /// Called when an instance closes at a signal.
  func instanceClosed(_ instance: ScopeInstance, at signal: Session.Signal) { instanceEnded(instance) }
  /// Called for an instance that is still open when its session ends, unless the scope has to end with an event. Counts what is
  /// known by then.
  func sessionEnded(_ instance: ScopeInstance, isEndOfLog: Bool) { instanceEnded(instance) }
  /// Called when a deadline of the claim has passed. The signal is the moment just before the first later line.
  func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {}
  /// Called when the time of an obligation is over, after a limit in nanoseconds.
  func obligationExpired(_ obligation: Int32, after limit: Int64, at signal: Session.Signal) {}
  /// Called when a line logs the end of the process, after the line's signals are judged.
  func processEnds(at signal: Session.Signal) {}
  /// Returns the events that require a demanded event in an instance that closes.
  func demandingEvents(in instance: ScopeInstance) -> [Occurrence] { [instance.opening ?? instance.start] }
  /// The default for both ways in which an instance ends: it closes, or its session ends.
  func instanceEnded(_ instance: ScopeInstance) {}

  /// Called when the session ends, after the method for its open instances.
  func finishSession(isEndOfLog: Bool) {}

  /// Creates the monitor of a sentence.
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

  /// Whether the log contains the beginning of an instance, so that no event of the instance can be missing before it.
  final func isBeginningKnown(of instance: ScopeInstance) -> Bool {
    instance.isOpened || session.isBeginningKnown
  }

  // MARK: Verdicts

  /// Counts a check that is undecided at the end of the session, unless the exception applies. In a `before` or `between` scope
  /// that has not closed, nothing is counted.
  final func countInconclusive(_ judged: Occurrence, in instance: ScopeInstance) {
    if isConditional, instance.fate != .closed { return }
    let signal = session.endSignal(of: judged)
    switch excuse(of: judged, at: signal) {
    case .given: break
    case .none: log.countInconclusive(number)
    case .open(let residual, let answers): wait(residual, answers, after: signal.order, to: .inconclusive)
    }
  }

  /// Counts that the claim held in an instance. While a `before` or `between` scope is open, the count is kept in the instance
  /// and applies only if the scope closes. `judged` is the event with which it held: that of a violation if it did not hold. It is
  /// nil for claims that hold because no event breaks them.
  final func countHeld(
    _ instance: ScopeInstance, with judged: @autoclosure () -> Occurrence?, count: Int = 1
  ) {
    if log.knownSubjects != nil, let judged = judged() { noteHeld(judged, in: instance) }
    if instance.fate == .open, isConditional, !isAbsenceUnknown {
      instance.heldIfEnded += count
    } else {
      countHeld(count: count)
    }
  }

  /// Counts that something happened within a limit in nanoseconds, or as unmeasured if silences make this uncertain. The time
  /// that the session's clock counted must be within the limit.
  final func countHeld(
    _ instance: ScopeInstance, with judged: @autoclosure () -> Occurrence?, within limit: Int64,
    from start: Moment, at signal: Session.Signal, count: Int = 1
  ) {
    if session.isUnmeasured(limit, from: start, to: signal.line) {
      log.countUnmeasured(number, count: count)
    } else {
      countHeld(instance, with: judged(), count: count)
    }
  }

  /// Counts that the claim held, or as unknown if a missing event may be among lost lines. Does not depend on the scope's end.
  final func countHeld(count: Int = 1) {
    log.countResult(number, isUnknown: isAbsenceUnknown, count: count)
  }

  /// Whether the claim holds by the absence of events, but lines were lost that may have contained them.
  final var isAbsenceUnknown: Bool { compiled.holdsByAbsence && session.hasLosses }

  // MARK: Invariants

  /// Returns an invariant of the monitor that does not hold; nil if all hold.
  func brokenInvariant() -> String? {
    let activations = (
      open: session.state.activations[Activation.open(number)],
      closed: session.state.activations[Activation.closed(number)]
    )
    if usesSharedScope {
      if instances.count > 1 { return "a shared scope has two instances" }
      if session.isInSharedScope[number] == instances.isEmpty {
        return "the instance of a shared scope is lost"
      }
    } else if compiled.scopeSpan != nil {
      if session.state.activations[Activation.waiting(number)] == instances.isEmpty {
        return "`waiting` differs from the instances"
      }
    } else {
      if activations.open == instances.isEmpty { return "`open` differs from the instances" }
      if activations.closed == activations.open { return "`closed` is not the opposite of `open`" }
    }
    var (keyedCount, isClosed) = (0, false)
    instances.forEach { instance in
      if instance.key != nil { keyedCount += 1 }
      isClosed = isClosed || instance.fate == .closed
    }
    if isClosed { return "an instance that is over is still listed" }
    if keyedCount + unkeyed != instances.count { return "the count of instances without a key is wrong" }
    if session.state.activations[Activation.undecided(number)] == undecided.isEmpty {
      return "`undecided` differs from the verdicts that wait"
    }
    return nil
  }
}
