import BasicContainers
import Trace

/// What routine events change, of the process of the newest line: its session's state and that of its app's lives, which
/// are out of their sessions for so long. So most events touch nothing but this one value, and count no references.
struct ActiveSession: ~Copyable {
  /// The process of the newest event: it is at hand, or that event was taken in full.
  private(set) var process: Process?
  /// The reader's number of its owner while it is at hand, and while it waits for that; else negative.
  private var owner = -1
  private var waitingOwner = -1
  /// How often in a row a process was taken up in vain, and how many of its events are still taken in full without a try.
  private var vain = 0
  private var pause = 0
  private let mostVain: Int
  private let fullPause: Int
  private var session = SessionState()
  private var monitors = Monitors()
  private var appSession = SessionState()
  /// Whether there are sentences across sessions.
  private var hasLives = false
  /// What of the log was so by then: how often it had lost lines, and its clock was set.
  private var losses = 0
  private var setting: Int32 = 0
  /// When the calls began whose return may still come.
  private var calls: [LogTime?] = []
  /// How many events may pass by before there are too many for one of these, and how many have.
  private var room = Int.max
  private var passed = 0
  private var pace = TimeGuard()
  /// What is known of events by now.
  private var knowledge: InlineCache
  /// The newest of the events that were taken here, if any was; its place in the log's order is the log's newest.
  private(set) var newest = SessionState.Newest()

  /// Of no process yet.
  init(_ limits: Limits) {
    (mostVain, fullPause) = (limits.uselessCheckOuts, limits.checkOutPause)
    knowledge = InlineCache(limits)
  }

  /// Whether it is of the process at hand that an event is.
  @inline(__always)
  func holds(_ event: Event) -> Bool { owner == event.ownerNumber }

  /// An event of a process was taken in full, by the reader's number of its owner.
  mutating func wait(for process: Process, _ owner: Int) {
    if self.process !== process { self.process = process }
    waitingOwner = owner
  }

  /// Nothing of what was before counts.
  mutating func ceaseWaiting() { waitingOwner = -1 }

  /// Takes up the process of an event if it waits for that and the event may be worth it: where one after the other was in
  /// vain, fewer of them are tried. Whether it did.
  mutating func checkOut(for event: Event, _ program: Program) -> Bool {
    guard waitingOwner == event.ownerNumber, let process,
      !process.session.state.isStructural(event.id)
    else { return false }
    if pause > 0 {
      pause -= 1
      return false
    }
    ceaseWaiting()
    checkOut(process, event.ownerNumber, program)
    return holds(event)
  }

  /// Takes up the states of a process, by the reader's number of it, if its next event may be routine.
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
    hasLives = process.app.appSession != nil
    if let appSession = process.app.appSession { swap(&self.appSession, &appSession.state) }
    knowledge.begin(signals: session.wasSeen.count, situation)
    let circumstances = SessionState.Circumstances(
      losses: losses, process: process.number, life: own.startOrder)
    session.next.begin(circumstances)
    if hasLives { appSession.next.begin(circumstances) }
    settlePace()
  }

  /// The number of which process it is, and which sentences of it wait for something.
  private var situation: UInt64 {
    mutating get {
      let number = session.activationHash ^ Activation.number(ofSession: process?.session.startOrder ?? 0)
      guard let appSession = process?.app.appSession else { return number }
      return number &* 3 &+ self.appSession.activationHash
        ^ Activation.number(ofSession: appSession.startOrder)
    }
  }

  /// Puts the states back into their sessions, before anything else is done with them.
  mutating func putBack() {
    guard owner >= 0, let process else { return }
    let own = process.session
    catchUp()
    process.app.lines.pass(passed)
    passed = 0
    vain = newest.isNone ? vain + 1 : 0
    if vain >= mostVain { pause = fullPause }
    while let sentence = session.deferredCounts.sentences.last { settleTally(of: sentence) }
    if !newest.isNone {
      newest.order = own.log.order
      session.newest = newest
      if hasLives { appSession.newest = newest }
      newest = SessionState.Newest()
    }
    swap(&session, &own.state)
    swap(&monitors, &own.monitors)
    if hasLives, let appSession = process.app.appSession { swap(&self.appSession, &appSession.state) }
    owner = -1
  }

  /// The monitor of a sentence takes what was counted for it.
  private mutating func settleTally(of sentence: Int) {
    let (count, newest) = session.deferredCounts.remove(sentence)
    monitors.with(sentence, &session) { $0.receive(count, upTo: newest, &$1) }
  }

  /// The clocks go on to the newest time.
  private mutating func catchUp() {
    let passed = pace.passed
    if passed == 0 { return }
    let now = pace.catchUp()
    session.clock.goOn(by: passed, to: now)
    if hasLives { appSession.clock.goOn(by: passed, to: now) }
  }

  private mutating func settlePace() {
    pace = TimeGuard()
    guard calls.isEmpty else { return }
    let own = TimeGuard(&session)
    pace = hasLives ? TimeGuard(own, TimeGuard(&appSession)) : own
  }

  /// Takes an event of the process at hand of which it is known what it does: that is most of them, most of the time.
  /// Tells whether time has passed since the event before it; nil for any other event, and then nothing has changed.
  @inline(__always)
  mutating func runCached(_ event: Event, _ line: Span<UInt8>, _ log: LogState) -> Bool? {
    guard holds(event), let timestamp = event.time else { return nil }
    let time = LogTime(timestamp: timestamp, setting: setting)
    let now = SessionClock.Reading(time)
    guard pace.mayGoOn(to: now) else { return nil }
    let place = knowledge.find(event, line)
    if place < 0 { return nil }
    let isLater = pace.isBefore(now)
    pace.goOn(to: now)
    let order = log.nextOrder()
    (newest.event, newest.line, newest.time) = (event.record.id, event.record.line, time)
    session.begin(order: order, after: pace.passed)
    let doing = knowledge[place].own
    session.makeKey(doing, event, line)
    let (span, deed) = (Int(doing.span), doing.deed)
    switch doing.course {
    case .nothing: return isLater
    case .open: session.open(span, deed, event, line, time, &log.occurrences)
    case .openAndMark:
      session.open(span, deed, event, line, time, &log.occurrences)
      session.mark(Int(doing.mark), retention: doing.retention)
    case .close: session.closeAny(span, hasKey: doing.key >= 0, deed)
    case .closeAndMark:
      session.closeAny(span, hasKey: doing.key >= 0, deed)
      session.mark(Int(doing.mark), retention: doing.retention)
    case .acts: perform(place, event, line, time, order, log)
    }
    settleIfNews()
    return isLater
  }

  /// What an event that is not taken readily is to what its session waits for.
  enum Turn {
    /// Nothing that is known here.
    case none
    /// Nothing is due any more: it may be taken readily now.
    case goesOn
    /// The time has come for something; but for that the event may be routine.
    case isDue
  }

  /// Does what is due at an event that would else be taken readily, as far as monitors do it alone, and finds out what is left.
  mutating func turn(at event: Event, _ line: Span<UInt8>, _ log: LogState) -> Turn {
    guard holds(event), calls.isEmpty, let timestamp = event.time, log.losses == losses,
      pace.mayBeTurn(at: SessionClock.Reading(LogTime(timestamp: timestamp, setting: setting))),
      session.mayRunFast(event.id)
    else { return .none }
    let time = LogTime(timestamp: timestamp, setting: setting)
    catchUp()
    if hasLives, appSession.isDue(at: appSession.clock.counted(at: time)) { return .none }
    let now = session.clock.counted(at: time)
    var signal: Session.Signal?
    var isDue = false
    while !isDue, let first = session.firstDue(at: now) {
      isDue = !settle(first, &signal, at: event, line, time, log)
    }
    if signal != nil { process?.session.resolveCandidates() }
    if isDue { return .isDue }
    settleIfNews()
    settlePace()
    return .goesOn
  }

  /// Does what is due before all others at an event, whose signal is made when it is asked for; false where a monitor does not
  /// do it alone.
  @inline(__always)
  private mutating func settle(
    _ first: Deadlines.First, _ signal: inout Session.Signal?, at event: Event,
    _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) -> Bool {
    switch first {
    case .deadline(let sentence) where session.deferredCounts.isCounted(sentence): settleTally(of: sentence)
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

  /// The moment before an event, for what is told at its line.
  private mutating func signal(
    at event: Event, _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) -> Session.Signal? {
    guard let own = process?.session else { return nil }
    (log.currentLine, log.judgedLine) = (event.line, event.line)
    session.begin(order: log.nextOrder(), after: pace.time(until: SessionClock.Reading(time)))
    let occurrence = session.occurrence(event, line, time, &log.occurrences)
    let signal = own.signalPool.make { Session.Signal(occurrence) }
    signal.assign(occurrence, at: nil)
    return signal
  }

  /// Takes up a process again that was just put back.
  mutating func checkOutAgain(_ process: Process, for event: Event, _ program: Program) {
    checkOut(process, event.ownerNumber, program)
  }

  /// Does what an event is known to do, in the session and in the lives.
  @inline(never)
  private mutating func perform(
    _ known: Int, _ event: Event, _ line: Span<UInt8>, _ time: LogTime, _ order: Int,
    _ log: LogState
  ) {
    // Most events do nothing that has a reference to count.
    if knowledge[known].own.asksMonitors {
      performWithMonitors(known, event, line, time, log)
    } else {
      for place in knowledge[known].own.places {
        session.perform(knowledge.act(place), event, line, time, &log.occurrences)
      }
    }
    settleIfNews()
    let doing = knowledge[known].ofLives
    if !doing.isAny { return }
    appSession.begin(order: order, after: pace.passed)
    appSession.makeKey(doing, event, line)
    for place in doing.places {
      appSession.perform(knowledge.act(place), event, line, time, &log.occurrences)
    }
    if appSession.next.isNews { settle(within: appSession.slackNow) }
  }

  /// The same where monitors of the session do some of it.
  @inline(never)
  private mutating func performWithMonitors(
    _ known: Int, _ event: Event, _ line: Span<UInt8>, _ time: LogTime, _ log: LogState
  ) {
    let places = knowledge[known].own.places
    var isAskedFor = false
    for place in places where asksForEvent(knowledge.act(place)) {
      isAskedFor = true
      break
    }
    if isAskedFor {
      let told = session.occurrence(event, line, time, &log.occurrences)
      session.deferredCounts.beginTurn()
      for place in places {
        let act = knowledge.act(place)
        if act.isOfMonitor {
          handOver(act, told, log)
        } else {
          session.perform(act, event, line, time, &log.occurrences)
        }
      }
      session.deferredCounts.endTurn(with: told)
    } else {
      for place in places {
        let act = knowledge.act(place)
        if act.isOfMonitor {
          _ = count(act)
        } else {
          session.perform(act, event, line, time, &log.occurrences)
        }
      }
    }
  }

  /// Whether a monitor that does something with an event may ask for more of it than that it came.
  @inline(__always)
  private func asksForEvent(_ act: FastPlan.Instruction) -> Bool {
    guard act.isOfMonitor else { return false }
    let sentence = Int(act.index)
    return session.deferredCounts.isCounted(sentence)
      ? session.deferredCounts.keepsNewest(sentence) : act.kind == .take
  }

  /// Has a monitor of the session at hand do something with an event of which it asks no more than that it came; whether that
  /// is all.
  @inline(__always)
  private mutating func count(_ act: FastPlan.Instruction) -> Bool {
    let sentence = Int(act.index)
    if session.deferredCounts.isCounted(sentence) {
      session.deferredCounts.note(sentence)
      return !session.deferredCounts.keepsNewest(sentence)
    }
    guard act.kind == .doubt else { return false }
    let moment = session.moment
    monitors.with(sentence, &session) { $0.noteUnknownDetached(moment, &$1) }
    return true
  }

  /// Has a monitor of the session at hand do something with an event.
  @inline(__always)
  private mutating func handOver(_ act: FastPlan.Instruction, _ told: Occurrence, _ log: LogState) {
    if count(act) { return }
    let sentence = Int(act.index)
    if session.deferredCounts.isCounted(sentence) { return session.deferredCounts.becomeNewest(of: sentence) }
    switch monitors.with(sentence, { $0.tally }) ?? .each {
    case .number: session.deferredCounts.begin(sentence, keepsNewest: false)
    case .newest: session.deferredCounts.begin(sentence, keepsNewest: true)
    case .each:
      // What it finds it tells of that line.
      (log.currentLine, log.judgedLine) = (told.line, told.line)
      monitors.with(sentence, &session) { $0.runCached(told, &$1) }
      if session.next.isFound {
        session.next.isFound = false
        process?.session.resolveCandidates()
      }
    }
  }

  /// The next event has other fields.
  @inline(__always)
  mutating func forgetFields() { session.next.ofFields = nil }

  /// Takes any event of the process at hand, if it is routine; `isMeasured` where what it says is to be looked at each time.
  /// Tells how its time lies to that of the event before it; nil where it is not routine, and then nothing has changed.
  mutating func run(
    _ event: Event, _ line: Span<UInt8>, isMeasured: Bool, _ log: LogState
  ) -> SessionClock.Step? {
    let time = event.time.map { LogTime(timestamp: $0, setting: setting) }
    guard let time, log.losses == losses else { return runAdvancingClock(event, line, time, log) }
    let now = SessionClock.Reading(time)
    guard pace.mayGoOn(to: now) else { return runAdvancingClock(event, line, time, log) }
    guard !hasLives || appSession.isRoutine(event, line, at: time, isComparable: false),
      session.isRoutine(event, line, at: time, isComparable: true)
    else { return nil }
    if !isMeasured, session.isReady, !hasLives || appSession.isReady {
      knowledge.note(event, line, &session, &appSession, hasLives: hasLives)
    }
    let isLater = pace.isBefore(now)
    pace.goOn(to: now)
    run(event, line, time, log)
    return isLater ? .forward : SessionClock.Step.none
  }

  /// The same where the clocks may not stand at one time, something may be due, or a call under way.
  @inline(never)
  private mutating func runAdvancingClock(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) -> SessionClock.Step? {
    catchUp()
    guard calls.isEmpty || passed < room && areIdle(at: time),
      !hasLives || appSession.isRoutine(event, line, at: time, losses: log.losses),
      session.isRoutine(event, line, at: time, losses: log.losses)
    else { return nil }
    let situation = situation
    let step = session.advance(to: time)
    if hasLives { _ = appSession.advance(to: time) }
    if self.situation != situation { knowledge.begin(signals: session.wasSeen.count, self.situation) }
    run(event, line, time, log)
    if !calls.isEmpty { passed += 1 }
    settlePace()
    return step
  }

  @inline(__always)
  private mutating func run(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) {
    let order = log.nextOrder()
    newest = SessionState.Newest(event: event.id, line: event.line, time: time)
    session.begin(order: order, after: pace.passed, isTimed: time != nil)
    if session.next.isTaken {
      let acts = session.actsOfMonitors(event, line)
      if acts.contains(where: { asksForEvent($0) }) {
        let told = session.occurrence(event, line, time, &log.occurrences)
        session.deferredCounts.beginTurn()
        for act in acts { handOver(act, told, log) }
        session.deferredCounts.endTurn(with: told)
      } else {
        for act in acts { _ = count(act) }
      }
    }
    _ = session.run(event, line, time, &log.occurrences)
    settleIfNews()
    if hasLives, appSession.hasDeeds(event.id) {
      appSession.begin(order: order, after: pace.passed, isTimed: time != nil)
      if appSession.run(event, line, time, &log.occurrences), appSession.next.isNews {
        settle(within: appSession.slackNow)
      }
    }
  }

  /// After an event has done something in the session.
  @inline(__always)
  private mutating func settleIfNews() {
    if session.next.isNews { settle(within: session.slackNow) }
  }

  /// After an event has changed something.
  private mutating func settle(within slack: Int64) {
    pace.shorten(to: slack)
    session.next.isNews = false
    appSession.next.isNews = false
    if session.next.isTurn || appSession.next.isTurn {
      session.next.isTurn = false
      appSession.next.isTurn = false
      knowledge.begin(signals: session.wasSeen.count, situation)
    }
  }

  /// Whether none of the calls wants to know of a line at that time that makes no step and is no return.
  private mutating func areIdle(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= RunningCall.assumedLength {
        return false
      }
    }
    return true
  }
}
