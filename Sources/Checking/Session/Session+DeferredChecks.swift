import BasicContainers
import Rulebook

// A callback of which no return is recorded is over a second after its entry. That is noticed at the first line after that, and
// the line may be the very answer of the app: so the moment lies before the line, and what is missing at the moment is asked
// for again once the line is over.

extension Session {
  /// What is asked for again once the line is over.
  struct DeferredChecks {
    /// The moments that were judged before the line.
    var isBeforeLine = false
    /// The instances of scopes that have closed there, whose claims demand an event.
    fileprivate var closed:
      [(monitor: Monitor, instance: ScopeInstance, signal: Signal, excuses: EarlierExcuses)] = []
    fileprivate var asked: [() -> Void] = []
    /// What came before the line, where a moment is asked for again: it answers questions of exceptions, too.
    fileprivate(set) var signals: [Signal] = []

    /// Whether a moment is asked for again.
    var isAsked: Bool { !asked.isEmpty }
    fileprivate var isEmpty: Bool { closed.isEmpty && asked.isEmpty }
  }

  /// Judges what happens before a line.
  func judgeBeforeLine(_ occurrence: Occurrence) {
    if signals.isEmpty { return }
    later.isBeforeLine = true
    judgeSignals()
    later.isBeforeLine = false
    resolvePendingVerdicts(occurrence)
    remember()
    endChanges()
    if !later.isEmpty { for place in signals.indices { later.signals.append(signals[place]) } }
    signals.clear()
  }

  /// Asks once the line is over, at a signal that sees what the line has brought about.
  func deferCheck(_ signal: Signal, _ body: @escaping (Signal) -> Void) {
    later.asked.append { [log] in body(Signal(again: signal, order: log.nextOrder())) }
  }

  /// An instance has closed before the line: the line may bring what the claim demands.
  func deferClose(_ instance: ScopeInstance, of monitor: Monitor, at signal: Signal) {
    later.closed.append(
      (monitor, instance, signal, monitor.excuses(of: monitor.demanders(in: instance), at: signal)))
  }

  /// Once the line's own event was judged: what it answers in instances that have closed before it.
  func answerDeferred() {
    for (monitor, instance, _, _) in later.closed {
      for place in signals.indices where monitor.canMeasure(signals[place], in: instance) {
        answer(with: signals[place], in: instance, of: monitor)
      }
    }
  }

  /// A signal of the line answers once, whichever alternatives of the demanded pattern mean it.
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
    if let key = doubtful { monitor.doubt(signal, key, in: instance) }
  }

  /// Once all of the line is remembered: what is still missing.
  func finishDeferred(_ occurrence: Occurrence) {
    if later.isEmpty { return }
    // As at any moment: what it asks for comes before the scopes that it ends.
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
