import BasicContainers
import Trace

/// The session whose state is checked out: the `SessionState` and the monitors of one process, and the state of its app session
/// (`App.appSession`). Meanwhile, the session objects hold empty ones. Most events then change only this one value, and no
/// references are counted.
struct ActiveSession: ~Copyable {
  /// The process that is checked out, or else the one that was checked out or took the full path last.
  private(set) var process: Process?
  /// The `Event.ownerNumber` of the process that is checked out, and of the one to check out at its next event. Negative if there
  /// is none.
  private var owner = -1
  private var waitingOwner = -1
  /// The number of useless check-outs in a row: none of the process's events took the fast path. If there are too many of them,
  /// the next `pause` events take the full path without a check-out.
  private var vain = 0
  private var pause = 0
  private let mostUselessCheckOuts: Int
  private let pauseLength: Int
  var session = SessionState()
  var monitors = Monitors()
  var appSession = SessionState()
  /// Whether the app has an app session.
  private var hasAppSession = false
  /// At the check-out: how often the log had lost lines by the session's newest event, and how often its clock had been set.
  private var losses = 0
  private var setting: Int32 = 0
  /// The times of the calls whose return may still be logged (`ReturnLookahead`).
  private var calls: [LogTime?] = []
  /// How many events may pass until there are too many for one of these calls, and how many have passed since the check-out.
  private var room = Int.max
  private var passed = 0
  var timeGuard = TimeGuard()
  /// The cached plans.
  var inlineCache: InlineCache
  /// The newest event that took the fast path since the check-out. Its `order` is set only when the state is put back.
  private(set) var newest = SessionState.Newest()

  init(_ limits: Limits) {
    (mostUselessCheckOuts, pauseLength) = (limits.uselessCheckOuts, limits.checkOutPause)
    inlineCache = InlineCache(limits)
  }

  /// Whether an event belongs to the process that is checked out.
  @inline(__always)
  func holds(_ event: Event) -> Bool { owner == event.ownerNumber }

  /// Marks a process to be checked out at its next event, because one of its events took the full path. `owner` is the event's
  /// `ownerNumber`.
  mutating func wait(for process: Process, _ owner: Int) {
    if self.process !== process { self.process = process }
    waitingOwner = owner
  }

  /// Cancels the check-out that was planned for the next event.
  mutating func cancelCheckOut() { waitingOwner = -1 }

  /// Checks out the process of an event, if it is marked for that and the event may take the fast path. If many check-outs in a
  /// row were useless, only some events try it. Returns whether the process is checked out.
  mutating func checkOut(for event: Event, _ program: Program) -> Bool {
    guard waitingOwner == event.ownerNumber, let process,
      !process.session.state.isStructural(event.id)
    else { return false }
    if pause > 0 {
      pause -= 1
      return false
    }
    cancelCheckOut()
    checkOut(process, event.ownerNumber, program)
    return holds(event)
  }

  /// Moves the states of a process here. Does nothing if the process is gone, if `ReturnLookahead` holds lines back or waits for
  /// the delivery of a notification, or if the app session does not exist yet.
  private mutating func checkOut(_ process: Process, _ owner: Int, _ program: Program) {
    guard !process.isGone, process.app.lines.list(openCalls: &calls),
      !program.isAcrossSessions || process.app.appSession != nil
    else { return }
    let own = process.session
    if self.process !== process { self.process = process }
    self.owner = owner
    room = process.app.lines.room
    swap(&monitors, &own.monitors)
    swap(&session, &own.state)
    losses = session.losses
    setting = own.log.clockSettings
    hasAppSession = process.app.appSession != nil
    if let appSession = process.app.appSession { swap(&self.appSession, &appSession.state) }
    inlineCache.begin(signals: session.wasSeen.count, configuration)
    let circumstances = SessionState.Circumstances(
      losses: losses, process: process.number, life: own.startOrder)
    session.next.begin(circumstances)
    if hasAppSession { appSession.next.begin(circumstances) }
    resetTimeGuard()
  }

  /// A hash of the session, its activations and the spans that were ever open in it. The app session is included. Cached plans
  /// that depend only on these and on the line are valid as long as it is the same.
  private var configuration: UInt64 {
    mutating get {
      let number = session.activationHash ^ Activation.number(ofSession: process?.session.startOrder ?? 0)
      guard let appSession = process?.app.appSession else { return number }
      return number &* 3 &+ self.appSession.activationHash
        ^ Activation.number(ofSession: appSession.startOrder)
    }
  }

  /// Moves the states back into their sessions. This must happen before anything else uses the sessions.
  mutating func checkIn() {
    guard owner >= 0, let process else { return }
    let own = process.session
    advanceClocks()
    process.app.lines.pass(passed)
    passed = 0
    vain = newest.isNone ? vain + 1 : 0
    if vain >= mostUselessCheckOuts { pause = pauseLength }
    while let sentence = session.deferredCounts.sentences.last { flushCounts(of: sentence) }
    if !newest.isNone {
      newest.order = own.log.order
      session.newest = newest
      if hasAppSession { appSession.newest = newest }
      newest = SessionState.Newest()
    }
    swap(&session, &own.state)
    swap(&monitors, &own.monitors)
    if hasAppSession, let appSession = process.app.appSession { swap(&self.appSession, &appSession.state) }
    owner = -1
  }

  /// Passes the deferred counts of a sentence to its monitor.
  mutating func flushCounts(of sentence: Int) {
    let (count, newest) = session.deferredCounts.remove(sentence)
    monitors.with(sentence, &session) { $0.receive(count, upTo: newest, &$1) }
  }

  /// Advances the clocks of the sessions to the newest time.
  private mutating func advanceClocks() {
    let passed = timeGuard.passed
    if passed == 0 { return }
    let now = timeGuard.advanceClocks()
    session.clock.advanceEvenly(by: passed, to: now)
    if hasAppSession { appSession.clock.advanceEvenly(by: passed, to: now) }
  }

  private mutating func resetTimeGuard() {
    timeGuard = TimeGuard()
    guard calls.isEmpty else { return }
    let own = TimeGuard(&session)
    timeGuard = hasAppSession ? TimeGuard(own, TimeGuard(&appSession)) : own
  }

  /// Runs the cached plan of an event. This is the path of most events. Returns whether time has passed since the event before
  /// it. Returns nil, and changes nothing, if the process is not checked out, the time guard fails, or there is no valid plan.
  @inline(__always)
  mutating func runCached(_ event: Event, _ line: Span<UInt8>, _ log: LogState) -> Bool? {
    guard holds(event), let timestamp = event.time else { return nil }
    let time = LogTime(timestamp: timestamp, setting: setting)
    let now = SessionClock.Reading(time)
    guard timeGuard.mayGoOn(to: now) else { return nil }
    let place = inlineCache.find(event, line)
    if place < 0 { return nil }
    let isLater = timeGuard.isBefore(now)
    timeGuard.advanceEvenly(to: now)
    let order = log.nextOrder()
    (newest.event, newest.line, newest.time) = (event.record.id, event.record.line, time)
    session.begin(order: order, after: timeGuard.passed)
    let cachedPlan = inlineCache[place].own
    session.makeKey(cachedPlan, event, line)
    let (span, deed) = (Int(cachedPlan.span), cachedPlan.deed)
    switch cachedPlan.opcode {
    case .nothing: return isLater
    case .open: session.open(span, deed, event, line, time, &log.occurrences)
    case .openAndMark:
      session.open(span, deed, event, line, time, &log.occurrences)
      session.mark(Int(cachedPlan.mark), retention: cachedPlan.retention)
    case .close: session.closeAny(span, hasKey: cachedPlan.key >= 0, deed)
    case .closeAndMark:
      session.closeAny(span, hasKey: cachedPlan.key >= 0, deed)
      session.mark(Int(cachedPlan.mark), retention: cachedPlan.retention)
    case .instructions: perform(place, event, line, time, order, log)
    }
    updateGuardIfNeeded()
    return isLater
  }

  /// The state of the timers at an event that could not run a cached plan.
  enum Turn {
    /// No timer was fired here.
    case none
    /// All timers that were due have fired. The event may now run a cached plan.
    case goesOn
    /// A timer is due whose monitor needs its session. When it has fired, the event may take the fast path.
    case isDue
  }

  /// Fires the timers that are due before an event, as far as their monitors can run detached. Applies only if a due timer is
  /// what keeps the event from running a cached plan.
  mutating func turn(at event: Event, _ line: Span<UInt8>, _ log: LogState) -> Turn {
    guard holds(event), calls.isEmpty, let timestamp = event.time, log.losses == losses,
      timeGuard.mayBeTurn(at: SessionClock.Reading(LogTime(timestamp: timestamp, setting: setting))),
      session.mayRunFast(event.id)
    else { return .none }
    let time = LogTime(timestamp: timestamp, setting: setting)
    advanceClocks()
    if hasAppSession, appSession.isDue(at: appSession.clock.counted(at: time)) { return .none }
    let now = session.clock.counted(at: time)
    var signal: Session.Signal?
    var isDue = false
    while !isDue, let first = session.firstDue(at: now) {
      isDue = !fireTimer(first, &signal, at: event, line, time, log)
    }
    if signal != nil { process?.session.resolveCandidates() }
    if isDue { return .isDue }
    updateGuardIfNeeded()
    resetTimeGuard()
    return .goesOn
  }

  /// Handles the timer that is due first. If its sentence has deferred counts, they are passed on, which renews the timer. The
  /// signal is created when a violation may have to be reported. Returns false if the monitor needs its session.
  @inline(__always)
  private mutating func fireTimer(
    _ first: Deadlines.First, _ signal: inout Session.Signal?, at event: Event,
    _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) -> Bool {
    switch first {
    case .deadline(let sentence) where session.deferredCounts.isCounted(sentence): flushCounts(of: sentence)
    case .turn(let sentence, let one, let era, let limit) where era == session.clock.era:
      if monitors.with(sentence, &session, { $0.expireDetached(one, &$1) }) == true { return true }
      guard let known = signal ?? self.signal(at: event, line, time, log) else { return false }
      signal = known
      return monitors.with(sentence, &session) { $0.expireDetached(one, after: limit, at: known, &$1) }
        == true
    case .turn, .deadline, .other: return false
    }
    return true
  }

  /// Creates the signal for the moment before an event. Violations of due timers are reported at its line. Nil if there is no
  /// process.
  private mutating func signal(
    at event: Event, _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) -> Session.Signal? {
    guard let own = process?.session else { return nil }
    (log.currentLine, log.judgedLine) = (event.line, event.line)
    session.begin(order: log.nextOrder(), after: timeGuard.time(until: SessionClock.Reading(time)))
    let occurrence = session.occurrence(event, line, time, &log.occurrences)
    let signal = own.signalPool.make { Session.Signal(occurrence) }
    signal.assign(occurrence, at: nil)
    return signal
  }

  /// Checks out a process again that was just put back.
  mutating func checkOutAgain(_ process: Process, for event: Event, _ program: Program) {
    checkOut(process, event.ownerNumber, program)
  }

  /// Forgets the values of the conditions on fields, because the next event has other fields.
  @inline(__always)
  mutating func forgetFields() { session.next.ofFields = nil }

  /// Runs the fast plan of an event, and stores it in the cache if possible. If `isMeasured`, it is not stored, because the
  /// values of such events must be checked each time. Returns how the event's time relates to that of the event before it.
  /// Returns nil, and changes nothing, if the event must take the full path.
  mutating func run(
    _ event: Event, _ line: Span<UInt8>, isMeasured: Bool, _ log: LogState
  ) -> SessionClock.Step? {
    let time = event.time.map { LogTime(timestamp: $0, setting: setting) }
    guard let time, log.losses == losses else { return runAdvancingClock(event, line, time, log) }
    let now = SessionClock.Reading(time)
    guard timeGuard.mayGoOn(to: now) else { return runAdvancingClock(event, line, time, log) }
    guard !hasAppSession || appSession.canRunFast(event, line, at: time, isComparable: false),
      session.canRunFast(event, line, at: time, isComparable: true)
    else { return nil }
    if !isMeasured, session.isReady, !hasAppSession || appSession.isReady {
      inlineCache.note(event, line, &session, &appSession, hasAppSession: hasAppSession)
    }
    let isLater = timeGuard.isBefore(now)
    timeGuard.advanceEvenly(to: now)
    run(event, line, time, log)
    return isLater ? .forward : SessionClock.Step.none
  }

  /// Does the same if the time guard fails: the event may have no time or an earlier one, a timer may be due, or a call may be
  /// running.
  @inline(never)
  private mutating func runAdvancingClock(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) -> SessionClock.Step? {
    advanceClocks()
    guard calls.isEmpty || passed < room && noCallIsOverdue(at: time),
      !hasAppSession || appSession.canRunFast(event, line, at: time, losses: log.losses),
      session.canRunFast(event, line, at: time, losses: log.losses)
    else { return nil }
    let configuration = configuration
    let step = session.advance(to: time)
    if hasAppSession { _ = appSession.advance(to: time) }
    if self.configuration != configuration {
      inlineCache.begin(signals: session.wasSeen.count, self.configuration)
    }
    run(event, line, time, log)
    if !calls.isEmpty { passed += 1 }
    resetTimeGuard()
    return step
  }

  @inline(__always)
  private mutating func run(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) {
    let order = log.nextOrder()
    newest = SessionState.Newest(event: event.id, line: event.line, time: time)
    session.begin(order: order, after: timeGuard.passed, isTimed: time != nil)
    if session.next.isTaken {
      let instructions = session.actsOfMonitors(event, line)
      if instructions.contains(where: { needsEvent($0) }) {
        let occurrence = session.occurrence(event, line, time, &log.occurrences)
        session.deferredCounts.beginTurn()
        for instruction in instructions { runMonitor(instruction, occurrence, log) }
        session.deferredCounts.endTurn(with: occurrence)
      } else {
        for instruction in instructions { _ = count(instruction) }
      }
    }
    _ = session.run(event, line, time, &log.occurrences)
    updateGuardIfNeeded()
    if hasAppSession, appSession.hasEffects(event.id) {
      appSession.begin(order: order, after: timeGuard.passed, isTimed: time != nil)
      if appSession.run(event, line, time, &log.occurrences), appSession.next.isNews {
        updateGuard(slack: appSession.slackNow)
      }
    }
  }

  /// Updates the time guard and the cache if an event has changed timers or activations of the session.
  @inline(__always)
  mutating func updateGuardIfNeeded() {
    if session.next.isNews { updateGuard(slack: session.slackNow) }
  }

  /// Limits the time guard to `slack`, the nanoseconds until the next timer. If an activation has changed, an awaited mark was
  /// set or a span was opened for the first time, begins a new generation of the cache.
  mutating func updateGuard(slack: Int64) {
    timeGuard.shorten(to: slack)
    session.next.isNews = false
    appSession.next.isNews = false
    if session.next.isTurn || appSession.next.isTurn {
      session.next.isTurn = false
      appSession.next.isTurn = false
      inlineCache.begin(signals: session.wasSeen.count, configuration)
    }
  }

  /// Whether none of the pending calls has run for `RunningCall.assumedLength` at a time. A call that has run for longer may hold
  /// lines back until its return is known.
  private mutating func noCallIsOverdue(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= RunningCall.assumedLength {
        return false
      }
    }
    return true
  }
}
