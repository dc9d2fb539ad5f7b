/// The newest events that may be an answer: the log does not say whether their condition is true.
struct UnknownMatches {
  private var newest: Moment
  /// The order of the newest one without a time; negative for none. It is kept apart, because a later event that has a time
  /// may come too early to be an answer.
  private var untimed = -1

  /// Begins with one event.
  init(_ moment: Moment) {
    newest = moment
    if !moment.isTimed { untimed = moment.order }
  }

  /// Begins with the newest event, and the newest event without a time.
  init(_ newest: Moment, untimed: Moment?) {
    self.init(newest)
    self.untimed = max(self.untimed, untimed?.order ?? -1)
  }

  /// Adds a later event.
  @inline(__always)
  mutating func add(_ moment: Moment) {
    newest = moment
    if !moment.isTimed { untimed = moment.order }
  }

  /// Whether one of the events may answer a trigger, where answers count from so many nanoseconds after it on the session's clock.
  @inline(__always)
  func mayAnswer(_ trigger: Moment, notBefore earliest: Int64, _ clock: borrowing SessionClock) -> Bool {
    if newest.order <= trigger.order { return false }
    if !newest.isComparable(with: trigger) || untimed > trigger.order { return true }
    let passed = newest.counted - trigger.counted
    return passed >= earliest
      || passed + clock.silences.length(from: trigger.wall, to: newest.wall) >= earliest
  }
}
