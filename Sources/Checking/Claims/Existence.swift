import Rulebook

// expect E within T: an E occurs in each instance of the scope, at most T after the instance opens (existence).
//
// Reported when the instance closes without an E, or at the first event later than T after it opened. Related: the lines that
// opened it. Holds at the first E. Inconclusive if the session ends before either happens. Example,
// `during state.encode, expect state.super`:
//   violated   state.encode / state.encode.end
//   held       state.encode / state.super / state.encode.end
//
// Reference: `Events.expect`.

final class Existence: Monitor {
  private final class Awaited: ScopeInstance {
    /// Whether the instance needs no more events: it has a verdict, or cannot get one.
    var isDone = false
    /// Whether an event occurred that may be an E in the scope: its condition is unknown, or the scope may have ended before it.
    var isDoubtful = false
    var deadline: Deadline?

    override func forget() {
      isDone = false
      isDoubtful = false
      deadline = nil
    }
  }

  override class var memory: ScopeInstance.Type { Awaited.self }

  override func instanceOpened(_ instance: ScopeInstance) {
    guard let instance = instance as? Awaited, let limit = compiled.latest else { return }
    // If the limit is not known, there is no verdict.
    instance.isDone = session.length(limit, judging: instance.opening ?? instance.start) == nil
    if instance.isDone { return }
    instance.deadline = session.deadline(
      self, from: instance.start, judging: instance.opening, limit, of: .instance(instance))
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard let instance = instance as? Awaited, !instance.isDone else { return }
    instance.isDone = true
    instance.deadline.map { session.state.deadlines.cancel($0) }
    // Whether E occurred in time is known only if both lines have comparable times.
    guard let deadline = instance.deadline else {
      if compiled.latest == nil { countHeld(instance, with: instance.opening ?? instance.start) }
      return
    }
    guard signal.line.isComparable(with: instance.start) else { return }
    countHeld(
      instance, with: instance.opening ?? instance.start, within: deadline.allowed,
      from: Moment(deadline.start),
      at: signal)
  }

  override func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    (instance as? Awaited)?.isDoubtful = true
  }

  override func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .instance(let instance as Awaited) = deadline.owner else { return }
    fail(instance, at: signal, "did not come within \(Quantity.text(nanoseconds: deadline.allowed))")
  }

  override func instanceClosed(_ instance: ScopeInstance, at signal: Session.Signal) {
    guard let instance = instance as? Awaited, !instance.isDone else { return }
    instance.deadline.map { session.state.deadlines.cancel($0) }
    fail(instance, at: signal, "did not occur by here")
  }

  override func sessionEnded(_ instance: ScopeInstance, isEndOfLog: Bool) {
    guard let instance = instance as? Awaited, !instance.isDone else { return }
    instance.deadline.map { session.state.deadlines.cancel($0) }
    countInconclusive(instance.opening ?? instance.start, in: instance)
  }

  private func fail(_ instance: Awaited, at signal: Session.Signal, _ label: String) {
    instance.isDone = true
    // E may have occurred before the log began.
    guard isBeginningKnown(of: instance) else { return }
    let scope = scopeText(instance)
    reportBreach(
      Breach(
        duration: session.passed(since: instance.start, at: signal), isDoubtful: instance.isDoubtful),
      of: instance.opening ?? instance.start,
      statement(
        "\(demandText) does not occur\(scope.isEmpty ? "" : " \(scope)")", label: "\(demandText) \(label)",
        beside: instance.opening.map { "\(name($0)) requires \(demandText)" } ?? ""),
      beside: instance.opening, in: instance, at: signal)
  }
}
