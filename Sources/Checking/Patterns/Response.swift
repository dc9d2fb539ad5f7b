import Rulebook
import Trace

// each E is followed by F within T before G: every E of the scope is answered (response).
//
// Reported at the first event later than T after E, at G, or where the scope closes, whichever comes first; related is
// E. Held once for each E that is answered. Inconclusive where the session ends before. Example, `each
// backgroundTask.begin(id) is followed by backgroundTask.end(id) before backgroundTask.expire.end(id)`:
//   violated   backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.expire.end id=1
//   held       backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.end id=1

/// An event that is to be answered. Used again once it is, so that a steady log makes no new ones.
final class Obligation {
  private(set) var trigger: Occurrence
  /// The line at which it asks, from which its time counts.
  private(set) var start: Occurrence
  private(set) var key: Key?
  /// How soon an answer comes too early, in nanoseconds.
  private(set) var earliest: Int64 = 0
  /// It is kept there.
  private(set) unowned var instance: Instance
  fileprivate var deadline: Deadline?
  /// Those before and after it that ask for the same key; none once it is taken out.
  fileprivate var older: Obligation?
  fileprivate var newer: Obligation?

  fileprivate init(_ trigger: Occurrence, in instance: Instance) {
    self.trigger = trigger
    start = trigger
    self.instance = instance
  }

  /// Begins anew, as if it had just been made.
  fileprivate func begin(
    _ trigger: Occurrence, at start: Occurrence, key: Key?, earliest: Int64, in instance: Instance
  ) {
    self.trigger = trigger
    self.earliest = earliest
    self.start = start
    self.key = key
    self.instance = instance
    deadline = nil
  }
}

final class Response: Monitor {
  /// What is open in an instance: for each key the newest; under absent what any answer answers.
  private final class Open: Instance {
    var obligations = KeyTable<Obligation>()
    /// Whether that is counted.
    var isWaiting = false

    override func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
      super.begin(opening, from: start, order: order, key: key)
      obligations.removeAll()
      isWaiting = false
    }

    /// Keeps an obligation until it is answered or stopped.
    func keep(_ obligation: Obligation) {
      let key = obligation.key ?? .absent
      obligation.older = obligations[key]
      obligation.older?.newer = obligation
      obligations.set(key, obligation)
    }

    func drop(_ obligation: Obligation) {
      let (older, newer) = (obligation.older, obligation.newer)
      (obligation.older, obligation.newer) = (nil, nil)
      older?.newer = newer
      if let newer {
        newer.older = older
      } else if let older {
        obligations.set(obligation.key ?? .absent, older)
      } else {
        obligations.remove(obligation.key ?? .absent)
      }
    }

    /// Moves what waits for a key, or for any, to a list, in the order in which it was asked for.
    func take(_ key: Key?, to taken: inout [Obligation]) {
      taken.clear()
      if let key {
        obligations.remove(key).map { append($0, to: &taken) }
        obligations.remove(.absent).map { append($0, to: &taken) }
      } else if !obligations.isEmpty {
        obligations.forEach { append($1, to: &taken) }
        obligations.removeAll()
        if taken.count > 1 { taken.sort { $0.trigger.order < $1.trigger.order } }
      }
    }

    private func append(_ newest: Obligation, to taken: inout [Obligation]) {
      let first = taken.count
      var next: Obligation? = newest
      while let one = next {
        taken.append(one)
        next = one.older
        (one.older, one.newer) = (nil, nil)
      }
      taken[first...].reverse()
    }
  }

  /// In how many instances something waits for an answer.
  private var waiting = 0
  /// What was taken out of an instance, to be settled.
  private var taken: [Obligation] = []
  private var obligationPool = Pool<Obligation>()
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
    if instance.isWaiting != instance.obligations.isEmpty { return }
    instance.isWaiting.toggle()
    waiting += instance.isWaiting ? 1 : -1
    session.state.setGate(number, isWaiting: waiting > 0)
  }

  /// Takes out what waits for a key, or for any, and does something with each of it.
  private func settle(_ key: Key?, in instance: Open, _ body: (Obligation) -> Void) {
    if instance.obligations.isEmpty { return }
    instance.take(key, to: &taken)
    for obligation in taken {
      cancel(obligation)
      body(obligation)
    }
    taken.clear()
  }

  private func ask(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    // A limit that is not known gives no verdict.
    func length(_ limit: CompiledLimit?) -> Int64? {
      guard let limit else { return 0 }
      return session.length(limit, judging: signal.judged)
    }
    guard let earliest = length(compiled.earliest), length(compiled.latest) != nil else { return }
    let trigger =
      signal.judged.order == signal.order
      ? signal.judged : session.log.occurrences.copy(signal.judged, order: signal.order)
    let obligation = obligationPool.take { Obligation(trigger, in: instance) }
    obligation.begin(trigger, at: signal.line, key: key, earliest: earliest, in: instance)
    if let limit = compiled.latest {
      obligation.deadline = session.deadline(
        self, from: signal.line, judging: signal.judged, limit, of: .obligation(obligation))
    }
    instance.keep(obligation)
  }

  private func answer(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    if instance.obligations.isEmpty { return }
    instance.take(key, to: &taken)
    for obligation in taken {
      if compiled.earliest != nil || compiled.latest != nil {
        guard signal.line.isComparable(with: obligation.start) else {
          cancel(obligation)
          continue
        }
        if signal.line.counted - obligation.start.counted < obligation.earliest {
          instance.keep(obligation)
          continue
        }
      }
      cancel(obligation)
      hold(instance)
    }
    taken.clear()
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .obligation(let obligation) = deadline.isOf, let instance = obligation.instance as? Open else {
      return
    }
    instance.drop(obligation)
    noteWaiting(instance)
    fail(
      obligation, at: signal,
      late.text(
        of: deadline.allowed,
        "\(demandText) did not come within \(Quantity.text(nanoseconds: deadline.allowed))"))
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
    if let key = obligation.key { return "\(name(trigger, key: key)) is not followed by \(demandText)" }
    return unanswered.text(of: trigger.id, "\(name(trigger)) is not followed by \(demandText)")
  }

  private func cancel(_ obligation: Obligation) {
    obligation.deadline.map { session.state.deadlines.cancel($0) }
    obligation.deadline = nil
  }

  private func fail(
    _ obligation: Obligation, at signal: Session.Signal, _ label: @autoclosure () -> String
  ) {
    // Of most nothing is asked, and no words are made.
    if isExcepted(obligation.trigger, at: signal) { return }
    raise(
      Offence(
        judged: obligation.trigger,
        message: message(of: obligation), label: label(),
        line: (
          obligation.trigger,
          asking.text(of: obligation.trigger.id, "\(name(obligation.trigger)) asks for it"), .trigger
        ),
        duration: session.passed(since: obligation.start, at: signal),
        isOneWith: .trigger(obligation.trigger.order)),
      in: obligation.instance, at: signal)
  }
}
