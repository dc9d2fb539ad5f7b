import Rulebook

// at most N E per T: in the scope, or in any stretch of it that is shorter than T, no more than N E of one key
// (bounded existence). Reported at each E that is too many. Held once for each instance without one.
//
// at least N E: in each instance of the scope N E. Reported where the instance closes with fewer; for the whole session
// at the end of the process. Held at the N-th. Inconclusive where the session ends otherwise. Examples, `while
// background, at most 1 location.update per 10s` and `during launch, at least 1 window.show`:
//   violated   10:00:00 location.update / 10:00:09 location.update
//   held       10:00:00 location.update / 10:00:10 location.update

final class AtMost: Monitor {
  private final class Count: ScopeInstance {
    var numbers = KeyTable<(count: Int, first: Occurrence)>()
    /// With a stretch of time, the newest events of each key that may lie in it with one to come, as many as may come.
    var newest = KeyTable<Queue<Occurrence>>()
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
      period.map { comingTooSoon(signal.line, key, limit, $0, instance) }
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

  private func increment(_ key: Key?, by line: Occurrence, _ instance: Count) -> (Int, Occurrence) {
    let (count, first) = instance.numbers[key ?? .absent] ?? (0, line)
    instance.numbers.set(key ?? .absent, (count + 1, first))
    return (count + 1, first)
  }

  /// How many events have come in a stretch of time, and the first of them; one without a time is in none.
  private func comingTooSoon(
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

  private func forget(before line: Occurrence, _ period: Int64, _ instance: Count) {
    guard instance.newest.count > max(program.limits.countedKeys, instance.size) else { return }
    instance.newest.keep { events in events.last.map { line.counted - $0.counted < period } ?? false }
    instance.size = instance.newest.count * 2
  }

  override func leave(_ instance: ScopeInstance) {
    holdUnlessBroken(instance)
  }
}

final class AtLeast: Monitor {
  private final class Count: ScopeInstance {
    var number = 0
    /// How many more there may be.
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
    if instance.number == limit { countHeld(instance) }
  }

  override func doubt(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    (instance as? Count)?.doubtful += 1
  }

  override func closes(_ instance: ScopeInstance, at signal: Session.Signal) {
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

  override func leave(_ instance: ScopeInstance, isEndOfLog: Bool) {
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
