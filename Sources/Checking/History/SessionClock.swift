import Trace

/// A time as a line tells it. Two on different settings of the log's clock can be compared no more than two of different
/// kinds.
struct LogTime {
  var timestamp: Timestamp
  /// How often the clock had been set by then.
  var setting: Int32

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
  private(set) var era: Int32 = 0
  /// The silences that do not count, in which the process may have been suspended or not.
  private(set) var silences = Silences()
  /// The furthest time that was reached, and the newest one that was read.
  private var reached = Reading()
  private var newest = Reading()

  /// A time as the clock compares it.
  struct Reading: Equatable {
    var nanoseconds: Int64 = 0
    /// What they count from, and on which setting of the log's clock; negative where nothing was read yet.
    var scale = -1

    init() {}

    init(nanoseconds: Int64, scale: Int) {
      self.nanoseconds = nanoseconds
      self.scale = scale
    }

    @inline(__always)
    init(_ time: LogTime) {
      nanoseconds = time.timestamp.nanoseconds
      scale = Int(time.setting) &* 8 &+ time.timestamp.kind.number
    }
  }

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

  /// Time does not count for durations.
  var isStopped = false
  /// Neither does a gap that is longer, in nanoseconds.
  var longestGap = Int64.max

  /// What `counted` will be at a line's time.
  @inline(__always)
  func counted(at time: LogTime) -> Int64 {
    let now = Reading(time)
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds)
    guard now.scale == reached.scale, !isTooLong, passed > 0, !isStopped, passed <= longestGap else {
      return counted
    }
    return Self.sum(counted, passed)
  }

  /// Where it stands, if that is the newest line's time.
  var standing: Reading? { newest == reached && reached.scale >= 0 ? reached : nil }

  /// The moment of an event at a time so many nanoseconds later, with no gap that does not count.
  @inline(__always)
  func moment(order: Int, after passed: Int64) -> Moment {
    Moment(
      order: order, wall: Self.sum(wall, passed), counted: isStopped ? counted : Self.sum(counted, passed),
      era: era)
  }

  /// Goes on to a time on the same scale, no earlier than the one at which it stands, over no gap that does not count.
  mutating func goOn(by passed: Int64, to now: Reading) {
    wall = Self.sum(wall, passed)
    if !isStopped { counted = Self.sum(counted, passed) }
    newest = now
    reached = now
  }

  /// Goes on to a line's time.
  @inline(__always)
  mutating func advance(to time: LogTime?) -> Step {
    guard let time else { return .unknown }
    let now = Reading(time)
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds)
    guard now.scale == reached.scale, now.scale == newest.scale, passed > 0, !isTooLong,
      newest.nanoseconds == reached.nanoseconds
    else { return advance(to: now) }
    // As nearly always: later than anything before.
    pass(by: passed)
    newest = now
    reached = now
    return .forward
  }

  @inline(never)
  private mutating func advance(to now: Reading) -> Step {
    let step = step(to: now)
    newest = now
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds)
    guard now.scale == reached.scale, !isTooLong else {
      if reached.scale >= 0 { era += 1 }
      reached = now
      return step
    }
    if passed > 0 { pass(by: passed) }
    if passed >= 0 || passed < -Self.jitter { reached = now }
    return step
  }

  @inline(__always)
  private mutating func pass(by passed: Int64) {
    wall = Self.sum(wall, passed)
    if isStopped { return }
    if passed <= longestGap {
      counted = Self.sum(counted, passed)
    } else {
      silences.add(passed, upTo: wall)
    }
  }

  /// Whether a silence that does not count lies between where it stands and a line's time.
  func isSilent(until time: LogTime) -> Bool {
    if longestGap == .max || isStopped { return false }
    let now = Reading(time)
    return now.scale == reached.scale
      && now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds).partialValue > longestGap
  }

  private func step(to now: Reading) -> Step {
    if now.scale != newest.scale {
      // Where the clock was set in between, the jump is the clock's.
      return newest.scale < 0 || now.scale & 7 == newest.scale & 7 ? .forward : .toAnotherKind
    }
    return now.nanoseconds > newest.nanoseconds
      ? .forward : now.nanoseconds < newest.nanoseconds ? .back : .none
  }

  /// Writes on a line when it is.
  func stamp(_ line: Occurrence) {
    line.wall = wall
    line.counted = counted
    line.era = era
  }

  /// One that is too long for a number stays the longest there is.
  static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

extension Timestamp.Kind {
  /// Less than 8.
  fileprivate var number: Int {
    switch self {
    case .zoned: 0
    case .local: 1
    case .timeOnly: 2
    case .yearless: 3
    case .boot: 4
    case .relative: 5
    }
  }
}
