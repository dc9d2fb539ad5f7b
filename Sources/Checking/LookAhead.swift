import Rulebook
import Trace

// When a callback returns can be told only by a later line: its `.end`, or a step that cannot come while it runs. So the
// lines of a process are held back while one of its callbacks has been running for a second and its return may still
// come: what is judged is judged once, and for good.

/// One call of a callback, and what the lines after it have told of its return.
final class Call {
  let callback: EventID
  let key: String
  let time: Timestamp?
  let line: Int
  var fate = Fate.unknown
  /// Where its return was told.
  var returned: (line: Int, time: Timestamp?)?
  /// Its notification was delivered before it returned.
  var isDelivered = false

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

  init(_ callback: EventID, key: String, time: Timestamp?, line: Int) {
    self.callback = callback
    self.key = key
    self.time = time
    self.line = line
  }
}

/// The lines of one process that are held back, and the calls for whose fate they wait.
final class LookAhead {
  private let program: Program
  private let habits: ReturnHabits
  private var held: [Occurrence] = []
  private var calls: [Call] = []

  /// A callback that has not returned after so long does not return: the watchdog allows less (guidance B.0.10).
  private static let horizon: Int64 = 20_000_000_000
  /// How soon after the return of a callback its notification is delivered.
  private static let delivery: Int64 = 1_000_000_000
  private static let mostLines = 4_096

  init(_ program: Program, _ habits: ReturnHabits) {
    self.program = program
    self.habits = habits
  }

  /// Takes the next line of the process, and hands on those that can be judged now.
  func take(_ occurrence: consuming Occurrence, _ judge: (Occurrence) -> Void) {
    note(&occurrence)
    if held.isEmpty, !isWaiting(at: occurrence) { return judge(occurrence) }
    held.append(occurrence)
    release(all: held.count >= Self.mostLines, judge)
  }

  /// The log is over.
  func finish(_ judge: (Occurrence) -> Void) {
    for call in calls where call.fate == .unknown {
      call.fate = call.returned != nil ? .returns : habits.returns(call.callback) ? .isCut : .isLost
    }
    calls = []
    release(all: true, judge)
  }

  private func release(all: Bool, _ judge: (Occurrence) -> Void) {
    while let first = held.first {
      if isWaiting(at: first) {
        guard all else { return }
        for call in calls where isOverdue(call, at: first) { lose(call) }
      }
      held.removeFirst()
      judge(first)
    }
  }

  /// Whether the fate of a call must be known before the line can be judged.
  private func isWaiting(at occurrence: Occurrence) -> Bool {
    calls.contains { $0.line != occurrence.line && isOverdue($0, at: occurrence) }
  }

  private func isOverdue(_ call: Call, at occurrence: Occurrence) -> Bool {
    guard call.fate == .unknown else { return false }
    // With its return known, only the delivery that may extend it is awaited.
    if let returned = call.returned { return occurrence.line >= returned.line }
    return Self.time(from: call.time, to: occurrence.sighting.time).map { $0 >= Window.assumedLength }
      ?? false
  }

  // MARK: What a line tells of the calls before it

  private func note(_ occurrence: inout Occurrence) {
    let id = occurrence.id
    for call in calls where isOver(call, at: occurrence) { lose(call) }
    if id.isEnd { noteReturn(occurrence) }
    if let callback = program.deliveredCallback(occurrence) { noteDelivery(of: callback) }
    calls.removeAll { $0.fate != .unknown }
    guard !id.isEnd, program.hasWindow[id.index], habits.mayReturn(id) else { return }
    let call = Call(
      id, key: program.callbackKey(occurrence), time: occurrence.sighting.time, line: occurrence.line)
    occurrence.call = call
    calls.append(call)
  }

  private func noteReturn(_ occurrence: Occurrence) {
    habits.noteReturn(of: occurrence.id.entry)
    let key = program.callbackKey(occurrence)
    let call = calls.last {
      $0.callback.end == occurrence.id && $0.returned == nil
        && ($0.key.isEmpty || key.isEmpty || $0.key == key)
    }
    guard let call else { return }
    call.returned = (occurrence.line, occurrence.sighting.time)
    if call.isDelivered || !habits.showsDeliveries { call.fate = .returns }
  }

  private func noteDelivery(of callback: EventID) {
    habits.noteDelivery()
    guard let call = calls.last(where: { $0.callback == callback }) else { return }
    if call.returned == nil { call.isDelivered = true } else { call.fate = .extends }
  }

  private func lose(_ call: Call) {
    if call.returned != nil {
      call.fate = .returns
    } else {
      call.fate = .isLost
      habits.noteLoss(of: call.callback)
    }
  }

  /// Whether nothing more can be told of a call from a line on: another step was taken, the process is gone, or too much
  /// time has passed. Another line of the same callback may tell the same call.
  private func isOver(_ call: Call, at occurrence: Occurrence) -> Bool {
    guard call.fate == .unknown else { return false }
    if program.boundaries[Int(occurrence.id.rawValue)].isEnd { return true }
    let (start, limit) = call.returned.map { ($0.time, Self.delivery) } ?? (call.time, Self.horizon)
    if let passed = Self.time(from: start, to: occurrence.sighting.time), passed > limit { return true }
    guard occurrence.id != call.callback else { return false }
    return program.ends(occurrence.id, callsOf: call.callback)
  }

  private static func time(from start: Timestamp?, to end: Timestamp?) -> Int64? {
    guard let start, let end, start.kind == end.kind else { return nil }
    let (passed, isTooLong) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    return isTooLong ? nil : passed
  }
}

/// What an app's lines have shown of its callbacks' returns.
final class ReturnHabits {
  private var shown: Set<EventID> = []
  private var lost: Set<EventID> = []
  private(set) var showsDeliveries = false
  private let declarations: Recording.Declarations

  init(_ declarations: Recording.Declarations) { self.declarations = declarations }

  func noteReturn(of callback: EventID) { shown.insert(callback) }
  func noteLoss(of callback: EventID) { lost.insert(callback) }
  func noteDelivery() { showsDeliveries = true }

  /// The app records the callback's return.
  func returns(_ callback: EventID) -> Bool { shown.contains(callback) || declarations.declaresReturns }

  /// The return of a call may come: until one was missed in an app that has shown none.
  func mayReturn(_ callback: EventID) -> Bool { returns(callback) || !lost.contains(callback) }
}
