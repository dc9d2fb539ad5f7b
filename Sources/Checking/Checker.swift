import Rulebook
public import Trace

/// Steps the rules of a rulebook over the events of one log, and collects what they find.
public struct Checker {
  /// What was checked so far; the rules' coverage is there after `finish()`.
  public private(set) var summary = CheckSummary()

  private let program: Program
  private let log: LogState
  private var sessions: [Event.Owner?: Session] = [:]
  /// The session of the newest line: most lines belong to the same one as the line above them.
  private var newest: (owner: Event.Owner?, session: Session)?
  private var pool = SightingPool()

  /// A checker for one log.
  public init(_ program: Program) {
    self.program = program
    log = LogState(program)
  }

  /// Takes the next event of the log, with its line.
  public mutating func step(_ event: borrowing Event, line: Span<UInt8>) {
    guard event.id != .unknown else { return }
    let occurrence = Occurrence(id: event.id, form: event.form, sighting: pool.sighting(of: event, line))
    log.currentLine = event.line
    let owner = event.owner
    var session = session(of: owner)
    if session.folds(occurrence) {
      summary.folded += 1
      return
    }
    if session.isEnded(by: occurrence) {
      end(session, of: owner)
      session = self.session(of: owner)
    }
    // The end of a process that is gone already is no life of its own.
    if session.last == nil, !program.boundaries[Int(event.id.rawValue)].isEnd { summary.sessions += 1 }
    session.step(occurrence)
    if program.boundaries[Int(event.id.rawValue)].isEnd { end(session, of: owner) }
  }

  private mutating func session(of owner: Event.Owner?) -> Session {
    if let newest, newest.owner == owner { return newest.session }
    let session = sessions[owner] ?? begin(owner)
    newest = (owner, session)
    return session
  }

  private mutating func begin(_ owner: Event.Owner?) -> Session {
    if sessions.count >= Self.mostSessions { endOldest() }
    let session = Session(program, log, of: owner)
    sessions[owner] = session
    return session
  }

  /// More lives than this at once are those of processes whose end no line tells: the one that has been silent for
  /// longest is over, so that memory does not grow with a log of many launches.
  private static let mostSessions = 256

  private mutating func endOldest() {
    let oldest = sessions.min { ($0.value.last?.order ?? 0) < ($1.value.last?.order ?? 0) }
    if let oldest { end(oldest.value, of: oldest.key, isEndOfLog: true) }
  }

  private mutating func end(_ session: Session, of owner: Event.Owner?, isEndOfLog: Bool = false) {
    session.end(isEndOfLog: isEndOfLog)
    sessions[owner] = nil
    newest = nil
  }

  /// Ends the log: what is still open becomes inconclusive, and the coverage is known.
  public mutating func finish() {
    for session in sessions.values.sorted(by: { $0.birth < $1.birth }) { session.end(isEndOfLog: true) }
    sessions = [:]
    log.dismissUnobserved()
    summary.clockStepsBack = log.clockStepsBack
    summary.firstClockStepBack = log.firstClockStepBack
    summary.rules = log.coverage()
  }

  /// The violations decided since the last call, ordered by deciding line, reported line, column and rule id.
  public mutating func takeViolations() -> [Violation] { log.takeViolations() }

  /// After `finish()`: what the end of the log left open, in the same form and order; never a failure.
  public mutating func takeInconclusive() -> [Violation] { log.takeInconclusive() }
}
