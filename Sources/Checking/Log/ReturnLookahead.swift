import Rulebook
import Trace

// When a callback returns can be told only by a later line: its `.end`, or a step that cannot come while it runs. So the
// lines of a process are held back while one of its callbacks has been running for a second and its return may still
// come: what is judged is judged once, and for good.

/// One call of a callback, and what the lines after it have told of its return. Used again once nobody refers to it, so
/// that a steady log makes no new ones.
final class PendingCall {
  private(set) var callback: EventID
  private(set) var process: ObjectIdentifier
  private(set) var key: Key
  private(set) var time: LogTime?
  private(set) var line: Int
  /// How many events of the app had come by then.
  fileprivate private(set) var start: Int
  fileprivate private(set) var telling: MachineTable.Spelling
  fileprivate(set) var fate = Fate.unknown
  /// The callbacks that may be derived from it, if the log has no calls of them. Their return is also its return.
  fileprivate var derived: [EventID] = []
  /// Where its return was told.
  fileprivate(set) var returned: (line: Int, time: LogTime?)?
  /// Its notification was delivered before it returned.
  fileprivate var isDelivered = false

  enum Fate {
    /// As far as the lines are known they do not tell.
    case unknown
    /// Its return comes before anything that it cannot come after.
    case returns
    /// It returns, and after that its notification is delivered, which extends it.
    case extends
    /// Its return is not recorded.
    case isLost
    /// It was running when the log was cut.
    case isCut
  }

  fileprivate init(_ occurrence: Occurrence, key: Key, of process: Process, start: Int) {
    callback = occurrence.id
    self.process = ObjectIdentifier(process)
    self.key = key
    time = occurrence.time
    line = occurrence.line
    self.start = start
    telling = MachineTable.Spelling(occurrence)
  }

  /// Begins anew, as if it had just been made.
  fileprivate func begin(_ occurrence: Occurrence, key: Key, of process: Process, start: Int) {
    callback = occurrence.id
    self.process = ObjectIdentifier(process)
    self.key = key
    time = occurrence.time
    line = occurrence.line
    self.start = start
    telling = MachineTable.Spelling(occurrence)
    fate = .unknown
    derived.clear()
    returned = nil
    isDelivered = false
  }
}

/// The lines of one app that are held back, in their order, and the calls for whose fate they wait.
final class ReturnLookahead {
  private let program: Program
  private let habits: ReturnHistory
  private var held = Queue<(occurrence: Occurrence, process: Process)>()
  private var calls: [PendingCall] = []
  private var pool = ObjectPool<PendingCall>()
  /// How many events of the app have come, as far as calls were under way.
  private var count = 0

  /// A callback that has not returned after so long does not return: the watchdog allows less (guidance B.0.10).
  private static let retention: Int64 = 20_000_000_000
  /// How soon after the return of a callback its notification is delivered.
  private static let delivery: Int64 = 1_000_000_000
  /// So many events of the app may come before its return.
  private let mostEvents: Int

  init(_ program: Program, _ habits: ReturnHistory) {
    self.program = program
    self.habits = habits
    mostEvents = program.limits.heldEvents
  }

  /// Lists when the calls began whose return may still come; false where lines are held back, or where more is awaited.
  func list(openCalls times: inout [LogTime?]) -> Bool {
    guard held.isEmpty, calls.allSatisfy({ $0.returned == nil }) else { return false }
    times.clear()
    for call in calls { times.append(call.time) }
    return true
  }

  /// How many events of the app may pass by until there are too many for a call.
  var room: Int { calls.first.map { $0.start + mostEvents - count } ?? .max }

  /// Some events of the app have passed by.
  func pass(_ passed: Int) { count += passed }

  /// Takes the next line of the app, and hands on those that can be judged now.
  func receive(_ occurrence: Occurrence, of process: Process, _ judge: (Occurrence, Process) -> Void) {
    count += 1
    if !calls.isEmpty || program.concernsCalls[occurrence.id.index] { note(occurrence, process) }
    if held.isEmpty, !isWaiting(at: occurrence, process) { return judge(occurrence, process) }
    held.append((occurrence, process))
    release(all: false, judge)
  }

  /// The log is over.
  func finish(_ judge: (Occurrence, Process) -> Void) {
    for call in calls where call.fate == .unknown {
      call.fate = call.returned != nil ? .returns : mayReturn(call, habits.returns) ? .isCut : .isLost
    }
    calls = []
    release(all: true, judge)
  }

  /// The processes are gone, and no call returns any more.
  func endSessions(_ judge: (Occurrence, Process) -> Void) {
    for call in calls where call.fate == .unknown { lose(call) }
    calls = []
    release(all: true, judge)
  }

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

  private func isOverdue(_ call: PendingCall, at occurrence: Occurrence, _ process: Process) -> Bool {
    // Where lives are looked at together, a call of one is running at the lines of all.
    guard call.fate == .unknown, program.isAcrossSessions || call.process == ObjectIdentifier(process) else {
      return false
    }
    // With its return known, only the delivery that may extend it is awaited.
    if let returned = call.returned { return occurrence.line >= returned.line }
    return LogTime.passed(from: call.time, to: occurrence.time).map { $0 >= RunningCall.assumedLength }
      ?? false
  }

  // MARK: What a line tells of the calls before it

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
    guard mayReturn(call, habits.mayReturn) else { return }
    occurrence.call = call
    calls.append(call)
  }

  /// Whether a condition is true for the callback of a call, or for one that may be derived from it.
  private func mayReturn(_ call: PendingCall, _ isTold: (EventID) -> Bool) -> Bool {
    isTold(call.callback) || call.derived.contains(where: isTold)
  }

  /// A return ends the newest call of its callback. If there is none, it ends the newest call from which the callback may be
  /// derived.
  private func noteReturn(_ occurrence: Occurrence, _ key: Key, _ process: Process) {
    let callback = occurrence.id.entry
    habits.noteReturn(of: callback)
    func isRunning(_ call: PendingCall) -> Bool {
      call.fate == .unknown && call.returned == nil && call.process == ObjectIdentifier(process)
        && Session.mayBeOne(call.key, key)
    }
    let call =
      calls.last { $0.callback == callback && isRunning($0) }
      ?? calls.last { $0.derived.contains(callback) && isRunning($0) }
    guard let call else { return }
    call.returned = (occurrence.line, occurrence.time)
    if call.isDelivered || !habits.showsDeliveries { call.fate = .returns }
  }

  private func noteDelivery(of callback: EventID, _ process: Process) {
    habits.noteDelivery()
    let call = calls.last { $0.callback == callback && $0.process == ObjectIdentifier(process) }
    guard let call else { return }
    if call.returned == nil { call.isDelivered = true } else { call.fate = .extends }
  }

  private func lose(_ call: PendingCall) {
    if call.returned != nil {
      call.fate = .returns
    } else {
      call.fate = .isLost
      habits.noteLoss(of: call.callback)
      for callback in call.derived { habits.noteLoss(of: callback) }
    }
  }

  /// Whether at a line of the app too much time has passed for a call, or there were too many events.
  private func isTooOld(_ call: PendingCall, at occurrence: Occurrence) -> Bool {
    let (start, limit) = call.returned.map { ($0.time, Self.delivery) } ?? (call.time, Self.retention)
    if let passed = LogTime.passed(from: start, to: occurrence.time), passed > limit { return true }
    return count - call.start > mostEvents
  }

  /// Whether nothing more can be told of a call of a process from a line of it on: another step was taken, or the process is
  /// gone. Another way to tell the same callback tells the same call.
  private func isOver(_ call: PendingCall, at occurrence: Occurrence) -> Bool {
    // The next launch comes only when the process is gone.
    let boundary = program.sessionRoles[Int(occurrence.id.rawValue)]
    if boundary.stage != nil, !boundary.isOfSameProcess { return true }
    if occurrence.id == call.callback, MachineTable.Spelling(occurrence) != call.telling { return false }
    return program.ends(occurrence.id, callsOf: call.callback)
  }
}

/// What an app's lines have shown of its callbacks' returns.
final class ReturnHistory {
  /// By `EventID.index`.
  private var shown: [Bool]
  private var lost: [Bool]
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

  /// The app records the callback's return.
  func returns(_ callback: EventID) -> Bool { shown[callback.index] || declarations.declaresReturns }

  /// The return of a call may come: until one was missed in an app that has shown none.
  func mayReturn(_ callback: EventID) -> Bool { returns(callback) || !lost[callback.index] }
}
