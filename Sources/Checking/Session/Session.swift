import BasicContainers
import Rulebook
import Trace

/// A session: one life of one process, with its open spans, its machines and the monitors of its sentences. For sentences across
/// sessions, each app has one more session, in which all its lives are one.
///
/// A line is processed in two phases. First, all its effects are applied: calls close, machines step, spans open and close, and
/// events are derived. Then each of these signals is judged, in order. So a span that the line itself closes counts as closed in
/// time, while a scope that the line ends still contains the line.
final class Session {
  let program: Program
  let log: LogState
  let app: App
  /// Whether the process has a number in the log.
  var hasPid: Bool
  /// Whether the session stands for all lives of an app.
  let isAcrossSessions: Bool
  /// The log order at which the session began. It identifies the session.
  let startOrder: Int

  /// The part of the state that nearly every event reads or changes.
  var state: SessionState
  /// What each signal does in this kind of session, by `Program.code(of:isClose:)`.
  let plans: Plans
  let predicates: PredicateTable
  /// The machines, by number.
  var machines = UniqueArray<MachineTable>()
  /// The calls of callbacks that have not closed yet, in the order of their entries.
  var runningCalls: [RunningCall] = []
  /// The line of the newest event of each mark, for marks without keys whose lines are shown in reports.
  var newest: [Occurrence?]
  /// The remembered values, by index of `Program.facts`. The facts that last beyond a session are in `App.facts`.
  var facts: [Fact?]
  /// The checks that are repeated after the line.
  var later = DeferredChecks()
  /// The values of `last E.f at M`, by index of `Program.snapshots`.
  var snapshots: [Fact?]
  /// The snapshots as they were before the current line, if the line has changed any of them.
  private var earlierSnapshots: [Fact?]
  /// For each snapshot, the log order of the signal that set it, and its previous value.
  var newestSnapshots: [(order: Int, before: Fact?)]
  private var areSnapshotsNew = false
  /// The verdicts that wait for an event within a limit.
  var pendingVerdicts: [PendingVerdict] = []

  /// The signals of the current line, in order.
  var signals = UniqueArray<UnretainedReference<Signal>>()
  /// The spans that the line opens and closes, in order.
  var changes = UniqueArray<Change>()
  /// The opening of each of these changes.
  var changed = UniqueArray<OpenSpan>()
  var signalPool = ObjectPool<Signal>()
  var callPool = ObjectPool<RunningCall>()
  var machinePool = ObjectPool<MachineTable.Instance>()
  var candidates: [Candidate] = []
  /// The rules of which a breach at the current line only repeats an earlier violation. Only rules that yield, or to which others
  /// yield, are listed.
  var repeatedRules: [Int] = []
  /// The signals that begin and end scopes, until their moment is judged.
  var bounds = UniqueArray<ScopeBoundary>()
  /// The states that the newest event has entered and that are settled at the close of its call.
  var entered: [(span: Int, opening: OpenSpan)] = []
  /// The instances of machines that the newest event moves or refers to.
  var stepped: [MachineTable.Instance] = []
  /// The answers to the open questions of an exception under which it is evaluated, one bit each.
  var triedAnswers: UInt8 = 0
  /// The sentences whose open questions the current line may have answered. Their verdicts are decided after the line.
  var answered: [Int] = []
  /// The timers that are due before the line. Only used in `expireDeadlines`.
  var expired: [Deadlines.Expired] = []
  /// The openings of the first part of a composed span. Only used in `openAll` and `makeAll`.
  var parts: [OpenSpan] = []
  /// The openings of composed spans that are not created yet.
  var deferred: [DeferredOpenings] = []
  /// The deferred openings that closed at the current line: the log order of the opening that represents them, and their number.
  var closedDeferred: [(made: Int, count: Int)] = []
  var awaitingPool = ObjectPool<PendingVerdict>()
  /// The atoms that a condition which looks ahead still needs. `lookahead` fills it.
  var futures: [LookaheadAtom] = []
  /// The marks that the current line sets. May contain duplicates.
  var occurred: [Int] = []
  /// The log order of the newest step of a machine; -1 before the first one.
  var newestStep = -1
  /// The changes of marks by the current line.
  var marked = UniqueArray<Remembered>()
  /// The facts that the current line sets: the index in `Plan.facts`, and the index of the signal.
  var told = UniqueArray<(place: Int, signal: Int)>()
  /// The instances of machines that end with the current line.
  var gone: [(machine: Int, key: Key)] = []

  /// The `while` scopes that sentences share, by number; nil for those of the other kind of session.
  private(set) var sharedScopes: [SharedScope?]
  var monitors = Monitors()
  /// For each sentence, whether its monitor has created an instance for the shared scope that is open.
  var isInSharedScope: UniqueArray<Bool>
  /// The monitors that measure calls of callbacks.
  private(set) var calls: [CallDuration] = []
  /// For each derived event with `once: SPAN`, the opening in which it was last derived, as the log order at which it opened, and
  /// whether that was a guess.
  private var derivedIn: [(opening: Int, isInferred: Bool)?]
  /// The number of losses of lines that do not concern the session: those before the device started, or before the beginning of
  /// the session was known.
  private var earlierLosses: Int
  /// The furthest launch event of the session, as its place in `sessions: begin`; nil before a launch event.
  var stage: Int?
  /// Whether an event other than a launch event has moved a machine, so that the session is past its launch.
  var isPastLaunch = false
  /// The newest event that was processed in full, by `step`.
  private(set) var lastFullEvent: Occurrence?
  /// Whether an event of `sessions: ending` has occurred, so that any launch event begins another session.
  var isEnding = false
  /// Whether the log contains the beginning of the session: its launch, unless the rulebook has no launch events. Nil before the
  /// first event that is neither a fact nor a declaration of what is recorded.
  var knowsBeginning: Bool?

  init(_ program: Program, _ log: LogState, _ app: App, hasPid: Bool, isAcrossSessions: Bool = false) {
    self.program = program
    self.log = log
    self.app = app
    self.hasPid = hasPid
    self.isAcrossSessions = isAcrossSessions
    startOrder = log.nextOrder()
    earlierLosses = isAcrossSessions ? 0 : log.lossesBeforeBoot
    plans = isAcrossSessions ? program.appSessionPlans : program.plans
    predicates = program.predicates
    state = SessionState(
      program, isAcrossSessions ? program.appSessionFastPlans : program.fastPlans, losses: earlierLosses)
    newest = Array(repeating: nil, count: program.markCount)
    facts = Array(repeating: nil, count: program.facts.count)
    snapshots = Array(repeating: nil, count: program.snapshots.count)
    earlierSnapshots = snapshots
    newestSnapshots = Array(repeating: (order: 0, before: nil), count: program.snapshots.count)
    derivedIn = Array(repeating: nil, count: program.derived.count)
    isInSharedScope = UniqueArray(repeating: false, count: program.sentences.count)
    sharedScopes = program.sharedScopes.map {
      $0.isAcrossSessions == isAcrossSessions ? SharedScope($0.spans) : nil
    }
    for _ in program.rulebook.machines { machines.append(MachineTable()) }
    monitors = Monitors(sentences: program.sentences.count) { sentence in
      program.sentences[sentence].sentence.isAcrossSessions == isAcrossSessions
        ? Monitor.monitor(of: sentence, in: self) : nil
    }
    monitors.forEach { monitor in
      (monitor as? CallDuration).map { calls.append($0) }
      let asksForShown = monitor.compiled.questions.contains {
        if case .shows = $0 { true } else { false }
      }
      if asksForShown { state.set(Activation.unshown(monitor.number), true) }
    }
  }

  var recording: Recording { app.recording }

  // MARK: Beginning and end

  /// Whether the beginning of the session is known: no event of the session is missing because it was before the log.
  var isBeginningKnown: Bool { knowsBeginning ?? program.rulebook.sessions.begin.isEmpty }

  /// Whether lines of the session may be lost. A missing event then proves nothing.
  var hasLosses: Bool { state.losses > earlierLosses }

  /// Ends the session, because the log ends (`isEndOfLog`), the process ends or another session begins. `losses` is the number of
  /// times that the log has lost lines by then.
  func end(isEndOfLog: Bool, losses: Int) {
    guard lastFullEvent != nil else { return releaseMonitors() }
    state.losses = losses
    makeDeferred()
    for sentence in program.sentences.indices {
      log.counts[sentence].held += state.held[sentence]
      log.counts[sentence].unmeasured += state.unmeasured[sentence]
      log.counts[sentence].unknown += state.unknown[sentence]
    }
    candidates.removeAll()
    for runningCall in runningCalls {
      if isEndOfLog { leave(runningCall) }
      runningCall.entered.removeAll()
    }
    for item in pendingVerdicts { item.drop(in: log) }
    // The end answers the open questions of earlier verdicts first. The instances that it ends may add verdicts with open
    // questions.
    monitors.forEach { $0.endUndecided() }
    monitors.forEach { $0.endInstances(isEndOfLog: isEndOfLog) }
    monitors.forEach { $0.endUndecided() }
    releaseMonitors()
    state.deadlines.removeAll()
    state.isQuiescent = false
  }

  /// Releases the monitors. They refer to the session, so this breaks a reference cycle.
  private func releaseMonitors() {
    monitors = Monitors()
    calls = []
  }

  // MARK: Processing a line

  /// Processes the next event of the session in full.
  func step(_ occurrence: Occurrence) {
    begin(at: occurrence)
    let wasBeginningKnown = lastFullEvent != nil && isBeginningKnown
    state.losses = occurrence.losses
    updateLaunchStage(occurrence.id)
    if lastFullEvent == nil {
      monitors.forEach { $0.begin(at: occurrence) }
    }
    if isBeginningKnown, !wasBeginningKnown {
      earlierLosses = state.losses
      monitors.forEach { $0.beginningBecomesKnown(at: occurrence) }
    }
    if isAcrossSessions {
      for monitor in calls { monitor.forgetLives(before: occurrence) }
    }
    if state.isAfterSilence { noteSilenceEnd(at: occurrence) }
    expireDeadlines(at: occurrence)
    areSnapshotsNew = false
    closeOverdueCalls(at: occurrence)
    judgeBeforeLine(occurrence)
    areSnapshotsNew = false
    closeCallsOfEarlierSessions(at: occurrence)
    applyEvent(occurrence)
    judgeSignals()
    endLine(occurrence)
    lastFullEvent = occurrence
    state.newest = nil
    state.updateClock(program)
    state.isInCall = !runningCalls.isEmpty
    state.calls.clear()
    for place in runningCalls.indices where !runningCalls[place].isAwaited {
      state.calls.append(runningCalls[place].time)
    }
    updateQuiescence()
    checkInvariants()
  }

  /// Judges the signals of the line, in order. The changes and scope boundaries of a moment follow its last signal.
  func judgeSignals() {
    // Restores the snapshots as they were before the line. Each signal takes its own again when it is judged, so conditions never
    // see later ones.
    if areSnapshotsNew { swap(&snapshots, &earlierSnapshots) }
    for index in signals.indices {
      signals[index].with { signal in
        judge(signal, at: index)
        if isLast(index, of: signal.moment) { follow(signal.moment) }
        if signal.code < state.wasSeen.count { state.wasSeen[signal.code] = true }
      }
    }
  }

  /// Starts a line: advances the clock, and clears the signals of the previous line.
  func begin(at occurrence: Occurrence) {
    advanceClock(occurrence)
    signals.clear()
  }

  /// Updates whether the next events can be processed without the full path.
  func updateQuiescence() {
    state.isQuiescent =
      pendingVerdicts.isEmpty && !hasLosses && knowsBeginning != nil
      && !(isAcrossSessions && !calls.isEmpty)
  }

  /// The newest event of the session; nil if there is none. It may have been processed by the fast path.
  var last: Occurrence? {
    state.newest.map { Occurrence($0, state.clock, losses: state.losses) } ?? lastFullEvent
  }

  /// Saves the snapshots as they were before the line. Called before the line changes a snapshot.
  func saveSnapshots() {
    if areSnapshotsNew { return }
    areSnapshotsNew = true
    for index in snapshots.indices { earlierSnapshots[index] = snapshots[index] }
  }

  private func advanceClock(_ occurrence: Occurrence) {
    let step = state.advance(to: occurrence.time)
    if !isAcrossSessions { log.times.note(step, at: occurrence.line) }
    state.clock.stamp(occurrence)
  }

  /// Applies an event: closes the calls that it ends, steps machines, opens its own call, opens and closes spans, derives events,
  /// and closes the call whose return it is. If the event is derived, `moment` is the moment of its source.
  func applyEvent(_ occurrence: Occurrence, at moment: Int? = nil) {
    plans.with(Int(occurrence.id.rawValue)) { apply(occurrence, $0, at: moment) }
  }

  private func apply(_ occurrence: Occurrence, _ plan: Plan, at moment: Int?) {
    let id = occurrence.id
    let opensCall = program.tracksCalls[id.index] && !id.isEnd
    occurrence.instance = unnamedInstance(of: occurrence)
    if !plan.machines.isEmpty || opensCall || program.sessionRoles[Int(id.rawValue)].isEnd {
      closeCalls(before: occurrence, at: moment)
    }
    occurrence.order = log.nextOrder()
    let signal = signalPool.make { Signal(occurrence) }
    signal.assign(occurrence, at: moment)
    signals.append(UnretainedReference(signal))
    entered.clear()
    stepped.clear()
    for place in plan.machines.indices { stepMachine(at: place, of: plan, signal) }
    if opensCall {
      openCall(
        for: signal, returningAs: (occurrence.source ?? id).end,
        key: program.callbackKey(occurrence, for: occurrence.source))
    }
    apply(signal, plan)
    if let callback = program.deliveredCallback(occurrence) { noteDelivery(occurrence, for: callback) }
    if id.isEnd { noteReturn(occurrence) }
  }

  /// Takes the snapshots of a signal, closes and opens spans, and derives events, in this order.
  /// Reference: `History.apply`.
  func apply(_ signal: Signal, _ plan: Plan) {
    takeSnapshots(signal, plan)
    for place in plan.closes.indices
    where holds(plan.closes[place].guard, plan.closes[place].condition, of: plan, signal) {
      let span = plan.closes[place].span
      close(span, key(of: span, signal), by: signal)
    }
    for place in plan.opens.indices
    where holds(plan.opens[place].guard, plan.opens[place].condition, of: plan, signal) {
      let span = plan.opens[place].span
      open(span, key(of: span, signal) ?? .empty, by: signal.judged, at: signal)
    }
    for place in plan.forms.indices where holds(plan.forms[place].guard, signal) {
      derive(plan.forms[place].derivation, plan.forms[place].form, from: signal)
    }
  }

  /// Derives an event from a signal by one of its forms, if the form's conditions hold.
  /// Reference: `Derivation.derive`.
  private func derive(_ index: Int, _ number: Int, from signal: Signal) {
    let derivation = program.derived[index]
    let form = derivation.forms[number]
    // A guess counts only if the app has not shown an event of a form that is not a guess.
    if form.isInferred,
      derivation.forms.contains(where: { !$0.isInferred && $0.events.contains(where: recording.has) })
    {
      return
    }
    if let scope = form.scope, state.newest(scope, containing: signal.moment) == nil { return }
    if let exception = form.exception, holds(exception, signal) { return }
    if let span = derivation.oncePer {
      guard let opening = state.newest(span, containing: signal.moment) else { return }
      // An event that is not a guess is derived even if it was already guessed in the same opening.
      if let made = derivedIn[index], made.opening == opening, form.isInferred || !made.isInferred {
        return
      }
      derivedIn[index] = (opening, form.isInferred)
    }
    let occurrence =
      signal.runningCall == nil
      ? log.occurrences.copy(signal.line, order: signal.line.order)
      : log.occurrences.copy(signal.judged, at: signal.line)
    occurrence.follow(
      as: derivation.event, from: signal.runningCall?.awaitedEnd ?? signal.judged.id,
      signal.runningCall == nil ? signal.judged.call : nil, isInferred: form.isInferred)
    guard !isDuplicate(occurrence) else { return }
    recording.note(occurrence)
    applyEvent(occurrence, at: signal.moment)
  }

  /// Finishes a line after its signals are judged: reports what the line confirms, updates marks and facts, repeats deferred
  /// checks, and settles candidates.
  private func endLine(_ occurrence: Occurrence) {
    if program.sessionRoles[Int(occurrence.id.rawValue)].isEnd, !signals.isEmpty {
      let last = signals[signals.count - 1].object
      monitors.forEach { $0.processEnds(at: last) }
    }
    // Violations that waited for the app to record an event are reported before those of this line.
    log.releaseObserved(app, by: occurrence)
    resolvePendingVerdicts(occurrence)
    answerDeferred()
    remember()
    finishDeferred(occurrence)
    applyAnswers()
    resolveCandidates()
    log.timeline?.record(self, occurrence)
    endChanges()
    removeGoneInstances()
  }

  /// Clears the changes of the line, and releases the openings that it closed.
  func endChanges() {
    for place in changes.indices where changes[place].kind == .closed {
      state.endLine(of: changes[place].span)
    }
    changes.clear()
    changed.clear()
    closedDeferred.clear()
  }
}
