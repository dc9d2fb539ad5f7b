import Rulebook
import Trace

// Limits and timers, on the session's clock.

extension Session {
  /// Fires the timers that are due before a line. This is the first step of a line.
  func expireDeadlines(at occurrence: Occurrence) {
    guard occurrence.time != nil else { return }
    guard state.deadlines.due < occurrence.counted else { return }
    if !deferred.isEmpty { makeDeferred(before: occurrence.counted) }
    state.takeExpired(at: occurrence, to: &expired)
    if expired.isEmpty { return }
    let moment = log.occurrences.copy(occurrence, order: log.nextOrder())
    let signal = signalPool.make { Signal(moment) }
    signal.assign(moment, at: nil)
    for place in expired.indices {
      // A timer that fired before this one may have settled it.
      switch expired[place] {
      case .deadline(let deadline):
        if case .nothing = deadline.owner { continue }
        monitors.with(deadline.sentence) { $0.pass(deadline, at: signal) }
        deadline.forget()
      case .turn(let one, let timerQueue):
        guard state.deadlines.isWaiting(one, in: timerQueue) else { continue }
        let limit = state.deadlines.limit(of: timerQueue)
        monitors.with(state.deadlines.sentence(of: timerQueue)) {
          $0.obligationExpired(one.number, after: limit, at: signal)
        }
      }
    }
    expired.clear()
  }

  /// Returns the length of a limit in nanoseconds; nil if it is unknown.
  func length(_ limit: CompiledLimit, judging judged: Occurrence) -> Int64? {
    switch limit {
    case .fixed(let nanoseconds): nanoseconds
    case .value(let value): self.value(value, judged)?.nanoseconds.flatMap { $0 < 0 ? nil : $0 }
    }
  }

  /// Starts a timer for a monitor; returns nil if the line has no time or the limit is unknown.
  func deadline(
    _ monitor: Monitor, from start: Occurrence, judging judged: Occurrence?, _ limit: CompiledLimit,
    of subject: consuming Deadline.Subject
  ) -> Deadline? {
    guard start.time != nil, let length = length(limit, judging: judged ?? start) else { return nil }
    return state.deadlines.begin(for: monitor.number, from: start, after: length, of: subject)
  }

  /// Whether it is unknown if more than a limit has passed between two lines, because of silences that may not count. The counted
  /// time between them must not exceed the limit.
  /// Reference: `Clock.isUnmeasured`.
  @inline(__always)
  func isUnmeasured(_ limit: Int64, from start: Moment, to line: Occurrence) -> Bool {
    let silence = state.clock.silences.length(from: start.wall, to: line.wall)
    return silence > 0 && SessionClock.sum(line.counted - start.counted, silence) > limit
  }
  @inline(__always)
  func isUnmeasured(_ limit: Int64, from start: Occurrence, to line: Occurrence) -> Bool {
    isUnmeasured(limit, from: Moment(start), to: line)
  }

  /// Handles the end of a silence that may not count: `no S is open D after M` may already have been due during it.
  func noteSilenceEnd(at occurrence: Occurrence) {
    let moment = log.occurrences.copy(occurrence, order: log.nextOrder())
    let signal = signalPool.make { Signal(moment) }
    signal.assign(moment, at: nil)
    monitors.forEach { ($0 as? OpenAtMoment)?.noteSilenceEnd(at: signal) }
  }

  /// Returns the counted nanoseconds between a line and a signal; nil if their times cannot be compared.
  func passed(since start: Occurrence, at signal: Signal) -> Int64? {
    signal.line.isComparable(with: start) ? signal.line.counted - start.counted : nil
  }
  func passed(since start: Moment, at signal: Signal) -> Int64? {
    start.isComparable(with: signal.line) ? signal.line.counted - start.counted : nil
  }
}
