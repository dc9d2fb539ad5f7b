import BasicContainers
import Rulebook
import Trace

/// A call of a callback, from its entry to its close (guidance B.0.3). Objects are recycled, so a steady log allocates none.
final class RunningCall {
  private(set) var callback: EventID
  private(set) var entry: Occurrence
  /// The time of the entry, the session to which it belongs (as in `Occurrence.life`), and the number of its process.
  private(set) var time: LogTime?
  private(set) var life = 0
  private(set) var process = 0
  /// The return that closes the call, and the key of the machine that the callback moves, which its return also has.
  private(set) var awaitedEnd: EventID
  private(set) var key: Key
  /// Why it closed, and the opening of the callback's own span.
  fileprivate(set) var reason = Reason.returned
  fileprivate(set) var span: OpenSpan?
  /// The state spans that its entry has opened. They are settled when the call closes.
  var entered: [(span: Int, opening: OpenSpan)] = []
  /// The newest time of each mark before the entry, and the first one after it, in the order of `Program.lookaroundMarks`. These
  /// are the marks of conditions that look at both sides of an entry.
  var before: [Moment?] = []
  var after: [Moment?] = []
  fileprivate(set) var isClosed = false
  /// The log order of its return; nil if it has not returned. The delivery of a notification may extend the call after that.
  fileprivate var returned: Int?
  fileprivate var hasReturned: Bool { returned != nil }
  fileprivate var notification = Notification.none

  /// Why a call closed.
  enum Reason {
    case returned
    /// No return was logged before the first line at least a second after the entry.
    case time
    /// No return was logged before the next step of the machine.
    case step
  }

  fileprivate enum Notification {
    case none
    case open
    case done
  }

  /// How long a callback is assumed to run if its return is not logged (guidance B.0.10).
  static let assumedLength: Int64 = 1_000_000_000

  /// Whether the call is not closed by time: its return is known to be logged, or the log ends while it runs.
  var isAwaited: Bool {
    switch entry.call?.fate {
    case .returns, .extends, .isCut: true
    case .isLost, .unknown, nil: false
    }
  }

  init(callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: Key) {
    self.callback = callback
    self.entry = entry
    self.awaitedEnd = awaitedEnd
    self.key = key
  }

  /// Resets a recycled object.
  fileprivate func begin(
    callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: Key, lookaroundMarks: Int
  ) {
    self.callback = callback
    self.entry = entry
    (time, life, process) = (entry.time, entry.life, entry.process)
    self.awaitedEnd = awaitedEnd
    self.key = key
    reason = .returned
    if span != nil { span = nil }
    isClosed = false
    returned = nil
    notification = .none
    before.clear()
    after.clear()
    for _ in 0..<lookaroundMarks { after.append(nil) }
  }
}

extension Session {
  func openCall(for signal: Signal, returningAs awaitedEnd: EventID, key: Key) {
    let occurrence = signal.judged
    let runningCall = callPool.make {
      RunningCall(callback: occurrence.id, entry: occurrence, awaitedEnd: awaitedEnd, key: key)
    }
    runningCall.begin(
      callback: occurrence.id, entry: occurrence, awaitedEnd: awaitedEnd, key: key,
      lookaroundMarks: program.lookaroundMarks.count)
    for place in program.lookaroundMarks.indices {
      runningCall.before.append(state.marks[program.lookaroundMarks[place]].newestTimed(nil))
    }
    runningCalls.append(runningCall)
    if let span = program.spanOfCallback[runningCall.callback.index] {
      // If all sessions of an app are judged as one, a call may be running in each of them.
      let slot = isAcrossSessions ? Self.slot(key, ofProcess: occurrence.process) : key
      runningCall.span = open(span, key, in: slot, by: occurrence, at: signal)
    }
    // These are the states of the call that used the object before.
    runningCall.entered.clear()
    swap(&runningCall.entered, &entered)
    for place in runningCall.entered.indices { runningCall.entered[place].opening.enteringCall = runningCall }
    for place in stepped.indices { stepped[place].runningCall = runningCall }
  }

  private static func slot(_ key: Key, ofProcess process: Int) -> Key {
    // The key that `joined` would return, made without its allocations.
    key.isEmpty ? Key("\u{1F}\(process)") : key.joined(with: Key("\(process)"))
  }

  /// Before a line: closes the calls that have run for at least `RunningCall.assumedLength` by then, if their return is not
  /// logged.
  func closeOverdueCalls(at occurrence: Occurrence) {
    if runningCalls.isEmpty { return }
    let time = occurrence.time
    func isLong(_ runningCall: RunningCall) -> Bool {
      let passed = LogTime.passed(from: runningCall.time, to: time)
      return passed.map { $0 >= RunningCall.assumedLength } == true && !runningCall.isAwaited
    }
    guard runningCalls.indices.contains(where: { isLong(runningCalls[$0]) }) else { return }
    for runningCall in runningCalls where isLong(runningCall) {
      close(runningCall, at: occurrence, because: .time)
    }
    removeClosedCalls()
  }

  /// Before a line: closes the calls of earlier lives of its process. Does nothing unless all sessions of an app are judged as
  /// one.
  func closeCallsOfEarlierSessions(at occurrence: Occurrence) {
    if !isAcrossSessions || runningCalls.isEmpty { return }
    let (process, life) = (occurrence.process, occurrence.life)
    for runningCall in runningCalls where runningCall.process == process && runningCall.life != life {
      close(runningCall, at: occurrence, because: .step)
    }
    removeClosedCalls()
  }

  /// Before a callback or a step of a machine: closes the calls that must be over by then. `moment` is the moment of the event
  /// that ends them, if it is derived; nil otherwise.
  func closeCalls(before occurrence: Occurrence, at moment: Int?) {
    if !program.sessionRoles[Int(occurrence.id.rawValue)].isEnd {
      for place in calls.indices { calls[place].forget(before: occurrence) }
    }
    if runningCalls.isEmpty { return }
    for runningCall in runningCalls
    where runningCall.life == occurrence.life && runningCall.entry.retainedLine !== occurrence.retainedLine {
      if program.ends(occurrence.id, callsOf: runningCall.callback) {
        close(runningCall, at: occurrence, because: .step, moment: moment)
      }
    }
    removeClosedCalls()
  }

  /// Whether two keys may be keys of the same call. A line without the key may belong to any call.
  static func mayBeOne(_ a: Key, _ b: Key) -> Bool { a.isEmpty || b.isEmpty || a == b }

  /// Handles a return: closes the newest call that awaits it, and the calls that are derived from this call.
  func noteReturn(_ occurrence: Occurrence) {
    let key = program.callbackKey(occurrence)
    for place in runningCalls.indices.reversed() {
      let runningCall = runningCalls[place]
      guard isReturn(occurrence, key, ofCallAt: place), !runningCall.hasReturned,
        runningCall.life == occurrence.life,
        // A return closes only one call and the calls that are derived from it.
        !runningCalls[(place + 1)...].contains(where: {
          $0.returned == occurrence.order && $0.entry.line != runningCall.entry.line
        })
      else { continue }
      runningCall.returned = occurrence.order
      let isExtended =
        switch runningCall.notification {
        case .open: true
        case .none: runningCall.entry.call?.fate == .extends
        case .done: false
        }
      if !isExtended { close(runningCall, at: occurrence, because: .returned) }
    }
    removeClosedCalls()
  }

  /// Whether an event is the return of a call. A derived call also ends with the return of its source.
  private func isReturn(_ occurrence: Occurrence, _ key: Key, ofCallAt place: Int) -> Bool {
    let runningCall = runningCalls[place]
    if runningCall.entry.call?.returned?.line == occurrence.line { return true }
    guard runningCall.awaitedEnd == occurrence.id, Self.mayBeOne(key, runningCall.key) else { return false }
    // If the source's call is already over, this is the return of another call.
    return runningCall.entry.source == nil
      || runningCalls[..<place].contains {
        $0.callback.end == occurrence.id && $0.entry.line == runningCall.entry.line
      }
  }

  /// Handles the delivery of the notification that belongs to a callback: it extends the call until the delivery is done.
  func noteDelivery(_ occurrence: Occurrence, for callback: EventID) {
    let runningCall = runningCalls.last { $0.callback == callback && $0.life == occurrence.life }
    guard let runningCall else { return }
    let isWholeDelivery = occurrence.id.isEnd || !recording.has(occurrence.id.end)
    runningCall.notification = isWholeDelivery ? .done : .open
    if isWholeDelivery, runningCall.hasReturned { close(runningCall, at: occurrence, because: .returned) }
    removeClosedCalls()
  }

  private func close(
    _ runningCall: RunningCall, at occurrence: Occurrence, because reason: RunningCall.Reason,
    moment: Int? = nil
  ) {
    guard !runningCall.isClosed else { return }
    runningCall.isClosed = true
    runningCall.reason = reason
    let signal = signalPool.make { Signal(occurrence) }
    signal.assign(
      closing: runningCall, code: program.code(of: runningCall.callback, isClose: true),
      order: log.nextOrder(),
      at: occurrence, moment: moment)
    signals.append(UnretainedReference(signal))
    if let span = runningCall.span, let number = program.spanOfCallback[runningCall.callback.index] {
      close(number, span.slot, by: signal)
    }
    for place in runningCall.entered.indices where runningCall.entered[place].opening.closedAt == nil {
      note(.settled, runningCall.entered[place].span, runningCall.entered[place].opening, by: signal)
    }
    // The openings refer to the call in `enteringCall`. Removing them here breaks the reference cycle.
    runningCall.entered.clear()
    apply(signal, plans[signal.code])
  }

  private func removeClosedCalls() { runningCalls.drop { $0.isClosed } }
}
