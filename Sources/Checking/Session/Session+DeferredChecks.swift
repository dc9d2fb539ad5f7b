import BasicContainers
import Rulebook

// A callback without a recorded return is over one second after its entry. The first line after that second shows this, and this
// line may already be the app's reaction. So the close is before the line. A check that fails at the close is repeated after the
// line.

extension Session {
  /// The checks that are repeated, and the scope instances that are finished, after the current line.
  struct DeferredChecks {
    /// Whether the signals before the line are being judged.
    var isBeforeLine = false
    /// The scope instances that closed before the line and whose claims demand an event. `excuses` is what the exceptions said
    /// before the line.
    fileprivate var closed:
      [(monitor: Monitor, instance: ScopeInstance, signal: Signal, excuses: EarlierExcuses)] = []
    /// The checks that are repeated after the line.
    fileprivate var asked: [() -> Void] = []
    /// The signals before the line, if anything is deferred. They can also answer the open questions of exceptions.
    fileprivate(set) var signals: [Signal] = []

    /// Whether a check is repeated after the line.
    var isAsked: Bool { !asked.isEmpty }
    fileprivate var isEmpty: Bool { closed.isEmpty && asked.isEmpty }
  }

  /// Judges the signals before a line: the closes of calls that are over by time.
  func judgeBeforeLine(_ occurrence: Occurrence) {
    if signals.isEmpty { return }
    later.isBeforeLine = true
    judgeSignals()
    later.isBeforeLine = false
    resolvePendingVerdicts(occurrence)
    remember()
    log.timeline?.record(self, occurrence)
    endChanges()
    if !later.isEmpty { for place in signals.indices { later.signals.append(signals[place].object) } }
    signals.clear()
  }

  /// Repeats a check after the line, with a signal that sees the effects of the line.
  func deferCheck(_ signal: Signal, _ body: @escaping (Signal) -> Void) {
    later.asked.append { [log] in body(Signal(again: signal, order: log.nextOrder())) }
  }

  /// Defers the end of a scope instance that closes before the line, because the line may contain the event that the claim
  /// demands.
  func deferClose(_ instance: ScopeInstance, of monitor: Monitor, at signal: Signal) {
    later.closed.append(
      (monitor, instance, signal, monitor.excuses(of: monitor.demandingEvents(in: instance), at: signal)))
  }

  /// Passes the judged signals of the line to the instances that closed before the line. Their events are still in time.
  func answerDeferred() {
    for (monitor, instance, _, _) in later.closed {
      for place in signals.indices where monitor.canMeasure(signals[place].object, in: instance) {
        answer(with: signals[place].object, in: instance, of: monitor)
      }
    }
  }

  /// Passes a signal to an instance if the claim demands it. It counts once, even if it fits several atoms of the demanded
  /// pattern.
  private func answer(with signal: Signal, in instance: ScopeInstance, of monitor: Monitor) {
    var doubtful: Key??
    for judging in plans[signal.code].monitors
    where judging.sentence == monitor.number && monitor.demands(judging.role) {
      let scopeKey = judging.scopeKey.flatMap(signal.judged.retainedLine.key)
      if let scopeKey, let key = instance.key, key != scopeKey { continue }
      let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
      let isMeant =
        judging.guard == nil
        ? true : judging.guard.flatMap { evaluate($0, signal, judging: signal.judged) }
      switch isMeant {
      case true?: return monitor.judge(judging.role, signal, key, in: instance)
      case nil: if doubtful == nil { doubtful = .some(key) }
      case false?: break
      }
    }
    if let key = doubtful { monitor.noteUnknownMatch(signal, key, in: instance) }
  }

  /// Repeats the deferred checks and finishes the deferred instances, after the marks and facts of the line are set.
  func finishDeferred(_ occurrence: Occurrence) {
    if later.isEmpty { return }
    // As at any moment, a claim is judged before the scopes that the signal ends.
    for body in later.asked { body() }
    for (monitor, instance, signal, excuses) in later.closed {
      monitor.applyExcuses(excuses) {
        monitor.finish(instance, at: Signal(again: signal, order: log.nextOrder()))
      }
    }
    later = DeferredChecks()
    finishPendingVerdicts(occurrence)
  }
}
