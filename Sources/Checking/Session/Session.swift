import BasicContainers
import Rulebook
import Trace

/// One life of one process: what is open in it, and the monitors of its sentences. Sentences across sessions have one
/// more, in which all lives of an app are one.
///
/// A line is taken in two phases. First everything that it brings about is applied: windows close, machines step,
/// spans open and close, events are derived. Then each of these signals is judged in order. So a thing that the line
/// itself closes counts as closed in time, while a scope that the line ends still holds it.
final class Session {
  let program: Program
  let log: LogState
  let app: App
  /// Whether the process is told apart by a number.
  var hasPid: Bool
  /// Whether it stands for all lives of an app.
  let isAcrossSessions: Bool
  /// Where it began, in the log's order.
  let startOrder: Int

  /// What nearly every event asks for or changes.
  var state: SessionState
  /// What each signal does here.
  let plans: [Plan]
  var machines = UniqueArray<MachineTable>()
  var runningCalls: [RunningCall] = []
  /// The newest occurrence of each mark without keys.
  var newest: [Occurrence?]
  var facts: [Fact?]
  var later = DeferredChecks()
  var snapshots: [Fact?]
  /// What they were before the line that is read, if that has changed any.
  private var earlierSnapshots: [Fact?]
  /// For each snapshot, the order of the signal that set it, and its previous value.
  var newestSnapshots: [(order: Int, before: Fact?)]
  private var areSnapshotsNew = false
  /// Verdicts that wait for an event to come in time.
  var pendingVerdicts: [PendingVerdict] = []

  /// What the line that is read brought about, in order, what it opened and closed, and the opening of each change.
  var signals = UniqueArray<Signal>()
  var changes = UniqueArray<Change>()
  var changed = UniqueArray<OpenSpan>()
  var signalPool = ObjectPool<Signal>()
  var callPool = ObjectPool<RunningCall>()
  var machinePool = ObjectPool<MachineTable.Instance>()
  var candidates: [Candidate] = []
  /// The rules for which an offence of the line only repeats a violation, if other rules yield to them.
  var repeatedRules: [Int] = []
  /// The events that begin and end scopes, until their moment was judged.
  var bounds = UniqueArray<ScopeBoundary>()
  /// What is known of the conditions on fields, of the signal that is judged.
  var answers = TruthVector.unclear
  /// The states that the newest event has entered, and the instances of machines that it means.
  var entered: [(span: Int, opening: OpenSpan)] = []
  var stepped: [MachineTable.Instance] = []
  /// The answers that are tried out for the open questions of an exception, a bit each.
  var answersToQuestions: UInt8 = 0
  /// The sentences of which a line has answered an open question.
  var answered: [Int] = []
  /// What should have come before the line.
  var expired: [Deadlines.Expired] = []
  /// The openings that a composed span is to have.
  var parts: [OpenSpan] = []
  /// Openings of composed spans that are not made yet, and how many have closed so at the line, each with one that was made.
  var deferred: [DeferredOpenings] = []
  var closedUnmade: [(made: Int, count: Int)] = []
  var awaitingPool = ObjectPool<PendingVerdict>()
  /// What has to come for the condition that is looked at.
  var futures: [LookaheadAtom] = []
  /// The marks that the line sets.
  var occurred: [Int] = []
  /// When the line has moved a machine, in the log's order; negative where it has not.
  var newestStep = -1
  /// What of the line is to be remembered: marks, and places among the facts of a signal, and the signal.
  var marked = UniqueArray<Remembered>()
  var told = UniqueArray<(place: Int, signal: Int)>()
  /// The instances of machines that are gone with the line.
  var gone: [(machine: Int, key: Key)] = []

  /// By number; nil for those of the other kind of session.
  private(set) var sharedScopes: [SharedScope?]
  var monitors = Monitors()
  /// Which of them have an instance of the stretch that is their scope.
  var isInSharedScope: UniqueArray<Bool>
  private(set) var calls: [CallDuration] = []
  /// For each derived event that is made once a span: the opening in which it was made.
  private var derivedIn: [(opening: Int, isInferred: Bool)?]
  /// How often the log had lost lines before anything of this life.
  private var earlierLosses: Int
  /// The furthest launch event of this life.
  var stage: Int?
  var hasLived = false
  /// The newest event that was taken in full.
  private(set) var lastTaken: Occurrence?
  var isEnding = false
  /// Whether of the line that is read it was told already what should have come before it.
  var isExpired = false
  /// Whether the log tells how the session began; nil while only facts have been told.
  var tellsBeginning: Bool?

  init(_ program: Program, _ log: LogState, _ app: App, hasPid: Bool, isAcrossSessions: Bool = false) {
    self.program = program
    self.log = log
    self.app = app
    self.hasPid = hasPid
    self.isAcrossSessions = isAcrossSessions
    startOrder = log.nextOrder()
    earlierLosses = isAcrossSessions ? 0 : log.lossesBeforeBoot
    plans = isAcrossSessions ? program.plansAcross : program.plans
    state = SessionState(
      program, isAcrossSessions ? program.fastPlansAcross : program.fastPlans, losses: earlierLosses)
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

  /// Whether nothing of the session came before the log.
  var isBeginningKnown: Bool { tellsBeginning ?? program.rulebook.sessions.begin.isEmpty }

  /// Whether lines of this life may be lost: what did not come by the newest event proves nothing.
  var hasLosses: Bool { state.losses > earlierLosses }

  /// Ends the session: with its log, or because the process is gone. By then the log has lost lines so often.
  func end(isEndOfLog: Bool, losses: Int) {
    guard lastTaken != nil else { return releaseMonitors() }
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
    // What is known of exceptions counts before what the end leaves open, which may ask for the rest of the log itself.
    monitors.forEach { $0.endUndecided() }
    monitors.forEach { $0.endInstances(isEndOfLog: isEndOfLog) }
    monitors.forEach { $0.endUndecided() }
    releaseMonitors()
    state.deadlines.removeAll()
    state.isQuiescent = false
  }

  /// Its monitors know it, too: none keeps the other alive.
  private func releaseMonitors() {
    monitors = Monitors()
    calls = []
  }

  // MARK: A line

  /// Takes the next event of this session.
  func step(_ occurrence: Occurrence) {
    if isExpired { state.clock.stamp(occurrence) } else { begin(at: occurrence) }
    let wasBeginningKnown = lastTaken != nil && isBeginningKnown
    state.losses = occurrence.losses
    noteLife(occurrence.id)
    if lastTaken == nil {
      monitors.forEach { $0.begin(at: occurrence) }
    }
    if isBeginningKnown, !wasBeginningKnown {
      earlierLosses = state.losses
      monitors.forEach { $0.beginningIsKnown(at: occurrence) }
    }
    if isAcrossSessions {
      for monitor in calls { monitor.forgetLives(before: occurrence) }
    }
    if state.isAfterSilence { passSilence(at: occurrence) }
    if !isExpired { expireDeadlines(at: occurrence) }
    isExpired = false
    areSnapshotsNew = false
    closeOverdueCalls(at: occurrence)
    judgeBeforeLine(occurrence)
    areSnapshotsNew = false
    closeCallsOfEarlierSessions(at: occurrence)
    emit(occurrence)
    judgeSignals()
    endLine(occurrence)
    lastTaken = occurrence
    state.newest = nil
    updateDetached()
    state.updateClock(program)
    state.isInCall = !runningCalls.isEmpty
    state.calls.clear()
    for place in runningCalls.indices where !runningCalls[place].isAwaited {
      state.calls.append(runningCalls[place].time)
    }
    updateQuiescence()
  }

  /// Judges what was brought about, each moment as a whole.
  func judgeSignals() {
    // A value at a moment is that of the moments up to the signal that is judged.
    if areSnapshotsNew { swap(&snapshots, &earlierSnapshots) }
    for index in signals.indices {
      let signal = signals[index]
      judge(signal, at: index)
      if isLast(index, of: signal.moment) { follow(signal.moment) }
      if signal.code < state.wasSeen.count { state.wasSeen[signal.code] = true }
    }
  }

  /// Before anything is found at a line.
  func begin(at occurrence: Occurrence) {
    advanceClock(occurrence)
    signals.clear()
  }

  func updateQuiescence() {
    state.isQuiescent =
      pendingVerdicts.isEmpty && !hasLosses && tellsBeginning != nil
      && !(isAcrossSessions && !calls.isEmpty)
  }

  /// The newest event.
  var last: Occurrence? {
    state.newest.map { Occurrence($0, state.clock, losses: state.losses) } ?? lastTaken
  }

  /// Before the line changes a snapshot.
  func keepSnapshots() {
    if areSnapshotsNew { return }
    areSnapshotsNew = true
    for index in snapshots.indices { earlierSnapshots[index] = snapshots[index] }
  }

  private func advanceClock(_ occurrence: Occurrence) {
    let step = state.advance(to: occurrence.time)
    if !isAcrossSessions { log.times.note(step, at: occurrence.line) }
    state.clock.stamp(occurrence)
  }

  /// Applies an event and all that follows from it.
  func emit(_ occurrence: Occurrence, at moment: Int? = nil) {
    let id = occurrence.id
    let plan = plans[Int(id.rawValue)]
    let opensCall = program.tracksCalls[id.index] && !id.isEnd
    occurrence.instance = unnamedInstance(of: occurrence)
    if !plan.machines.isEmpty || opensCall || program.sessionRoles[Int(id.rawValue)].isEnd {
      closeCalls(before: occurrence, at: moment)
    }
    occurrence.order = log.nextOrder()
    let signal = signalPool.make { Signal(occurrence) }
    signal.assign(occurrence, at: moment)
    signals.append(signal)
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

  /// Opens and closes what the signal opens and closes, and makes the events that follow from it.
  func apply(_ signal: Signal, _ plan: Plan) {
    takeSnapshots(signal, plan)
    for place in plan.closes.indices
    where holds(plan.closes[place].guard, as: plan.closes[place].condition, signal) {
      let span = plan.closes[place].span
      close(span, key(of: span, signal), by: signal)
    }
    for place in plan.opens.indices
    where holds(plan.opens[place].guard, as: plan.opens[place].condition, signal) {
      let span = plan.opens[place].span
      open(span, key(of: span, signal) ?? .empty, by: signal.judged, at: signal)
    }
    for place in plan.forms.indices where holds(plan.forms[place].guard, signal) {
      derive(plan.forms[place].derivation, plan.forms[place].form, from: signal)
    }
  }

  private func derive(_ index: Int, _ number: Int, from signal: Signal) {
    let derivation = program.derived[index]
    let form = derivation.forms[number]
    // A guess counts only in a log that does not tell.
    if form.isInferred,
      derivation.forms.contains(where: { !$0.isInferred && $0.events.contains(where: recording.has) })
    {
      return
    }
    if let scope = form.scope, state.newest(scope, containing: signal.moment) == nil { return }
    if let exception = form.exception, holds(exception, signal) { return }
    if let span = derivation.oncePer {
      guard let opening = state.newest(span, containing: signal.moment) else { return }
      // What is told comes even where it was guessed before.
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
    emit(occurrence, at: signal.moment)
  }

  private func endLine(_ occurrence: Occurrence) {
    if program.sessionRoles[Int(occurrence.id.rawValue)].isEnd, !signals.isEmpty {
      let last = signals[signals.count - 1]
      monitors.forEach { $0.processEnds(at: last) }
    }
    // What was found before comes before what the line shows.
    log.releaseObserved(app, by: occurrence)
    resolvePendingVerdicts(occurrence)
    answerDeferred()
    remember()
    finishDeferred(occurrence)
    settleAnswered()
    resolveCandidates()
    endChanges()
    removeGoneInstances()
  }

  /// What has closed is not asked for any more.
  func endChanges() {
    for place in changes.indices where changes[place].kind == .closed {
      state.endLine(of: changes[place].span)
    }
    changes.clear()
    changed.clear()
    closedUnmade.clear()
  }
}
