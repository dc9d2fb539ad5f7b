import Trace

/// How far the clocks of the sessions at hand may go on before anyone has to look: as long as one time follows the other,
/// and none is later than what is awaited, a line's time costs one comparison for all of them.
struct Pace {
  /// Where all of their clocks stand; nothing is read on that scale where they do not, or each line has to be looked at.
  private(set) var newest = SessionClock.Reading()
  /// How much time may pass before something is due, and from one line to the next, in nanoseconds.
  private var slack: Int64 = 0
  private var longestGap: Int64 = 0

  /// That of no session.
  init() {}

  init(_ session: borrowing SessionState) {
    guard session.isCalm, !session.isInCall, let newest = session.clock.standing else { return }
    self.newest = newest
    slack = session.slack
    longestGap = session.clock.longestGap
  }

  /// The pace of one and of another.
  init(_ one: Pace, _ other: Pace) {
    guard one.newest == other.newest else { return }
    newest = one.newest
    slack = min(one.slack, other.slack)
    longestGap = min(one.longestGap, other.longestGap)
  }

  /// How much time has passed at a line's, in nanoseconds; nil where it has to be looked at.
  @inline(__always)
  func passed(to now: SessionClock.Reading) -> Int64? {
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(newest.nanoseconds)
    guard now.scale == newest.scale, !isTooLong, passed >= 0, passed <= slack, passed <= longestGap else {
      return nil
    }
    return passed
  }

  /// Goes on to that time.
  @inline(__always)
  mutating func goOn(by passed: Int64, to now: SessionClock.Reading) {
    newest = now
    slack &-= passed
  }

  /// Something new may be awaited.
  @inline(__always)
  mutating func shorten(to slack: Int64) { self.slack = min(self.slack, slack) }
}
