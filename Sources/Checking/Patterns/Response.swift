import Rulebook

// each E is followed by F within T before G: every E of the scope is answered (response).
//
// Reported at the first event later than T after E, at G, or where the scope closes, whichever comes first; related is
// E. Held once for each E that is answered. Inconclusive where the session ends before. Example, `each
// backgroundTask.begin(id) is followed by backgroundTask.end(id) before backgroundTask.expire.end(id)`:
//   violated   backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.expire.end id=1
//   held       backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.end id=1

/// An event that is to be answered.
final class Obligation {
  let trigger: Occurrence
  /// The line at which it asks, from which its time counts.
  let start: Occurrence
  let key: Key?
  /// How soon an answer comes too early, in nanoseconds.
  let earliest: Int64
  /// It is kept there.
  unowned let instance: Instance
  fileprivate var deadline: Deadline?

  fileprivate init(
    _ trigger: Occurrence, at start: Occurrence, key: Key?, earliest: Int64, in instance: Instance
  ) {
    self.trigger = trigger
    self.earliest = earliest
    self.start = start
    self.key = key
    self.instance = instance
  }
}

final class Response: Monitor {
  /// What is open in an instance, by key; under nil what any answer answers.
  private final class Open: Instance {
    var obligations = KeyTable<[Obligation]>()

    /// Keeps an obligation until it is answered or stopped.
    func keep(_ obligation: Obligation) {
      obligations.update(obligation.key ?? .absent, from: []) { $0.append(obligation) }
    }

    func drop(_ obligation: Obligation) {
      let key = obligation.key ?? .absent
      obligations.update(key, from: []) { $0.removeAll { $0 === obligation } }
      if obligations[key]?.isEmpty == true { obligations.remove(key) }
    }

    func take(_ key: Key?) -> [Obligation] {
      guard let key else {
        defer { obligations.removeAll() }
        return obligations.values.joined().sorted { $0.trigger.order < $1.trigger.order }
      }
      let own = obligations.remove(key) ?? []
      guard let any = obligations.remove(.absent) else { return own }
      return own + any
    }
  }

  override class var memory: Instance.Type { Open.self }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instances: [Instance]) {
    for case let instance as Open in instances {
      switch role {
      case .answer: answer(instance, key, signal)
      case .stop:
        for obligation in instance.take(key) {
          cancel(obligation)
          fail(obligation, at: signal, "did not come before \(name(signal.judged))")
        }
      default: ask(instance, key, signal)
      }
    }
    noteWaiting()
  }

  /// Answers matter only where something waits for one.
  private func noteWaiting() {
    let isWaiting = instances.contains { ($0 as? Open)?.obligations.isEmpty == false }
    session.state.setGate(number, isWaiting: isWaiting)
  }

  private func ask(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    // A limit that is not known gives no verdict.
    let limits = [compiled.earliest, compiled.latest].map { limit in
      limit.map { session.length($0, judging: signal.judged) } ?? 0
    }
    guard let earliest = limits[0], limits[1] != nil else { return }
    let trigger =
      signal.judged.order == signal.order ? signal.judged : Occurrence(signal.judged, order: signal.order)
    let obligation = Obligation(
      trigger, at: signal.line, key: key, earliest: earliest, in: instance)
    if let limit = compiled.latest {
      obligation.deadline = session.deadline(
        self, from: signal.line, judging: signal.judged, limit, of: .obligation(obligation))
    }
    instance.keep(obligation)
  }

  private func answer(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    if instance.obligations.isEmpty { return }
    for obligation in instance.take(key) {
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
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .obligation(let obligation) = deadline.isOf, let instance = obligation.instance as? Open else {
      return
    }
    instance.drop(obligation)
    noteWaiting()
    fail(obligation, at: signal, "did not come within \(session.allowed(by: deadline))")
  }

  override func closes(_ instance: Instance, at signal: Session.Signal) {
    guard let instance = instance as? Open else { return }
    for obligation in instance.take(nil) {
      cancel(obligation)
      fail(obligation, at: signal, "did not come by here")
    }
    noteWaiting()
  }

  override func leave(_ instance: Instance, isEndOfLog: Bool) {
    guard let instance = instance as? Open else { return }
    for obligation in instance.take(nil) {
      cancel(obligation)
      leaveOpen(obligation.trigger, in: instance)
    }
    noteWaiting()
  }

  private func cancel(_ obligation: Obligation) {
    obligation.deadline.map { session.state.deadlines.cancel($0) }
  }

  private func fail(
    _ obligation: Obligation, at signal: Session.Signal, _ label: @autoclosure () -> String
  ) {
    // Of most nothing is asked, and no words are made.
    if isExcepted(obligation.trigger, at: signal) { return }
    raise(
      Offence(
        judged: obligation.trigger,
        message: "\(name(obligation.trigger, key: obligation.key)) is not followed by \(compiled.demandText)",
        label: "\(compiled.demandText) \(label())",
        related: [(obligation.trigger, "\(name(obligation.trigger)) asks for it", .trigger)],
        duration: session.passed(since: obligation.start, at: signal),
        isOneWith: .trigger(obligation.trigger.order)),
      in: obligation.instance, at: signal)
  }
}
