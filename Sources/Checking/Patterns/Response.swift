import Rulebook
import Trace

// each E is followed by F within T before G: every E of the scope is answered (response).
//
// Reported at the first event later than T after E, at G, or where the scope closes, whichever comes first; related is
// E. Held once for each E that is answered. Inconclusive where the session ends before. Example, `each
// backgroundTask.begin(id) is followed by backgroundTask.end(id) before backgroundTask.expire.end(id)`:
//   violated   backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.expire.end id=1
//   held       backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.end id=1

final class Response: Monitor {
  /// What is open in an instance: the newest of those that ask for each key, and of those that any answer answers.
  private final class Open: Instance {
    var newest = KeyTable<Int32>()
    var newestOfAny: Int32 = -1
    /// Whether that is counted.
    var isWaiting = false

    var isEmpty: Bool { newestOfAny < 0 && newest.isEmpty }

    override func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
      super.begin(opening, from: start, order: order, key: key)
      newest.removeAll()
      newestOfAny = -1
      isWaiting = false
    }
  }

  private var obligations = Obligations()
  /// In how many instances something waits for an answer.
  private var waiting = 0
  /// What was taken out of an instance, to be settled.
  private var taken: [Int32] = []
  /// What has one limit that is the same for all; nil where each has a deadline of its own, or none.
  private lazy var succession: Int? =
    if case .fixed(let limit) = compiled.latest {
      session.state.deadlines.add(Succession(of: number, limit: limit))
    } else {
      nil
    }
  private var unanswered = Phrase<EventID>()
  private var asking = Phrase<EventID>()
  private var late = Phrase<Int64>()
  private var stopped = Phrase<EventID>()
  private lazy var missing = "\(demandText) did not come by here"

  override class var memory: Instance.Type { Open.self }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    guard let instance = instance as? Open else { return }
    switch role {
    case .answer: answer(instance, key, signal)
    case .stop:
      settle(key, in: instance) { obligation in
        fail(
          obligation, at: signal,
          stopped.text(of: signal.judged.id, "\(demandText) did not come before \(name(signal.judged))"))
      }
    default: ask(instance, key, signal)
    }
    noteWaiting(instance)
  }

  /// Answers matter only where something waits for one.
  private func noteWaiting(_ instance: Open) {
    if instance.isWaiting != instance.isEmpty { return }
    instance.isWaiting.toggle()
    waiting += instance.isWaiting ? 1 : -1
    session.state.setGate(number, isWaiting: waiting > 0)
  }

  // MARK: What waits

  private func keep(_ number: Int32, in instance: Open) {
    let key = obligations.key(of: number)
    if key == .absent {
      obligations.link(number, behind: instance.newestOfAny)
      instance.newestOfAny = number
    } else {
      obligations.link(number, behind: instance.newest[key] ?? -1)
      instance.newest.set(key, number)
    }
  }

  private func drop(_ number: Int32, from instance: Open) {
    guard let newest = obligations.unlink(number) else { return }
    let key = obligations.key(of: number)
    if key == .absent {
      instance.newestOfAny = newest
    } else if newest < 0 {
      instance.newest.remove(key)
    } else {
      instance.newest.set(key, newest)
    }
  }

  /// Moves what waits for a key, or for any, to `taken`, in the order in which it was asked for.
  private func take(_ key: Key?, from instance: Open) {
    taken.clear()
    if let key {
      if let newest = instance.newest.remove(key) { obligations.list(newest, in: &taken) }
    } else if !instance.newest.isEmpty {
      instance.newest.forEach { obligations.list($1, in: &taken) }
      instance.newest.removeAll()
    }
    let keyed = taken.count
    obligations.list(instance.newestOfAny, in: &taken)
    instance.newestOfAny = -1
    if key == nil, keyed > 0 { taken.sort { obligations.order(of: $0) < obligations.order(of: $1) } }
  }

  /// Takes out what waits for a key, or for any, and does something with each of it.
  private func settle(_ key: Key?, in instance: Open, _ body: (Obligation) -> Void) {
    if instance.isEmpty { return }
    take(key, from: instance)
    for place in taken.indices {
      if let obligation = end(taken[place]) { body(obligation) }
    }
    taken.clear()
  }

  /// It waits no more.
  @discardableResult
  private func end(_ number: Int32) -> Obligation? {
    if let succession { session.state.deadlines.settle(number, in: succession) }
    let obligation = obligations.remove(number)
    if let deadline = obligation?.deadline { session.state.deadlines.cancel(deadline) }
    return obligation
  }

  private func ask(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    // A limit that is not known gives no verdict.
    guard let earliest = length(compiled.earliest, signal), length(compiled.latest, signal) != nil else {
      return
    }
    var trigger = signal.judged
    if trigger.order != signal.order {
      trigger = session.log.occurrences.copy(trigger, order: signal.order)
    }
    let start = Moment(signal)
    let number = obligations.add(
      Obligation(trigger: trigger, start: start, key: key ?? .absent, earliest: earliest, instance: instance))
    if let succession {
      if start.isTimed { session.state.deadlines.begin(number, in: succession, at: start) }
    } else if let limit = compiled.latest {
      obligations.set(
        session.deadline(
          self, from: signal.line, judging: signal.judged, limit, of: .obligation(number)), of: number)
    }
    keep(number, in: instance)
  }

  private func length(_ limit: CompiledLimit?, _ signal: Session.Signal) -> Int64? {
    guard let limit else { return 0 }
    return session.length(limit, judging: signal.judged)
  }

  private func answer(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    if instance.isEmpty { return }
    take(key, from: instance)
    for number in taken {
      if compiled.earliest != nil || compiled.latest != nil, let asked = obligations.times(of: number) {
        guard asked.start.isComparable(with: signal.line) else {
          end(number)
          continue
        }
        if signal.line.counted - asked.start.counted < asked.earliest {
          keep(number, in: instance)
          continue
        }
      }
      end(number)
      hold(instance)
    }
    taken.clear()
  }

  // MARK: What is missing

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    if case .obligation(let number) = deadline.isOf { expired(number, after: deadline.allowed, at: signal) }
  }

  override func expired(_ number: Int32, after limit: Int64, at signal: Session.Signal) {
    guard let instance = obligations.instance(of: number) as? Open else { return }
    drop(number, from: instance)
    noteWaiting(instance)
    guard let obligation = end(number) else { return }
    fail(
      obligation, at: signal,
      late.text(of: limit, "\(demandText) did not come within \(Quantity.text(nanoseconds: limit))"))
  }

  override func closes(_ instance: Instance, at signal: Session.Signal) {
    guard let instance = instance as? Open else { return }
    settle(nil, in: instance) { fail($0, at: signal, missing) }
    noteWaiting(instance)
  }

  override func leave(_ instance: Instance, isEndOfLog: Bool) {
    guard let instance = instance as? Open else { return }
    settle(nil, in: instance) { leaveOpen($0.trigger, in: instance) }
    noteWaiting(instance)
  }

  private func message(of obligation: Obligation) -> String {
    let trigger = obligation.trigger
    if obligation.key != .absent {
      return "\(name(trigger, key: obligation.key)) is not followed by \(demandText)"
    }
    return unanswered.text(of: trigger.id, "\(name(trigger)) is not followed by \(demandText)")
  }

  private func fail(
    _ obligation: Obligation, at signal: Session.Signal, _ label: @autoclosure () -> String
  ) {
    // Of most nothing is asked, and no words are made.
    if isExcepted(obligation.trigger, at: signal) { return }
    let trigger = obligation.trigger
    raise(
      Offence(
        judged: trigger, message: message(of: obligation), label: label(),
        line: (trigger, asking.text(of: trigger.id, "\(name(trigger)) asks for it"), .trigger),
        duration: session.passed(since: obligation.start, at: signal), isOneWith: .trigger(trigger.order)),
      in: obligation.instance, at: signal)
  }
}
