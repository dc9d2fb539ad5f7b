import Trace

/// A guard for the times of events. As long as times do not go back, no timer is due and no gap is too long, one check of a
/// line's time is enough for both sessions that are checked out. Meanwhile their clocks stay where they are. They are advanced
/// when they are needed.
struct TimeGuard {
  /// The scale of the clocks (`SessionClock.Reading.scale`); negative if the guard always fails.
  private var scale = -1
  /// In nanoseconds on this scale: the time of the clocks, the newest time, the latest time at which no timer is due, and the
  /// longest time from one line to the next that still counts.
  private var start: Int64 = 0
  private var newest: Int64 = 0
  private var latest: Int64 = 0
  private var longestGap: Int64 = 0

  /// Creates a guard that always fails.
  init() {}

  /// Creates the guard of a session. It always fails while each event matters by itself, a call is running, or the clock does
  /// not show the time of the newest line.
  init(_ session: inout SessionState) {
    guard session.isQuiescent, !session.isInCall, let currentReading = session.clock.currentReading else {
      return
    }
    scale = currentReading.scale
    (start, newest) = (currentReading.nanoseconds, currentReading.nanoseconds)
    latest = Self.sum(start, session.slack(at: session.clock.counted))
    longestGap = session.clock.longestGap
  }

  /// Creates a guard that holds when two others hold.
  init(_ one: TimeGuard, _ other: TimeGuard) {
    guard one.scale == other.scale, one.start == other.start else { return }
    self = one
    latest = min(one.latest, other.latest)
    longestGap = min(one.longestGap, other.longestGap)
  }

  /// Whether the clocks may be advanced to a time without any other check.
  @inline(__always)
  func mayGoOn(to now: SessionClock.Reading) -> Bool {
    // The difference cannot overflow, because both times are between `start` and `latest`.
    now.scale == scale && now.nanoseconds >= newest && now.nanoseconds <= latest
      && now.nanoseconds &- newest <= longestGap
  }

  /// Whether only a timer that is due keeps the clocks from being advanced to a time.
  func mayBeTurn(at now: SessionClock.Reading) -> Bool {
    now.scale == scale && now.nanoseconds > latest && now.nanoseconds >= newest
      && now.nanoseconds &- newest <= longestGap
  }

  /// Whether a time is later than the newest one.
  @inline(__always)
  func isBefore(_ now: SessionClock.Reading) -> Bool { newest < now.nanoseconds }

  /// Makes a time the newest one.
  @inline(__always)
  mutating func advanceEvenly(to now: SessionClock.Reading) { newest = now.nanoseconds }

  /// The time by which the clocks are behind, in nanoseconds.
  @inline(__always)
  var passed: Int64 { newest &- start }

  /// Returns the time from the clocks to a reading, in nanoseconds.
  func time(until now: SessionClock.Reading) -> Int64 { now.nanoseconds &- start }

  /// Notes that the clocks were advanced to the newest time, and returns that time.
  mutating func advanceClocks() -> SessionClock.Reading {
    start = newest
    return SessionClock.Reading(nanoseconds: newest, scale: scale)
  }

  /// Limits the guard to a time after the newest one, because a new timer may be due then. `slack` is in nanoseconds.
  @inline(__always)
  mutating func shorten(to slack: Int64) { latest = min(latest, Self.sum(newest, slack)) }

  private static func sum(_ time: Int64, _ passed: Int64) -> Int64 {
    let (sum, isTooLate) = time.addingReportingOverflow(passed)
    return isTooLate ? passed < 0 ? .min : .max : sum
  }
}
