import Rulebook
public import Trace

/// Steps the rules of a rulebook over the events of one log, and collects what they find. It is one, and cannot be copied.
public struct Checker: ~Copyable {
  /// What was checked so far; the rules' coverage is there after `finish()`.
  public private(set) var summary = CheckSummary()

  private let program: Program
  let log: LogState
  private var processes: [Event.Owner?: Process] = [:]
  /// The process of the newest line: most lines belong to the same one as the line above them.
  private var newest: Process?
  private var processCount = 0
  private var hand: ActiveSession

  /// A checker for one log of an app of which that is known. The text of the lines that prove a violation is kept, unless
  /// nobody will ask for it, and how many lines repeat each violation; else only which are repeated most.
  public init(
    _ program: Program, assuming assumptions: Assumptions = Assumptions(), keepsText: Bool = true,
    keepsRepeats: Bool = true
  ) {
    self.init(
      program, assuming: assumptions, keepsText: keepsText, keepsRepeats: keepsRepeats, usesCache: true)
  }

  /// The same; without the cache each event is taken in full. That is slower and gives the same results.
  init(
    _ program: Program, assuming assumptions: Assumptions = Assumptions(), keepsText: Bool = true,
    keepsRepeats: Bool = true, usesCache: Bool
  ) {
    self.program = program
    log = LogState(program, usesCache: usesCache, keepsText: keepsText, keepsRepeats: keepsRepeats)
    hand = ActiveSession(program.limits)
    log.assume(assumptions)
  }

  /// Takes the next event of the log, with its line. Whether any violation was decided since they were taken last.
  @discardableResult
  public mutating func step(_ event: Event, line: Span<UInt8>) -> Bool {
    if !runCached(event, line), event.id.rawValue >= 0 { stepUncached(event, line) }
    return log.hasViolations
  }

  /// Takes an event of which it is known what it does; false for any other.
  @inline(__always)
  private mutating func runCached(_ event: Event, _ line: Span<UInt8>) -> Bool {
    guard let isLater = hand.runCached(event, line, log) else { return false }
    if !isLater { log.times.note(.none, at: event.line) }
    return true
  }

  /// The same of an event of which it is not known what it does.
  @inline(never)
  private mutating func stepUncached(_ event: Event, _ line: Span<UInt8>) {
    if hand.checkOut(for: event, program), runCached(event, line) { return }
    let mayRunFast = Self.mayRunFast(event, line, program)
    switch mayRunFast ? hand.turn(at: event, line, log) : .none {
    case .none: break
    case .goesOn: if runCached(event, line) { return }
    case .isDue:
      if !runAfterTimers(event, line) { runFull(event, line) }
      return
    }
    hand.forgetFields()
    if mayRunFast, runFast(event, line) { return }
    runFull(event, line)
  }

  /// Tells what is due by an event, and then takes it readily; if that cannot be, false.
  private mutating func runAfterTimers(_ event: Event, _ line: Span<UInt8>) -> Bool {
    guard let process = hand.process else { return false }
    putBack()
    (log.currentLine, log.judgedLine) = (event.line, event.line)
    process.session.expire(
      before: log.occurrences.make(
        event, line, log.circumstances(of: event, process.number, life: process.session.startOrder)))
    hand.checkOutAgain(process, for: event, program)
    guard hand.runCached(event, line, log) != nil || runFastEvent(event, line) != nil else { return false }
    process.session.settleExpired()
    return true
  }

  private mutating func runFull(_ event: Event, _ line: Span<UInt8>) {
    let isTried = hand.holds(event)
    putBack()
    log.currentLine = event.line
    if let record = program.logEvents[event.id.index] {
      hand.ceaseWaiting()
      return receive(record, at: event.line)
    }
    let process = process(of: event.owner)
    if !isTried { process.session.state.next.ofFields = nil }
    let answers = log.usesCache ? process.session.state.answersOfNext(event, line) : .unclear
    let occurrence = log.occurrences.make(
      event, line, log.circumstances(of: event, process.number, life: process.session.startOrder))
    occurrence.fieldAnswers = answers
    log.noteDeclaration(occurrence)
    log.misreadings.note(occurrence, program)
    process.app.lines.receive(occurrence, of: process) { judge($0, of: $1) }
    if log.usesCache { hand.wait(for: process, event.ownerNumber) }
  }

  /// Takes one of the events that may be routine for which no rule waits, and which changes nothing but what is remembered;
  /// false for any other.
  private mutating func runFast(_ event: Event, _ line: Span<UInt8>) -> Bool {
    guard let step = runFastEvent(event, line) else { return false }
    log.times.note(step, at: event.line)
    return true
  }

  /// The same; tells how its time lies to that of the event before it.
  @inline(never)
  private mutating func runFastEvent(_ event: Event, _ line: Span<UInt8>) -> SessionClock.Step? {
    guard hand.holds(event) else { return nil }
    return hand.run(event, line, isMeasured: UnreadableValues.measures(event, program), log)
  }

  /// Whether nothing that is told of an event by itself keeps it from being routine.
  private static func mayRunFast(_ event: Event, _ line: Span<UInt8>, _ program: Program) -> Bool {
    !event.isReportedByOther && program.logEvents[event.id.index] == nil
      && !program.concernsCalls[event.id.index]
      && !UnreadableValues.mayNote(event, line, program)
  }

  private mutating func putBack() {
    if !hand.newest.isNone { (log.currentLine, log.judgedLine) = (hand.newest.line, hand.newest.line) }
    hand.putBack()
  }

  /// Takes what the log says about itself.
  private mutating func receive(_ record: LogEvent, at line: Int) {
    summary.logEvents.note(record, at: line)
    switch record {
    case .boot: endSessions()
    case .loss: log.losses += 1
    case .clock: log.clockSettings += 1
    }
  }

  private mutating func process(of owner: Event.Owner?) -> Process {
    if let newest, newest.owner == owner { return newest }
    let process = processes[owner] ?? numbered(owner) ?? begin(owner)
    newest = process
    return process
  }

  /// The process that the system has said it launches, before it could tell the number.
  private mutating func numbered(_ owner: Event.Owner?) -> Process? {
    guard let owner, owner.pid != nil else { return nil }
    let nameless = Event.Owner(process: owner.process, pid: nil)
    guard let process = processes[nameless], process.session.isLaunchOnly else { return nil }
    processes[nameless] = nil
    processes[owner] = process
    process.owner = owner
    process.session.hasPid = true
    return process
  }

  private mutating func begin(_ owner: Event.Owner?) -> Process {
    if processes.count >= Self.mostProcesses { endOldest() }
    processCount += 1
    let process = Process(owner, program, log, number: processCount)
    processes[owner] = process
    return process
  }

  private mutating func judge(_ occurrence: Occurrence, of process: Process) {
    log.judgedLine = occurrence.line
    var session = process.session
    if session.isDuplicate(occurrence) {
      summary.folded += 1
      session.judgeDuplicate(occurrence)
      return
    }
    if session.isRepeatedReport(occurrence) {
      summary.folded += 1
      return
    }
    if session.isEnded(by: occurrence) {
      end(process, losses: occurrence.losses)
      session = process.session
    }
    occurrence.life = session.startOrder
    let isEnd = program.sessionRoles[Int(occurrence.id.rawValue)].isEnd
    // The end of a process that is gone already is no life of its own.
    if isEnd, process.isGone { return }
    process.isGone = isEnd
    let isFirst = !session.hasBegun
    if isFirst, !isEnd { summary.sessions += 1 }
    process.app.recording.note(occurrence)
    if program.isAcrossSessions {
      let appSession =
        process.app.appSession ?? Session(program, log, process.app, hasPid: true, isAcrossSessions: true)
      process.app.appSession = appSession
      // With the first line of a life the calls of the one before it are over.
      if !appSession.isDuplicate(occurrence), isFirst || !appSession.passes(occurrence) {
        appSession.step(log.occurrences.copy(occurrence, order: 0))
      }
    }
    session.step(occurrence)
    if isEnd { end(process, losses: occurrence.losses) }
  }

  /// The life of a process is over, at a line before which the log has lost lines so often; another one may begin.
  private func end(_ process: Process, losses: Int) {
    process.session.end(isEndOfLog: false, losses: losses)
    process.session = Session(program, log, process.app, hasPid: process.session.hasPid)
  }

  /// The lives of all processes are over.
  private mutating func endSessions() {
    for app in log.apps.values.sorted(by: { $0.number < $1.number }) {
      app.lines.endSessions { judge($0, of: $1) }
    }
    log.lossesBeforeBoot = log.losses
    for process in processes.values.sorted(by: { $0.session.startOrder < $1.session.startOrder }) {
      end(process, losses: log.losses)
    }
  }

  /// More processes than this at once are those whose end no line tells: the one that has been silent for longest is
  /// over, so that memory does not grow with a log of many launches.
  private static let mostProcesses = 256

  private mutating func endOldest() {
    let oldest = processes.values.min { ($0.session.last?.order ?? 0) < ($1.session.last?.order ?? 0) }
    guard let oldest else { return }
    oldest.app.lines.finish { judge($0, of: $1) }
    oldest.session.end(isEndOfLog: true, losses: log.losses)
    processes[oldest.owner] = nil
    newest = nil
  }

  /// Ends the log: what is still open becomes inconclusive, and the coverage is known. Why a rule is not observable is looked
  /// up if somebody will ask, if the rule is required, or if no rule was put to the test.
  public mutating func finish(explaining isExplained: Bool = false) {
    putBack()
    let apps = log.apps.values.sorted { $0.number < $1.number }
    for app in apps { app.lines.finish { judge($0, of: $1) } }
    // What the end decides counts with the last line, also where that was judged before lines that had to wait.
    log.judgedLine = max(log.judgedLine, log.currentLine)
    log.isOver = true
    for app in apps { app.endUndecided(in: log) }
    for process in processes.values.sorted(by: { $0.session.startOrder < $1.session.startOrder }) {
      process.session.end(isEndOfLog: true, losses: log.losses)
    }
    processes = [:]
    for app in apps {
      app.appSession?.end(isEndOfLog: true, losses: log.losses)
      app.appSession = nil
    }
    log.dismissUnobserved()
    summary.times = log.times
    summary.misreadings = log.misreadings.inOrder
    summary.repeats = log.repetitions.takeAll()
    summary.rules = log.coverage(explaining: isExplained)
    if isExplained || !summary.rules.contains(where: \.verdict.isOfTest) { summary.events = log.seenEvents() }
  }

  /// How many violations were decided since they were taken last.
  public var violationCount: Int { mutating get { log.violationCount } }

  /// Takes them, ordered by deciding line, reported line, column and rule id.
  public mutating func takeViolations() -> [Violation] { log.takeViolations() }

  /// After `finish()`: what the end of the log left open, in the same form and order; never a failure.
  public mutating func takeInconclusive() -> [Violation] { log.takeInconclusive() }
}

/// A process of the log, and the life that it lives.
final class Process {
  var owner: Event.Owner?
  /// Its place among the processes of the log, from 1.
  let number: Int
  let app: App
  var session: Session
  /// Its end was told.
  var isGone = false

  init(_ owner: Event.Owner?, _ program: Program, _ log: LogState, number: Int) {
    self.owner = owner
    self.number = number
    app = log.app(owner?.process)
    session = Session(program, log, app, hasPid: owner?.pid != nil)
  }
}
