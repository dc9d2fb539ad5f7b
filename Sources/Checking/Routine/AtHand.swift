import BasicContainers
import Trace

/// What routine events change, of the process of the newest line: its session's state and that of its app's lives, which
/// are out of their sessions for so long. So most events touch nothing but this one value, and count no references.
struct AtHand: ~Copyable {
  /// Nil where nothing is at hand.
  private(set) var process: Process?
  /// The reader's number of its owner; negative where nothing is at hand.
  private var owner = -1
  private var session = SessionState()
  private var lives = SessionState()
  /// Whether there are sentences across sessions.
  private var hasLives = false
  /// What of the log was so by then: how often it had lost lines, and its clock was set.
  private var losses = 0
  private var setting: Int32 = 0
  /// When the calls began whose return may still come.
  private var calls: [LogTime?] = []
  private var pace = Pace()
  /// The stay of the process at hand, or the part of it in which nothing awaited comes, by number, and for each signal what
  /// was found out in it; behind these, what was found of other values of their fields.
  private var stay = 0
  private var known = UniqueArray<Known>()
  private var signals = 0
  /// What they do, for each signal at its own places.
  private var acts = UniqueArray<Routine.Act>()
  /// The newest of the events that were taken here, if any was; its place in the log's order is the log's newest.
  private(set) var newest = SessionState.Newest()

  /// What was found of one event holds for all of its shape, for so long as the process is at hand.
  struct Known {
    /// The stay in which it was found; 0 for none.
    var stay = 0
    var shape = Shape()
    /// The values that tests read, and the place of what is known of others of the same shape; negative for none.
    var values = ReadValues()
    var next: Int32 = -1
    /// Whether there were too many of these values to be told apart: then the newest is known.
    var isVaried = false
    /// What it does, in the session and behind that in the lives.
    var first: Int32 = -1
    var own: Int32 = -1
    var end: Int32 = -1
    /// The marks of the main thread that it sets; negative for none.
    var mainMark: (own: Int32, ofLives: Int32) = (-1, -1)

    var isOfSession: Bool { first < own || mainMark.own >= 0 }
    var isOfLives: Bool { own < end || mainMark.ofLives >= 0 }
  }

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
    swap(&session, &process.session.state)
    losses = session.losses
    setting = process.session.log.clockSettings
    hasLives = process.app.lives != nil
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
    if known.isEmpty {
      signals = session.isFamiliar.count
      known = UniqueArray(repeating: Known(), count: signals)
    }
    stay += 1
    let circumstances = SessionState.Circumstances(
      losses: losses, process: process.number, life: process.session.birth)
    session.next.begin(circumstances)
    if hasLives { lives.next.begin(circumstances) }
    settlePace()
  }

  /// Puts the states back into their sessions, before anything else is done with them.
  mutating func putBack() {
    guard let process else { return }
    catchUp()
    if !newest.isNone {
      newest.order = process.session.log.order
      session.newest = newest
      if hasLives { lives.newest = newest }
      newest = SessionState.Newest()
    }
    swap(&session, &process.session.state)
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
    self.process = nil
    owner = -1
  }

  /// The clocks go on to the newest time.
  private mutating func catchUp() {
    let passed = pace.passed
    if passed == 0 { return }
    let now = pace.catchUp()
    session.clock.goOn(by: passed, to: now)
    if hasLives { lives.clock.goOn(by: passed, to: now) }
  }

  private mutating func settlePace() {
    pace = Pace()
    guard calls.isEmpty else { return }
    let own = Pace(session)
    pace = hasLives ? Pace(own, Pace(lives)) : own
  }

  /// Takes an event of the process at hand of which it is known what it does: that is most of them, most of the time.
  /// Tells whether time has passed since the event before it; nil for any other event, and then nothing has changed.
  @inline(__always)
  mutating func takeReadily(_ event: borrowing Event, _ line: Span<UInt8>, _ log: LogState) -> Bool? {
    let code = UInt(truncatingIfNeeded: Int(event.telling.id.rawValue))
    guard code < UInt(bitPattern: signals), known[Int(bitPattern: code)].stay == stay, holds(event),
      let timestamp = event.time,
      known[Int(bitPattern: code)].shape.surelyFits(event, line)
        || known[Int(bitPattern: code)].shape.fits(event, line)
    else { return nil }
    let place =
      known[Int(bitPattern: code)].shape.read == 0
      ? Int(bitPattern: code) : place(of: Int(bitPattern: code), event, line)
    if place < 0 { return nil }
    let time = LogTime(timestamp: timestamp, setting: setting)
    let now = SessionClock.Reading(time)
    guard pace.mayGoOn(to: now) else { return nil }
    let isLater = pace.isBefore(now)
    pace.goOn(to: now)
    let order = log.nextOrder()
    (newest.event, newest.line, newest.time) = (event.telling.id, event.telling.line, time)
    if known[place].isOfSession { perform(place, event, line, time, order, log) }
    if known[place].isOfLives { performInLives(place, event, line, time, order, log) }
    return isLater
  }

  /// The place of what is known of an event of a shape whose fields are read; negative where nothing is. It changes nothing,
  /// but for a function that may not all that is at hand is copied.
  @inline(never)
  private mutating func place(of code: Int, _ event: borrowing Event, _ line: Span<UInt8>) -> Int {
    guard let values = ReadValues(event, line, at: known[code].shape.read) else { return -1 }
    var place = code
    while place >= 0, known[place].stay != stay || !known[place].values.isSame(as: values) {
      place = known[code].isVaried ? -1 : Int(known[place].next)
    }
    return place
  }

  /// Does what an event is known to do in the session.
  @inline(__always)
  private mutating func perform(
    _ code: Int, _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime, _ order: Int, _ log: LogState
  ) {
    session.begin(time, order: order, after: pace.passed)
    if known[code].mainMark.own >= 0 { session.noteOnMain(Int(known[code].mainMark.own)) }
    for place in known[code].first..<known[code].own {
      session.performKnown(acts[Int(place)], event, line, &log.occurrences)
    }
    if session.next.isNews { settle(within: session.slackNow, isTurn: session.next.isTurn) }
  }

  /// The same in the lives.
  @inline(never)
  private mutating func performInLives(
    _ code: Int, _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime, _ order: Int, _ log: LogState
  ) {
    lives.begin(time, order: order, after: pace.passed)
    if known[code].mainMark.ofLives >= 0 { lives.noteOnMain(Int(known[code].mainMark.ofLives)) }
    for place in known[code].own..<known[code].end {
      lives.performKnown(acts[Int(place)], event, line, &log.occurrences)
    }
    if lives.next.isNews { settle(within: lives.slackNow, isTurn: lives.next.isTurn) }
  }

  /// The next event has other fields.
  @inline(__always)
  mutating func forgetFields() { session.next.ofFields = nil }

  /// What the conditions on fields of the session are for an event, where that is known or easily told.
  mutating func answersOfFields(_ event: borrowing Event, _ line: Span<UInt8>) -> FieldAnswers {
    holds(event) ? session.answersOfNext(event, line) : .unclear
  }

  /// Takes any event of the process at hand, if it is routine; `isMeasured` where what it says is to be looked at each time.
  /// Tells how its time lies to that of the event before it; nil where it is not routine, and then nothing has changed.
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, isMeasured: Bool, _ log: LogState
  ) -> SessionClock.Step? {
    let time = event.time.map { LogTime(timestamp: $0, setting: setting) }
    guard let time, log.losses == losses else { return takeInTurn(event, line, time, log) }
    let now = SessionClock.Reading(time)
    guard pace.mayGoOn(to: now) else { return takeInTurn(event, line, time, log) }
    guard !hasLives || lives.isRoutine(event, line, at: time), session.isRoutine(event, line, at: time) else {
      return nil
    }
    if !isMeasured, session.isReady, !hasLives || lives.isReady { note(event, line) }
    let isLater = pace.isBefore(now)
    pace.goOn(to: now)
    take(event, line, time, log)
    return isLater ? .forward : SessionClock.Step.none
  }

  /// Notes what was just found of an event.
  private mutating func note(_ event: borrowing Event, _ line: Span<UInt8>) {
    let fields = session.fields(for: event.id) | (hasLives ? lives.fields(for: event.id) : 0)
    guard let shape = Shape(event, line, reading: fields),
      let values = ReadValues(event, line, at: shape.read)
    else { return }
    let code = room(for: shape, of: event, line)
    if known[code].first < 0 {
      known[code].first = Int32(acts.count)
      let most = session.mostActs(of: event.id) + (hasLives ? lives.mostActs(of: event.id) : 0)
      for _ in 0..<most { acts.append(.none) }
    }
    var end = Int(known[code].first)
    known[code].mainMark.own = session.list(actsOf: event, in: &acts, at: &end)
    known[code].own = Int32(end)
    known[code].mainMark.ofLives = hasLives ? lives.list(actsOf: event, in: &acts, at: &end) : -1
    known[code].end = Int32(end)
    known[code].shape = shape
    known[code].values = values
    known[code].stay = stay
  }

  /// Where to note what is known of an event: at its signal's own place, or where that is known of one of the same shape and
  /// other values, in the row behind it.
  private mutating func room(for shape: Shape, of event: borrowing Event, _ line: Span<UInt8>) -> Int {
    let code = Int(event.id.rawValue)
    if known[code].stay != stay || known[code].isVaried || shape.read == 0
      || !known[code].shape.fits(event, line)
    {
      return code
    }
    var place = code
    for _ in 1..<Self.mostValues {
      if known[place].next < 0 {
        known[place].next = Int32(known.count)
        known.append(Known())
      }
      place = Int(known[place].next)
      if known[place].stay != stay { return place }
    }
    known[code].isVaried = true
    return code
  }

  /// Of a shape more values than these are not told apart.
  private static let mostValues = 8

  /// The same where the clocks may not stand at one time, something may be due, or a call under way.
  @inline(never)
  private mutating func takeInTurn(
    _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) -> SessionClock.Step? {
    catchUp()
    guard calls.isEmpty || areIdle(at: time),
      !hasLives || lives.isRoutine(event, line, at: time, losses: log.losses),
      session.isRoutine(event, line, at: time, losses: log.losses)
    else { return nil }
    let step = session.clock.advance(to: time)
    if hasLives { _ = lives.clock.advance(to: time) }
    take(event, line, time, log)
    settlePace()
    return step
  }

  @inline(__always)
  private mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?, _ log: LogState
  ) {
    let order = log.nextOrder()
    newest = SessionState.Newest(event: event.id, line: event.line, time: time)
    session.begin(time, order: order, after: pace.passed)
    if session.take(event, line, &log.occurrences), session.next.isNews {
      settle(within: session.slackNow, isTurn: session.next.isTurn)
    }
    if hasLives, lives.hasDeeds(event.id) {
      lives.begin(time, order: order, after: pace.passed)
      if lives.take(event, line, &log.occurrences), lives.next.isNews {
        settle(within: lives.slackNow, isTurn: lives.next.isTurn)
      }
    }
  }

  /// After an event has changed something.
  private mutating func settle(within slack: Int64, isTurn: Bool) {
    pace.shorten(to: slack)
    session.next.isNews = false
    lives.next.isNews = false
    if isTurn {
      session.next.isTurn = false
      lives.next.isTurn = false
      stay += 1
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
