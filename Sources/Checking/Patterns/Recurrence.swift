import Rulebook

// E recurs every T: from the beginning of the scope to the first E, from E to E, and from the last E to the end of the
// scope no more than T passes (bounded recurrence).
//
// Reported at the first event later than T, once for each gap; related is where the gap began. Held once for each E in
// time. Example, `while active, frame.draw recurs every 100ms`:
//   violated   10:00:00.000 frame.draw / 10:00:00.150 frame.draw
//   held       10:00:00.000 frame.draw / 10:00:00.100 frame.draw

final class Recurrence: Monitor {
  private final class Gap: Instance {
    var deadline: Deadline?
    /// What began the gap.
    var judged: Occurrence?

    override func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
      super.begin(opening, from: start, order: order, key: key)
      deadline = nil
      judged = nil
    }
  }

  override class var memory: Instance.Type { Gap.self }

  private lazy var message = "\(demandText) does not recur in time"
  private var label = Phrase<Int64>()
  /// How soon it must come again, in nanoseconds, where that is the same always.
  private lazy var limit: Int64? = if case .fixed(let limit) = compiled.latest { limit } else { nil }

  override func opened(_ instance: Instance) {
    (instance as? Gap).map { arm($0, from: $0.start, judging: $0.opening) }
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    guard let instance = instance as? Gap else { return }
    let line = signal.line
    if let deadline = instance.deadline {
      if line.isComparable(with: deadline.start) { hold(instance) }
      if let limit, line.time != nil,
        session.state.deadlines.renew(deadline, from: line, after: limit)
      {
        instance.judged = signal.judged
        return
      }
    }
    arm(instance, from: line, judging: signal.judged)
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .instance(let instance as Gap) = deadline.isOf else { return }
    instance.deadline = nil
    raise(
      Offence(
        judged: instance.judged ?? deadline.start, message: message,
        label: label.text(
          of: deadline.allowed,
          "\(demandText) did not come within \(Quantity.text(nanoseconds: deadline.allowed))"),
        line: (deadline.start, "the time counts from here", .trigger),
        duration: session.passed(since: deadline.start, at: signal),
        isOneWith: .gap(from: deadline.start.line)),
      in: instance, at: signal)
  }

  override func closes(_ instance: Instance, at signal: Session.Signal) {
    if let instance = instance as? Gap, let deadline = instance.deadline,
      signal.line.isComparable(with: deadline.start), signal.line.counted > deadline.due
    {
      expired(deadline, at: signal)
      session.state.deadlines.cancel(deadline)
    }
    leave(instance)
  }

  override func leave(_ instance: Instance) {
    (instance as? Gap)?.deadline.map { session.state.deadlines.cancel($0) }
  }

  private func arm(_ instance: Gap, from start: Occurrence, judging judged: Occurrence?) {
    guard let limit = compiled.latest else { return }
    instance.judged = judged
    if let deadline = instance.deadline {
      if session.renew(deadline, from: start, judging: judged, limit) { return }
      session.state.deadlines.cancel(deadline)
    }
    instance.deadline = session.deadline(self, from: start, judging: judged, limit, of: .instance(instance))
  }
}
