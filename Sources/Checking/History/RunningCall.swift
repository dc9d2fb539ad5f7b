import BasicContainers
import Rulebook
import Trace

/// The window of one call of a callback: from its entry to its closing line (guidance B.0.3). Used again once it is over,
/// so that a steady log makes no new ones.
final class RunningCall {
  private(set) var callback: EventID
  private(set) var entry: Occurrence
  /// When that was, and in which life of which process.
  private(set) var time: LogTime?
  private(set) var life = 0
  private(set) var process = 0
  /// The return that closes it, and the key that the return carries where there are several machines.
  private(set) var awaitedEnd: EventID
  private(set) var key: Key
  /// What closed it, and the opening of the callback's own span.
  fileprivate(set) var reason = Reason.returned
  fileprivate(set) var span: OpenSpan?
  /// The states that its entry has entered: they are settled when it closes.
  var entered: [(span: Int, opening: OpenSpan)] = []
  /// What came last before the entry and first after it, in the order of `Program.nearMarks`: of what conditions ask from
  /// either side.
  var before: [Moment?] = []
  var after: [Moment?] = []
  fileprivate(set) var isClosed = false
  /// When it has returned, in the log's order; it may be extended after that.
  fileprivate var returned: Int?
  fileprivate var hasReturned: Bool { returned != nil }
  fileprivate var notification = Notification.none

  /// What closed the window.
  enum Reason {
    case returned
    /// No return was recorded by the first line a second after the entry.
    case time
    /// No return was recorded by the next step of the machine.
    case step
  }

  fileprivate enum Notification {
    case none
    case open
    case done
  }

  /// How long a callback without a recorded return is taken to run (guidance B.0.10).
  static let assumedLength: Int64 = 1_000_000_000

  /// Its close is told, so that no time is too long for it.
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

  /// Begins anew, as if it had just been made, with so many marks that are asked for from either side.
  fileprivate func begin(
    callback: EventID, entry: Occurrence, awaitedEnd: EventID, key: Key, nearMarks: Int
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
    for _ in 0..<nearMarks { after.append(nil) }
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
      nearMarks: program.nearMarks.count)
    for place in program.nearMarks.indices {
      runningCall.before.append(state.marks[program.nearMarks[place]].newestTimed(nil))
    }
    runningCalls.append(runningCall)
    if let span = program.spanOfCallback[runningCall.callback.index] {
      // Of several lives, each may be in a call.
      let slot = isAcrossSessions ? Self.slot(key, ofProcess: occurrence.process) : key
      runningCall.span = open(span, key, in: slot, by: occurrence, at: signal)
    }
    // What the last call entered is over.
    runningCall.entered.clear()
    swap(&runningCall.entered, &entered)
    for place in runningCall.entered.indices { runningCall.entered[place].opening.entering = runningCall }
    for place in stepped.indices { stepped[place].runningCall = runningCall }
  }

  private static func slot(_ key: Key, ofProcess process: Int) -> Key {
    // Short as it is, it needs no memory.
    key.isEmpty ? Key("\u{1F}\(process)") : key.joined(with: Key("\(process)"))
  }

  /// Before a line: windows whose callback has run for so long that it is taken to have returned.
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

  /// Before a line: windows whose callback is over with its life.
  func closeCallsOfEarlierSessions(at occurrence: Occurrence) {
    if !isAcrossSessions || runningCalls.isEmpty { return }
    let (process, life) = (occurrence.process, occurrence.life)
    for runningCall in runningCalls where runningCall.process == process && runningCall.life != life {
      close(runningCall, at: occurrence, because: .step)
    }
    removeClosedCalls()
  }

  /// Before a callback or a step of machines: what cannot still run has returned unseen, at the moment of a step that is
  /// derived.
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

  /// Whether two keys may be those of one call: a line that has none may mean any.
  static func mayBeOne(_ a: Key, _ b: Key) -> Bool { a.isEmpty || b.isEmpty || a == b }

  /// A return: closes the newest call that awaits it, and what is derived from that call.
  func noteReturn(_ occurrence: Occurrence) {
    let key = program.callbackKey(occurrence)
    for place in runningCalls.indices.reversed() {
      let runningCall = runningCalls[place]
      guard isReturn(occurrence, key, ofCallAt: place), !runningCall.hasReturned,
        runningCall.life == occurrence.life,
        // A return ends one call and the calls that are derived from it.
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

  /// Whether it is the return of the call, or of a callback that is derived from it.
  private func isReturn(_ occurrence: Occurrence, _ key: Key, ofCallAt place: Int) -> Bool {
    let runningCall = runningCalls[place]
    if runningCall.entry.call?.returned?.line == occurrence.line { return true }
    guard runningCall.awaitedEnd == occurrence.id, Self.mayBeOne(key, runningCall.key) else { return false }
    // If the source's call is over, this is the return of another call.
    return runningCall.entry.source == nil
      || runningCalls[..<place].contains {
        $0.callback.end == occurrence.id && $0.entry.line == runningCall.entry.line
      }
  }

  /// The delivery of the notification that is paired with a callback extends the callback's window.
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
    signals.append(signal)
    if let span = runningCall.span, let number = program.spanOfCallback[runningCall.callback.index] {
      close(number, span.slot, by: signal)
    }
    for place in runningCall.entered.indices where runningCall.entered[place].opening.closedAt == nil {
      note(.settled, runningCall.entered[place].span, runningCall.entered[place].opening, by: signal)
    }
    // The states know the window that entered them: none keeps the other alive.
    runningCall.entered.clear()
    apply(signal, plans[signal.code])
  }

  private func removeClosedCalls() { runningCalls.drop { $0.isClosed } }
}
