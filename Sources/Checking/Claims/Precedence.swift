import Rulebook

// each E is preceded by F within T since G: before every E of the scope, an F occurs, at most T earlier and after the newest G
// (precedence).
//
// Reported at E. Holds once for each E that an F precedes. There is no verdict if an F may have occurred before the log began.
// Example, `each file.read(path) is preceded by file.open(path) since file.close(path)`:
//   violated   process.start / file.read path=a
//   held       process.start / file.open path=a / file.read path=a
//
// Reference: `Pairs.isPreceded`.

final class Precedence: Monitor {
  private final class CauseHistory: ScopeInstance {
    /// The newest F of each key.
    var causes = LastSeen(Limits())
    /// The newest event of each key that may be an F: its condition is unknown.
    var doubtful = LastSeen(Limits())
    /// Whether `doubtful` contains an event.
    var isDoubted = false
    /// The keys for which a G has occurred: an F from before the log no longer counts for them. Kept only if the beginning of the
    /// session is unknown.
    var known = KeyTable<Void>()
    /// Whether a G without a key has occurred, which ends the Fs of every key.
    var isAllCleared = false

    override func forget() {
      causes.clear(nil, at: 0)
      if isDoubted { doubtful.clear(nil, at: 0) }
      isDoubted = false
      known.removeAll()
      isAllCleared = false
    }
  }

  override class var memory: ScopeInstance.Type { CauseHistory.self }

  override func instanceOpened(_ instance: ScopeInstance) {
    guard let instance = instance as? CauseHistory else { return }
    instance.causes = LastSeen(program.limits)
    instance.doubtful = LastSeen(program.limits)
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard let instance = instance as? CauseHistory else { return }
    switch role {
    case .cause: remember(signal, key, instance)
    case .since: forget(key, instance, signal.order)
    default:
      let limit = compiled.latest.map { session.length($0, judging: signal.judged) }
      // An unknown limit gives no verdict.
      if case .some(nil) = limit { return }
      ask(instance, key, signal, within: limit ?? nil, own: signal.order)
    }
  }

  override func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard let instance = instance as? CauseHistory else { return }
    instance.isDoubted = true
    instance.doubtful.note(key ?? .absent, Moment(signal), retention: retention)
  }

  /// How long an F must be remembered, in nanoseconds; the maximum if that is not limited by a constant.
  private var retention: Int64 { if case .fixed(let length)? = compiled.latest { length } else { .max } }

  private func remember(_ signal: Session.Signal, _ key: Key?, _ instance: CauseHistory) {
    instance.causes.note(key ?? .absent, Moment(signal), retention: retention)
  }

  private func forget(_ key: Key?, _ instance: CauseHistory, _ order: Int) {
    instance.causes.clear(key, at: order)
    if instance.isDoubted { instance.doubtful.clear(key, at: order) }
    if isBeginningKnown(of: instance) { return }
    if let key { instance.known.set(key, ()) } else { instance.isAllCleared = true }
  }

  /// Checks whether an F precedes a signal within `length` nanoseconds. `own` is the signal's sequence number, because an event
  /// is not its own cause. `wasDoubtful` says whether an event that may be an F was found before the line, if the signal is
  /// judged again.
  private func ask(
    _ instance: CauseHistory, _ key: Key?, _ signal: Session.Signal, within length: Int64?, own: Int,
    wasDoubtful: Bool = false
  ) {
    if let cause = instance.causes.newest(key), cause.order != own {
      guard let length else { return countHeld(instance, with: signal.judged) }
      if let timed = instance.causes.newestTimed(key), timed.order != own,
        timed.isComparable(with: signal.line),
        signal.line.counted - timed.counted <= length
      {
        return countHeld(instance, with: signal.judged, within: length, from: timed, at: signal)
      }
      guard cause.isOver(length, by: signal.line) else { return }
    }
    guard isKnown(instance, key, signal, length) else { return }
    let isDoubtful = wasDoubtful || isDoubtful(instance, key, signal, length, own: own)
    if session.later.isBeforeLine {
      return deferCheck(about: [signal.judged], at: signal) { [self] in
        ask(instance, key, $0, within: length, own: own, wasDoubtful: isDoubtful)
      }
    }
    reportBreach(
      Breach(isOneWith: .text(key: key), isDoubtful: isDoubtful),
      of: signal.judged,
      statement(
        "\(name(signal.judged, key: key)) occurs without an earlier \(demandText)",
        label: "no \(demandText) occurred before it"),
      in: instance, at: signal)
  }

  /// Whether an event that may be an F occurred in time.
  private func isDoubtful(
    _ instance: CauseHistory, _ key: Key?, _ signal: Session.Signal, _ length: Int64?, own: Int
  ) -> Bool {
    guard instance.isDoubted, let newest = instance.doubtful.newest(key), newest.order != own else {
      return false
    }
    guard let length, newest.isOver(length, by: signal.line) else { return true }
    guard let timed = instance.doubtful.newestTimed(key), timed.isComparable(with: signal.line) else {
      return false
    }
    return !timed.isOver(length, by: signal.line)
  }

  /// Whether it is ruled out that an F from before the log precedes a signal.
  private func isKnown(
    _ instance: CauseHistory, _ key: Key?, _ signal: Session.Signal, _ length: Int64?
  ) -> Bool {
    if isBeginningKnown(of: instance) || instance.isAllCleared { return true }
    if key.map({ instance.known.has($0) }) ?? !instance.known.isEmpty { return true }
    guard let length, signal.line.isComparable(with: instance.start) else { return false }
    return signal.line.counted - instance.start.counted > length
  }
}
