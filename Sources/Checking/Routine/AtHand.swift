import Trace

/// What routine events change, of the process of the newest line: its session's state and that of its app's lives, which
/// are out of their sessions for so long. So most events touch nothing but this one value, and count no references.
struct AtHand {
  /// Nil where nothing is at hand.
  private(set) var process: Process?
  private var owner: Int?
  private(set) var number = 0
  private(set) var life = 0
  private var session = SessionState()
  private var lives = SessionState()
  /// Whether there are sentences across sessions.
  private var hasLives = false
  /// How often the log had lost lines by then.
  private var losses = 0
  /// When the calls began whose return may still come.
  private var calls: [LogTime?] = []
  private var pace = Pace()
  /// The newest of the events that were taken here.
  private var newest: SessionState.Newest?

  /// Whether it is of the process at hand that an event is.
  @inline(__always)
  func holds(_ event: borrowing Event) -> Bool { owner == event.ownerNumber }

  /// Takes up the states of a process, by the reader's number of it, if its next event may be routine.
  mutating func takeUp(_ process: Process, _ owner: Int, _ program: Program) {
    guard !process.isGone, process.app.lines.list(openCalls: &calls),
      !program.isAcrossSessions || process.app.lives != nil
    else { return }
    self.process = process
    self.owner = owner
    number = process.number
    life = process.session.birth
    swap(&session, &process.session.state)
    losses = session.losses
    hasLives = process.app.lives != nil
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
    settlePace()
  }

  /// Puts the states back into their sessions, before anything else is done with them.
  mutating func putBack() {
    guard let process else { return }
    if newest != nil {
      session.newest = newest
      if hasLives { lives.newest = newest }
      newest = nil
    }
    swap(&session, &process.session.state)
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
    self.process = nil
    owner = nil
  }

  private mutating func settlePace() {
    pace = Pace()
    guard calls.isEmpty else { return }
    let own = Pace(session)
    pace = hasLives ? Pace(own, Pace(lives)) : own
  }

  /// Takes an event of the process at hand, if it is routine. Tells how its time lies to that of the event before it; nil
  /// where it is not routine, and then nothing has changed.
  @inline(__always)
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances,
    _ log: LogState,
    _ occurrences: inout Occurrences
  ) -> SessionClock.Step? {
    guard let time = circumstances.time, circumstances.losses == losses else {
      return takeInTurn(event, line, circumstances, log, &occurrences)
    }
    let now = SessionClock.Reading(time)
    guard let passed = pace.passed(to: now) else {
      return takeInTurn(event, line, circumstances, log, &occurrences)
    }
    guard !hasLives || lives.isRoutine(event, line, at: time), session.isRoutine(event, line, at: time) else {
      return nil
    }
    pace.goOn(by: passed, to: now)
    session.clock.goOn(by: passed, to: now)
    if hasLives { lives.clock.goOn(by: passed, to: now) }
    take(event, line, circumstances, order: log.nextOrder(), &occurrences)
    return passed > 0 ? .forward : SessionClock.Step.none
  }

  /// The same where the clocks may not stand at one time, something may be due, or a call under way.
  @inline(never)
  private mutating func takeInTurn(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances,
    _ log: LogState,
    _ occurrences: inout Occurrences
  ) -> SessionClock.Step? {
    guard calls.isEmpty || areIdle(at: circumstances.time),
      !hasLives || lives.isRoutine(event, line, circumstances),
      session.isRoutine(event, line, circumstances)
    else { return nil }
    let step = session.clock.advance(to: circumstances.time)
    if hasLives { _ = lives.clock.advance(to: circumstances.time) }
    take(event, line, circumstances, order: log.nextOrder(), &occurrences)
    settlePace()
    return step
  }

  @inline(__always)
  private mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) {
    newest = SessionState.Newest(event: event.id, line: event.line, time: circumstances.time, order: order)
    if session.take(event, line, circumstances, order: order, &occurrences) {
      pace.shorten(to: session.slack)
    }
    if hasLives, lives.take(event, line, circumstances, order: order, &occurrences) {
      pace.shorten(to: lives.slack)
    }
  }

  /// Whether none of the calls wants to know of a line at that time that makes no step and is no return.
  private func areIdle(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= Window.assumedLength { return false }
    }
    return true
  }
}
