import Trace

/// How far the clocks of the sessions at hand may go on before anyone has to look: as long as one time follows the other,
/// and none is later than what is awaited, a line's time costs one comparison for all of them. The clocks themselves
/// stay where they are for so long, and go on when they are asked for.
struct TimeGuard {
  /// The scale of all of their clocks; negative where each line has to be looked at.
  private var scale = -1
  /// In nanoseconds on that scale: where the clocks stand, the newest time, the latest one at which nothing is due, and
  /// how far one line's may be from the other's.
  private var start: Int64 = 0
  private var newest: Int64 = 0
  private var latest: Int64 = 0
  private var longestGap: Int64 = 0

  /// That of no session.
  init() {}

  init(_ session: inout SessionState) {
    guard session.isQuiescent, !session.isInCall, let standing = session.clock.standing else { return }
    scale = standing.scale
    (start, newest) = (standing.nanoseconds, standing.nanoseconds)
    latest = Self.sum(start, session.slack(at: session.clock.counted))
    longestGap = session.clock.longestGap
  }

  /// The pace of one and of another.
  init(_ one: TimeGuard, _ other: TimeGuard) {
    guard one.scale == other.scale, one.start == other.start else { return }
    self = one
    latest = min(one.latest, other.latest)
    longestGap = min(one.longestGap, other.longestGap)
  }

  /// Whether a time is one to which the clocks may go on.
  @inline(__always)
  func mayGoOn(to now: SessionClock.Reading) -> Bool {
    // None of them is further from the start than what may pass from there, which is a number.
    now.scale == scale && now.nanoseconds >= newest && now.nanoseconds <= latest
      && now.nanoseconds &- newest <= longestGap
  }

  /// Whether nothing but what is due by then keeps the clocks from going on to a time.
  func mayBeTurn(at now: SessionClock.Reading) -> Bool {
    now.scale == scale && now.nanoseconds > latest && now.nanoseconds >= newest
      && now.nanoseconds &- newest <= longestGap
  }

  /// Whether it is later than the newest.
  @inline(__always)
  func isBefore(_ now: SessionClock.Reading) -> Bool { newest < now.nanoseconds }

  /// Goes on to that time.
  @inline(__always)
  mutating func goOn(to now: SessionClock.Reading) { newest = now.nanoseconds }

  /// How far the clocks are behind, in nanoseconds.
  @inline(__always)
  var passed: Int64 { newest &- start }

  /// How much time passes from where the clocks stand, in nanoseconds.
  func time(until now: SessionClock.Reading) -> Int64 { now.nanoseconds &- start }

  /// The clocks have gone on to the newest time.
  mutating func catchUp() -> SessionClock.Reading {
    start = newest
    return SessionClock.Reading(nanoseconds: newest, scale: scale)
  }

  /// Something new may be awaited.
  @inline(__always)
  mutating func shorten(to slack: Int64) { latest = min(latest, Self.sum(newest, slack)) }

  private static func sum(_ time: Int64, _ passed: Int64) -> Int64 {
    let (sum, isTooLate) = time.addingReportingOverflow(passed)
    return isTooLate ? passed < 0 ? .min : .max : sum
  }
}
