import Trace

/// A time as a line tells it. Two on different settings of the log's clock can be compared no more than two of different
/// kinds.
struct LogTime {
  var timestamp: Timestamp
  /// How often the clock had been set by then.
  var setting: Int

  /// The time that has passed since an earlier line's; nil if the two cannot be compared.
  func passed(since other: LogTime) -> Int64? {
    guard setting == other.setting, timestamp.kind == other.timestamp.kind else { return nil }
    let (passed, isTooLong) = timestamp.nanoseconds.subtractingReportingOverflow(other.timestamp.nanoseconds)
    return isTooLong ? nil : passed
  }

  /// The same between what may have no time.
  static func passed(from start: LogTime?, to end: LogTime?) -> Int64? {
    start.flatMap { end?.passed(since: $0) }
  }
}

/// The time of one session: it never goes back, whatever its lines say.
struct SessionClock {
  /// Nanoseconds since the first line.
  private(set) var wall: Int64 = 0
  /// The same, without the time that counts for nothing.
  private(set) var counted: Int64 = 0
  /// Changes where the times before and after cannot be compared: what was measured across that is no duration.
  private(set) var era = 0
  /// The furthest time that was reached, and the newest one that was read.
  private var reached: LogTime?
  private var newest: LogTime?

  /// By how much the clocks of two writers of one log may differ. A time that is behind by no more is another
  /// writer's, and the session's clock does not follow it; by more, a clock was set back and goes on from there.
  private static let jitter: Int64 = 10_000_000_000

  /// How a line's time lies to that of the line above it.
  enum Step {
    case forward
    case none
    case back
    /// The two cannot be compared.
    case toAnotherKind
    /// The line has no time.
    case unknown
  }

  /// Goes on to a line's time. `counts` says whether the time that has passed counts for durations.
  mutating func advance(to time: LogTime?, counting counts: (Int64) -> Bool) -> Step {
    guard let time else { return .unknown }
    var step = Step.forward
    if let newest { step = Self.step(from: newest, to: time) }
    newest = time
    guard let reached, let passed = time.passed(since: reached) else {
      if reached != nil { era += 1 }
      reached = time
      return step
    }
    if passed > 0 {
      wall = Self.sum(wall, passed)
      if counts(passed) { counted = Self.sum(counted, passed) }
    }
    if passed >= 0 || passed < -Self.jitter { self.reached = time }
    return step
  }

  /// Writes on a line when it is.
  func stamp(_ line: Occurrence) {
    line.wall = wall
    line.counted = counted
    line.era = era
  }

  private static func step(from a: LogTime, to b: LogTime) -> Step {
    guard a.timestamp.kind == b.timestamp.kind else { return .toAnotherKind }
    // Where the clock was set in between, the jump is the clock's.
    guard a.setting == b.setting else { return .forward }
    let (old, new) = (a.timestamp.nanoseconds, b.timestamp.nanoseconds)
    return new > old ? .forward : new < old ? .back : .none
  }

  /// One that is too long for a number stays the longest there is.
  private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}
