import Rulebook
public import Trace

/// Checks the events of one log against the rules of a program, and collects the violations. It cannot be copied, because a copy
/// would share its state.
public struct Checker: ~Copyable {
  /// The counts of the check so far. `finish()` adds the verdict of each rule.
  public private(set) var summary = CheckSummary()
  /// The known subjects for which a rule held. Empty before `finish()`.
  public private(set) var heldSubjects = HeldSubjects()
  /// The session of each line with a judged event, in the order in which the lines were judged. Empty unless the checker records
  /// them.
  public private(set) var sessionLines: [SessionLine] = []

  private let recordsSessions: Bool
  private let program: Program
  let log: LogState
  private var processes: [Event.Owner?: Process] = [:]
  /// The process that `process(of:)` returned last. Most events belong to the same process as the event before.
  private var newest: UnretainedReference<Process>?
  /// The `Event.ownerNumber` of that process; negative if there is none.
  private var newestOwner = -1
  private var processCount = 0

  /// Creates a checker for one log. `assumptions` are facts and declarations about the app that do not come from the log. With
  /// `keepsText`, violations keep the text of the lines that prove them, for reports that show it. With `keepsRepeats`, the
  /// number of lines that repeat a violation is kept for each violation, otherwise only for those that are repeated most. With
  /// `knownSubjects`, `heldSubjects` tells for which of them a rule holds. With `recordsTimeline`, there is a `timeline`, and with
  /// `recordsSessions`, there are `sessionLines`. Each of these makes the checker slower.
  public init(
    _ program: Program, assuming assumptions: Assumptions = Assumptions(), keepsText: Bool = true,
    keepsRepeats: Bool = true, knownSubjects: KnownSubjects? = nil, recordsTimeline: Bool = false,
    recordsSessions: Bool = false
  ) {
    self.init(
      program, assuming: assumptions, keepsText: keepsText, keepsRepeats: keepsRepeats,
      usesFastPath: !recordsSessions, knownSubjects: knownSubjects, recordsTimeline: recordsTimeline,
      recordsSessions: recordsSessions)
  }

  /// Creates a checker that may run without the fast path. Each event then takes the full path, which is slower and gives the same
  /// results.
  init(
    _ program: Program, assuming assumptions: Assumptions = Assumptions(), keepsText: Bool = true,
    keepsRepeats: Bool = true, usesFastPath: Bool, knownSubjects: KnownSubjects? = nil,
    recordsTimeline: Bool = false, recordsSessions: Bool = false
  ) {
    self.program = program
    self.recordsSessions = recordsSessions
    log = LogState(
      program, usesFastPath: usesFastPath, keepsText: keepsText, keepsRepeats: keepsRepeats,
      knownSubjects: knownSubjects, timeline: recordsTimeline ? TimelineRecorder(program) : nil)
    log.assume(assumptions)
  }

  /// Checks the next event of the log, whose text is `line`. Returns whether there are violations that `takeViolations()` has not
  /// returned yet.
  @discardableResult
  public mutating func step(_ event: Event, line: Span<UInt8>) -> Bool {
    if let timeline = log.timeline, event.id.rawValue >= 0 {
      timeline.add(
        event, line, at: event.time.map { LogTime(timestamp: $0, setting: log.clockSettings) })
    }
    if event.id.rawValue >= 0 {
      var answers = TruthVector.unclear
      if !runFast(event, line, &answers) { runFull(event, line, answers) }
    }
    return log.hasViolations
  }

  /// Runs the fast plan of an event. Returns false if the event needs the full path, and then sets `answers` to the values of
  /// those field conditions that it has evaluated.
  private mutating func runFast(_ event: Event, _ line: Span<UInt8>, _ answers: inout TruthVector) -> Bool {
    guard log.usesFastPath, newestOwner == event.ownerNumber, Self.mayRunFast(event, line, program) else {
      return false
    }
    switch newest {
    case .some(let newest):
      return newest.with { $0.runFast(event, line, &answers) }
    case nil: return false
    }
  }

  /// Handles an event on the full path. Its session judges it as soon as the callback returns that it depends on are known.
  private mutating func runFull(_ event: Event, _ line: Span<UInt8>, _ answers: TruthVector) {
    log.currentLine = event.line
    if let record = program.logEvents[event.id.index] { return receive(record, at: event.line) }
    let process = process(of: event.owner)
    newestOwner = event.ownerNumber
    let occurrence = log.occurrences.make(
      event, line, log.circumstances(of: event, process.number, life: process.session.startOrder))
    occurrence.answers = answers
    log.noteDeclaration(occurrence)
    log.misreadings.note(occurrence, program)
    process.app.lines.receive(occurrence, of: process) { judge($0, of: $1) }
  }

  /// Whether the event itself, whatever the state of its session is, allows the fast path.
  private static func mayRunFast(_ event: Event, _ line: Span<UInt8>, _ program: Program) -> Bool {
    !event.isReportedByOther && program.logEvents[event.id.index] == nil
      && !program.concernsCalls[event.id.index]
      && !UnreadableValues.mayNote(event, line, program)
  }

  /// Handles an event about the log as a whole: a restart of the device, lost lines, or a change of the clock.
  private mutating func receive(_ record: LogEvent, at line: Int) {
    summary.logEvents.note(record, at: line)
    switch record {
    case .boot: endSessions()
    case .loss: log.losses += 1
    case .clock: log.clockSettings += 1
    }
  }

  /// Returns the process of an event, which is added if it is new.
  private mutating func process(of owner: Event.Owner?) -> Process {
    switch newest {
    case .some(let newest): if newest.object.owner == owner { return newest.object }
    case nil: break
    }
    let process = processes[owner] ?? numbered(owner) ?? begin(owner)
    newest = UnretainedReference(process)
    return process
  }

  /// Gives a process its number if the system logged its launch before the number was known. Returns nil if there is no such
  /// process.
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

  /// Adds a process.
  private mutating func begin(_ owner: Event.Owner?) -> Process {
    if processes.count >= program.limits.processes { endLongestSilentProcess() }
    processCount += 1
    let process = Process(owner, program, log, number: processCount)
    processes[owner] = process
    return process
  }

  /// Judges an event on the full path, in the session of its process and in the session across sessions.
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
    if recordsSessions {
      sessionLines.append(
        SessionLine(line: occurrence.line, session: session.startOrder, process: process.owner?.process))
    }
    let isEnd = program.sessionRoles[Int(occurrence.id.rawValue)].isEnd
    // A repeated end of a process does not begin another session.
    if isEnd, process.isGone { return }
    process.isGone = isEnd
    let isFirst = !session.hasBegun
    if isFirst, !isEnd { summary.sessions += 1 }
    process.app.recording.note(occurrence)
    if program.isAcrossSessions {
      let appSession =
        process.app.appSession ?? Session(program, log, process.app, hasPid: true, isAcrossSessions: true)
      process.app.appSession = appSession
      // The first event of a session closes calls of the previous session, so it is always judged.
      if !appSession.isDuplicate(occurrence), isFirst || !appSession.passes(occurrence) {
        appSession.step(log.occurrences.copy(occurrence, order: 0))
      }
    }
    session.step(occurrence)
    if isEnd { end(process, losses: occurrence.losses) }
  }

  /// Ends the session of a process, and begins the next one. `losses` is how often lines were lost before the line at which it
  /// ends.
  private func end(_ process: Process, losses: Int) {
    process.session.end(isEndOfLog: false, losses: losses)
    log.timeline?.end(process.session)
    process.session = Session(program, log, process.app, hasPid: process.session.hasPid)
  }

  /// Ends the sessions of all processes, because the device has restarted.
  private mutating func endSessions() {
    for app in log.appsInOrder {
      app.lines.endSessions { judge($0, of: $1) }
    }
    log.judgedLine = log.currentLine
    log.lossesBeforeBoot = log.losses
    for process in processes.values.sorted(by: { $0.session.startOrder < $1.session.startOrder }) {
      end(process, losses: log.losses)
    }
  }

  /// Ends the process that was silent for longest, and with its last process its app. So memory does not grow with the number of
  /// launches in a log that does not show the ends of its processes.
  private mutating func endLongestSilentProcess() {
    let oldest = processes.values.min { ($0.session.last?.order ?? 0) < ($1.session.last?.order ?? 0) }
    guard let oldest else { return }
    let app = oldest.app
    app.lines.finish { judge($0, of: $1) }
    processes[oldest.owner] = nil
    newest = nil
    newestOwner = -1
    let isLast = oldest.owner?.process != nil && !processes.values.contains { $0.app === app }
    if isLast { app.endUndecided(in: log) }
    oldest.session.end(isEndOfLog: true, losses: log.losses)
    if isLast { forget(app) }
  }

  /// Forgets an app without processes, as if the log ended for it. If it has another process later, that is a new app.
  private func forget(_ app: App) {
    app.endAppSession(losses: log.losses)
    log.dismissUnobserved(of: app)
    log.forget(app)
  }

  /// Ends the log. Checks that are still open become inconclusive, and `summary` gets the verdict of each rule. The reason why a
  /// rule is not observable is looked up for all rules if `isExplained` is true or no rule was tested, otherwise for required
  /// rules.
  public mutating func finish(explaining isExplained: Bool = false) {
    let apps = log.appsInOrder
    for app in apps { app.lines.finish { judge($0, of: $1) } }
    // A verdict at the end of the log is decided by its last line, even if a line that was held back is judged after it.
    log.judgedLine = max(log.judgedLine, log.currentLine)
    log.isOver = true
    for app in apps { app.endUndecided(in: log) }
    for process in processes.values.sorted(by: { $0.session.startOrder < $1.session.startOrder }) {
      process.session.end(isEndOfLog: true, losses: log.losses)
    }
    processes = [:]
    for app in apps { app.endAppSession(losses: log.losses) }
    for app in apps { log.dismissUnobserved(of: app) }
    summary.times = log.times
    summary.misreadings = log.misreadings.inOrder
    summary.repeats = log.repetitions.takeAll()
    summary.rules = log.coverage(explaining: isExplained)
    if log.knownSubjects != nil { log.addRulesByAbsence() }
    heldSubjects = log.heldSubjects
    if isExplained || !summary.rules.contains(where: \.verdict.isOfTest) { summary.events = log.seenEvents() }
  }

  /// What happened in the log, after `finish()`; nil if it was not recorded.
  public var timeline: Timeline? { log.timeline?.finished() }

  /// The number of violations that `takeViolations()` has not returned yet.
  public var violationCount: Int { mutating get { log.violationCount } }

  /// Returns the violations that were decided since the last call, ordered by deciding line, reported line, column, rule id and
  /// message.
  public mutating func takeViolations() -> [Violation] { log.takeViolations() }

  /// Returns the findings that stayed undecided or rest on a guess, in the form and order of violations. They are never failures.
  /// At most 1,000 are kept. Call it after `finish()`.
  public mutating func takeInconclusive() -> [Violation] { log.takeInconclusive() }
}

/// A process of the log, and its current session.
final class Process {
  var owner: Event.Owner?
  /// The number among the processes of the log, from 1.
  let number: Int
  let app: App
  var session: Session {
    get { sessionReference.object }
    set { sessionReference = UnretainedReference(newValue) }
  }
  private var sessionReference: UnretainedReference<Session>
  private let log: LogState
  /// Whether the newest event of the process was its end.
  var isGone = false

  init(_ owner: Event.Owner?, _ program: Program, _ log: LogState, number: Int) {
    self.owner = owner
    self.number = number
    self.log = log
    app = log.app(owner?.process)
    sessionReference = UnretainedReference(Session(program, log, app, hasPid: owner?.pid != nil))
  }

  /// Runs the fast plan of an event. Returns false if the event needs the full path, and then sets `answers` to the values of
  /// those field conditions that it has evaluated.
  func runFast(_ event: Event, _ line: Span<UInt8>, _ answers: inout TruthVector) -> Bool {
    if isGone { return false }
    return sessionReference.with { session in
      guard let step = session.runFast(event, line, process: number) else {
        answers = session.state.next.conditions
        return false
      }
      log.times.note(step, at: event.line)
      return true
    }
  }
}
