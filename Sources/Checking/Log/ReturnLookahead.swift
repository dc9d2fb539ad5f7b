import Rulebook
import Trace

// Only a later line shows when a callback returns: its `.end`, or an event that cannot happen during the call. A line is
// therefore held back if a call has been running for a second and its return may still follow. Each line is then judged only
// once, with the returns known.

/// A call of a callback whose return is awaited. The object is reused when no reference is left, which avoids allocations in a
/// steady log.
final class PendingCall {
  private(set) var callback: EventID
  private(set) var process: ObjectIdentifier
  private(set) var key: Key
  private(set) var time: LogTime?
  private(set) var line: Int
  /// The value of `ReturnLookahead.count` at the entry.
  fileprivate private(set) var start: Int
  /// The spelling of the entry. A call that is logged again in another spelling has another one.
  fileprivate private(set) var spelling: MachineTable.Spelling
  /// How the call ends.
  fileprivate(set) var fate = Fate.unknown
  /// The callbacks that may be derived from the call, if the log has no calls of their own. Their return is also the return of
  /// the call.
  fileprivate var derived: [EventID] = []
  /// The logged return.
  fileprivate(set) var returned: (line: Int, time: LogTime?)?
  /// Whether the delivery of the callback's notification was logged before the return.
  fileprivate var isDelivered = false

  /// How a call ends.
  enum Fate {
    /// The lines so far do not decide it.
    case unknown
    /// The call closes at its logged return.
    case returns
    /// The notification is delivered after the return. The call closes with the delivery.
    case extends
    /// No return is logged in time.
    case isLost
    /// The log ends during the call.
    case isCut
  }

  fileprivate init(_ occurrence: Occurrence, key: Key, of process: Process, start: Int) {
    callback = occurrence.id
    self.process = ObjectIdentifier(process)
    self.key = key
    time = occurrence.time
    line = occurrence.line
    self.start = start
    spelling = MachineTable.Spelling(occurrence)
  }

  /// Resets a reused object.
  fileprivate func begin(_ occurrence: Occurrence, key: Key, of process: Process, start: Int) {
    callback = occurrence.id
    self.process = ObjectIdentifier(process)
    self.key = key
    time = occurrence.time
    line = occurrence.line
    self.start = start
    spelling = MachineTable.Spelling(occurrence)
    fate = .unknown
    derived.clear()
    returned = nil
    isDelivered = false
  }
}

/// The lines of one app that are held back, in order, and the calls whose fate is not decided yet.
final class ReturnLookahead {
  private let program: Program
  private let returnHistory: ReturnHistory
  private var held = Queue<(occurrence: Occurrence, process: Process)>()
  private var calls: [PendingCall] = []
  private var pool = ObjectPool<PendingCall>()
  /// The number of events of the app. Events that were judged at once while no call was pending are not counted, because only the
  /// number of events since a call matters.
  private var count = 0

  /// The longest time that a return is awaited, in nanoseconds. The watchdog allows less (guidance B.0.10).
  private static let retention: Int64 = 20_000_000_000
  /// The longest time between the return of a callback and the delivery of its notification, in nanoseconds.
  private static let delivery: Int64 = 1_000_000_000
  /// The maximum number of events of the app between a call and its return.
  private let mostEvents: Int

  init(_ program: Program, _ returnHistory: ReturnHistory) {
    self.program = program
    self.returnHistory = returnHistory
    mostEvents = program.limits.heldEvents
  }

  /// Whether an event that concerns no call can be judged at once: no line is held back, no call that has returned waits for its
  /// delivery, and the fate of no pending call must be known by then.
  func mayPass(at time: LogTime?) -> Bool {
    guard held.isEmpty else { return false }
    for call in calls {
      if call.returned != nil { return false }
      if let passed = LogTime.passed(from: call.time, to: time), passed >= RunningCall.assumedLength {
        return false
      }
    }
    return calls.isEmpty || count < calls[0].start + mostEvents
  }

  /// Counts an event that was judged at once.
  func pass() {
    if !calls.isEmpty { count += 1 }
  }

  /// Adds the next line of the app, and passes all lines that can be judged now to `judge`.
  /// Reference: `Returns.fates`.
  func receive(_ occurrence: Occurrence, of process: Process, _ judge: (Occurrence, Process) -> Void) {
    count += 1
    if !calls.isEmpty || program.concernsCalls[occurrence.id.index] { note(occurrence, process) }
    if held.isEmpty, !isWaiting(at: occurrence, process) { return judge(occurrence, process) }
    held.append((occurrence, process))
    release(all: false, judge)
  }

  /// Decides all calls at the end of the log, and releases all lines.
  func finish(_ judge: (Occurrence, Process) -> Void) {
    for call in calls where call.fate == .unknown {
      call.fate = call.returned != nil ? .returns : mayReturn(call, returnHistory.returns) ? .isCut : .isLost
    }
    calls = []
    release(all: true, judge)
  }

  /// Decides all calls when the device has restarted, and releases all lines. No call returns after that.
  func endSessions(_ judge: (Occurrence, Process) -> Void) {
    for call in calls where call.fate == .unknown { lose(call) }
    calls = []
    release(all: true, judge)
  }

  /// Judges lines in order, up to the first one that must wait; if `all` is true, to the last one.
  private func release(all: Bool, _ judge: (Occurrence, Process) -> Void) {
    while let (occurrence, process) = held.first {
      if isWaiting(at: occurrence, process) {
        guard all else { return }
        for call in calls where isOverdue(call, at: occurrence, process) { lose(call) }
      }
      held.removeFirst()
      judge(occurrence, process)
    }
  }

  /// Whether the fate of a call must be known before the line can be judged.
  private func isWaiting(at occurrence: Occurrence, _ process: Process) -> Bool {
    calls.contains { $0.line < occurrence.line && isOverdue($0, at: occurrence, process) }
  }

  /// Whether an undecided call has been running for a second at a line, or has returned by then.
  private func isOverdue(_ call: PendingCall, at occurrence: Occurrence, _ process: Process) -> Bool {
    // For sentences across sessions, a running call of one process concerns the lines of all processes of the app.
    guard call.fate == .unknown, program.isAcrossSessions || call.process == ObjectIdentifier(process) else {
      return false
    }
    // If the return is known, the lines from there on wait only for a delivery that may extend the call.
    if let returned = call.returned { return occurrence.line >= returned.line }
    return LogTime.passed(from: call.time, to: occurrence.time).map { $0 >= RunningCall.assumedLength }
      ?? false
  }

  // MARK: Deciding calls

  /// Updates the pending calls with an event, and adds the call that it begins.
  private func note(_ occurrence: Occurrence, _ process: Process) {
    let id = occurrence.id
    let key = program.callbackKey(occurrence)
    for call in calls where call.fate == .unknown {
      if isTooOld(call, at: occurrence)
        || call.process == ObjectIdentifier(process) && isOver(call, at: occurrence)
      {
        lose(call)
      }
    }
    if id.isEnd { noteReturn(occurrence, key, process) }
    if let callback = program.deliveredCallback(occurrence) { noteDelivery(of: callback, process) }
    calls.drop { $0.fate != .unknown }
    guard !id.isEnd, program.tracksCalls[id.index] else { return }
    let call = pool.make { PendingCall(occurrence, key: key, of: process, start: count) }
    call.begin(occurrence, key: key, of: process, start: count)
    for place in program.derivedCalls.places(id.index) {
      let (callback, condition) = program.derivedCalls[place]
      if let condition, condition.truth(of: occurrence) != .yes { continue }
      let isOwn = calls.contains { $0.callback == callback && $0.process == call.process }
      if !isOwn, !call.derived.contains(callback) { call.derived.append(callback) }
    }
    // A return ends only the newest call that it may belong to.
    for other in calls where other.process == call.process {
      other.derived.drop { $0 == id || call.derived.contains($0) }
    }
    guard mayReturn(call, returnHistory.mayReturn) else { return }
    occurrence.call = call
    calls.append(call)
  }

  /// Whether a condition is true for the callback of a call, or for one that may be derived from it.
  private func mayReturn(_ call: PendingCall, _ isRecorded: (EventID) -> Bool) -> Bool {
    isRecorded(call.callback) || call.derived.contains(where: isRecorded)
  }

  /// Assigns a return to the newest call of its callback. If there is none, assigns it to the newest call from which the callback
  /// may be derived.
  private func noteReturn(_ occurrence: Occurrence, _ key: Key, _ process: Process) {
    let callback = occurrence.id.entry
    returnHistory.noteReturn(of: callback)
    func isRunning(_ call: PendingCall) -> Bool {
      call.fate == .unknown && call.returned == nil && call.process == ObjectIdentifier(process)
        && Session.mayBeOne(call.key, key)
    }
    let call =
      calls.last { $0.callback == callback && isRunning($0) }
      ?? calls.last { $0.derived.contains(callback) && isRunning($0) }
    guard let call else { return }
    call.returned = (occurrence.line, occurrence.time)
    if call.isDelivered || !returnHistory.showsDeliveries { call.fate = .returns }
  }

  /// Records that the notification of the newest call of a callback was delivered.
  private func noteDelivery(of callback: EventID, _ process: Process) {
    returnHistory.noteDelivery()
    let call = calls.last { $0.callback == callback && $0.process == ObjectIdentifier(process) }
    guard let call else { return }
    if call.returned == nil { call.isDelivered = true } else { call.fate = .extends }
  }

  /// Decides a call about which nothing more can be logged. It closes at its return, or the return is missing.
  private func lose(_ call: PendingCall) {
    if call.returned != nil {
      call.fate = .returns
    } else {
      call.fate = .isLost
      returnHistory.noteLoss(of: call.callback)
      for callback in call.derived { returnHistory.noteLoss(of: callback) }
    }
  }

  /// Whether a line is too far behind the call, or behind its return if that waits for a delivery: in time or in number of
  /// events.
  private func isTooOld(_ call: PendingCall, at occurrence: Occurrence) -> Bool {
    let (start, limit) = call.returned.map { ($0.time, Self.delivery) } ?? (call.time, Self.retention)
    if let passed = LogTime.passed(from: start, to: occurrence.time), passed > limit { return true }
    return count - call.start > mostEvents
  }

  /// Whether a call cannot have a return from a line of its process on: the next step was taken, or the process is gone. Another
  /// spelling of the same callback is the same call, logged again.
  private func isOver(_ call: PendingCall, at occurrence: Occurrence) -> Bool {
    // A process that was launched again has ended before.
    let boundary = program.sessionRoles[Int(occurrence.id.rawValue)]
    if boundary.stage != nil, !boundary.isOfSameProcess { return true }
    if occurrence.id == call.callback, MachineTable.Spelling(occurrence) != call.spelling { return false }
    return program.ends(occurrence.id, callsOf: call.callback)
  }
}

/// What the lines of an app have shown about the returns of its callbacks.
final class ReturnHistory {
  /// Whether a return of a callback was logged, and whether a return was missing, both by `EventID.index`.
  private var shown: [Bool]
  private var lost: [Bool]
  /// Whether a delivery of a notification was logged.
  private(set) var showsDeliveries = false
  private let declarations: Recording.Declarations

  init(_ declarations: Recording.Declarations, events: Int) {
    self.declarations = declarations
    shown = Array(repeating: false, count: events)
    lost = shown
  }

  func noteReturn(of callback: EventID) { shown[callback.index] = true }
  func noteLoss(of callback: EventID) { lost[callback.index] = true }
  func noteDelivery() { showsDeliveries = true }

  /// Whether the app records the returns of a callback.
  func returns(_ callback: EventID) -> Bool { shown[callback.index] || declarations.declaresReturns }

  /// Whether the return of a call may be logged. It is not awaited if a return was missing and none was ever logged.
  func mayReturn(_ callback: EventID) -> Bool { returns(callback) || !lost[callback.index] }
}
