import Rulebook

// at most N E per T: an instance of the scope, or each interval of it that is shorter than T, contains at most N E of one key
// (bounded existence). Reported at each E that exceeds the limit. Holds once for each instance without such an E.
//
// at least N E: each instance of the scope contains N E (bounded existence). Reported when the instance closes with fewer; for
// the whole session at the end of the process. Holds at the N-th E. Inconclusive if the session ends in another way.
//
// Examples are `while background, at most 1 location.update per 10s` and `during launch, at least 1 window.show`. The first one:
//   violated   10:00:00 location.update / 10:00:09 location.update
//   held       10:00:00 location.update / 10:00:10 location.update
//
// Reference: `Events.atMost`, `Events.atLeast`.

final class AtMost: Monitor {
  private final class Count: ScopeInstance {
    /// Without `per T`: for each key, the number of events and the first of them.
    var numbers = KeyTable<(count: Int, first: Occurrence)>()
    /// With `per T`: for each key, the newest events that lie less than T apart, at most N.
    var newest = KeyTable<Queue<Occurrence>>()
    /// The number of keys in `newest` above which old keys are removed.
    var size = 0

    override func forget() {
      numbers.removeAll()
      newest.removeAll()
      size = 0
    }
  }

  override class var memory: ScopeInstance.Type { Count.self }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard case .atMost(let limit, _, let period) = compiled.sentence.claim,
      let instance = instance as? Count
    else { return }
    let (count, first) =
      period.map { countWithinPeriod(signal.line, key, limit, $0, instance) }
      ?? increment(key, by: signal.line, instance)
    guard count > limit else { return }
    if let period, session.isUnmeasured(period - 1, from: first, to: signal.line) {
      instance.breaches += 1
      return log.countUnmeasured(number)
    }
    let allowed = "at most \(limit)\(period.map { " in \(Quantity.text(nanoseconds: $0))" } ?? "")"
    reportBreach(
      Breach(count: count, isOneWith: .text(key: key)), of: signal.judged,
      statement(
        "\(name(signal.judged, key: key)) occurs too often: \(allowed) allowed", label: "\(allowed) allowed",
        beside: "the first one"),
      beside: first, in: instance, at: signal)
  }

  /// Counts an event without `per T`. Returns the number of events with its key, and the first of them.
  private func increment(_ key: Key?, by line: Occurrence, _ instance: Count) -> (Int, Occurrence) {
    let (count, first) = instance.numbers[key ?? .absent] ?? (0, line)
    instance.numbers.set(key ?? .absent, (count + 1, first))
    return (count + 1, first)
  }

  /// Counts an event with `per T`. If N events with its key precede it by less than T, returns N + 1 and the first of them.
  /// Otherwise returns 0. An event without a time is not counted.
  private func countWithinPeriod(
    _ line: Occurrence, _ key: Key?, _ limit: Int, _ period: Int64, _ instance: Count
  ) -> (Int, Occurrence) {
    guard line.time != nil else { return (0, line) }
    defer { forget(before: line, period, instance) }
    return instance.newest.update(key ?? .absent, from: Queue()) { newest in
      while let first = newest.first, first.isComparable(with: line),
        line.counted - first.counted >= period
      {
        newest.removeFirst()
      }
      defer {
        newest.append(line)
        if newest.count > limit { newest.removeFirst() }
      }
      guard newest.count == limit, let first = newest.first, first.isComparable(with: line) else {
        return (0, line)
      }
      return (limit + 1, first)
    }
  }

  /// Removes keys without an event in the last `period` nanoseconds, if there are many keys. The next time is when the number of
  /// keys has doubled, so the amortized cost of an event is constant.
  private func forget(before line: Occurrence, _ period: Int64, _ instance: Count) {
    guard instance.newest.count > max(program.limits.countedKeys, instance.size) else { return }
    instance.newest.keep { events in events.last.map { line.counted - $0.counted < period } ?? false }
    instance.size = instance.newest.count * 2
  }

  override func instanceEnded(_ instance: ScopeInstance) {
    holdUnlessBroken(instance)
  }
}

final class AtLeast: Monitor {
  private final class Count: ScopeInstance {
    var number = 0
    /// The number of events that may be an E in the scope: their condition is unknown, or the scope may have ended before them.
    var doubtful = 0

    override func forget() {
      (number, doubtful) = (0, 0)
    }
  }

  override class var memory: ScopeInstance.Type { Count.self }

  private var limit: Int {
    guard case .atLeast(let limit, _) = compiled.sentence.claim else { return 0 }
    return limit
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard let instance = instance as? Count else { return }
    instance.number += 1
    if instance.number == limit { countHeld(instance, with: instance.opening ?? instance.start) }
  }

  override func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    (instance as? Count)?.doubtful += 1
  }

  override func instanceClosed(_ instance: ScopeInstance, at signal: Session.Signal) {
    guard let instance = instance as? Count, instance.number < limit, isBeginningKnown(of: instance)
    else { return }
    fail(instance, at: signal)
  }

  override func processEnds(at signal: Session.Signal) {
    guard !compiled.hasScope, session.isBeginningKnown, let instance = instances.first as? Count,
      instance.number < limit
    else { return }
    fail(instance, at: signal)
    instance.number = .max
  }

  override func sessionEnded(_ instance: ScopeInstance, isEndOfLog: Bool) {
    guard let instance = instance as? Count, instance.number < limit else { return }
    countInconclusive(instance.opening ?? instance.start, in: instance)
  }

  private func fail(_ instance: Count, at signal: Session.Signal) {
    let scope = scopeText(instance)
    reportBreach(
      Breach(count: instance.number, isDoubtful: instance.number + instance.doubtful >= limit),
      of: instance.opening ?? instance.start,
      statement(
        "\(demandText) occurs \(instance.number == 1 ? "once" : "\(instance.number) times")\(scope.isEmpty ? "" : " \(scope)"), "
          + "but at least \(limit) are required",
        label: "\(instance.number) of \(limit) occurred by here"),
      in: instance, at: signal)
  }
}
