/// The newest unknown matches: events that may be an answer, because their condition is unknown or because it is unknown whether
/// they are too early.
struct UnknownMatches {
  private var newest: Moment
  /// The sequence number of the newest one without a time; negative if there is none. It is kept separately, because a later
  /// event that has a time may be too early to be an answer.
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

  /// Whether one of the events may answer a trigger. An answer must be at least `earliest` nanoseconds after the trigger.
  /// Silences in which the clock may have stopped count as time that may have passed.
  @inline(__always)
  func mayAnswer(_ trigger: Moment, notBefore earliest: Int64, _ clock: borrowing SessionClock) -> Bool {
    if newest.order <= trigger.order { return false }
    if !newest.isComparable(with: trigger) || untimed > trigger.order { return true }
    let passed = newest.counted - trigger.counted
    return passed >= earliest
      || passed + clock.silences.length(from: trigger.wall, to: newest.wall) >= earliest
  }
}
