import Trace

/// What routine events change, of the process of the newest line: its session's state and that of its app's lives, which
/// are out of their sessions for so long. So most events touch nothing but this one value, and count no references.
struct AtHand {
  /// Nil where nothing is at hand.
  private(set) var process: Process?
  private var owner: Int?
  private(set) var number = 0
  private(set) var life = 0
  var session = SessionState()
  var lives = SessionState()
  /// When the calls began whose return may still come.
  private(set) var calls: [LogTime?] = []

  /// Whether it is of the process at hand that an event is.
  @inline(__always)
  func holds(_ event: borrowing Event) -> Bool { owner == event.ownerNumber }

  /// Takes up the states of a process, by the reader's number of it, if its next event may be routine.
  mutating func takeUp(_ process: Process, _ owner: Int, _ program: Program) {
    guard !process.isGone, let calls = process.app.lines.openCalls,
      !program.isAcrossSessions || process.app.lives != nil
    else { return }
    self.process = process
    self.owner = owner
    number = process.number
    life = process.session.birth
    self.calls = calls
    swap(&session, &process.session.state)
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
  }

  /// Puts the states back into their sessions, before anything else is done with them.
  mutating func putBack() {
    guard let process else { return }
    swap(&session, &process.session.state)
    if let lives = process.app.lives { swap(&self.lives, &lives.state) }
    self.process = nil
    owner = nil
  }

  /// Whether none of these calls wants to know of a line at that time that makes no step and is no return. Not a method of
  /// the value, which would be copied for that.
  static func areIdle(_ calls: [LogTime?], at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= Window.assumedLength { return false }
    }
    return true
  }
}
