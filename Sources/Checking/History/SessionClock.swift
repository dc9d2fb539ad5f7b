import Trace

/// A time of a line. Two times can be compared if they are of the same kind, and if the log's clock was not set between them.
struct LogTime {
  var timestamp: Timestamp
  /// How often the log's clock was set before.
  var setting: Int32

  /// Returns the nanoseconds since the time of an earlier line; nil if the two times cannot be compared.
  func passed(since other: LogTime) -> Int64? {
    guard setting == other.setting, timestamp.kind == other.timestamp.kind else { return nil }
    let (passed, isTooLong) = timestamp.nanoseconds.subtractingReportingOverflow(other.timestamp.nanoseconds)
    return isTooLong ? nil : passed
  }

  /// Returns the nanoseconds between two times; nil if one of them is missing, or if they cannot be compared.
  static func passed(from start: LogTime?, to end: LogTime?) -> Int64? {
    start.flatMap { end?.passed(since: $0) }
  }
}

/// The clocks of a session. They never go back, even if the times of its lines do.
struct SessionClock {
  /// Nanoseconds since the first line.
  private(set) var wall: Int64 = 0
  /// The same without the time that does not count: while the process is stopped, and in silences.
  private(set) var counted: Int64 = 0
  /// The era. It changes if the next time cannot be compared with the ones before. Durations across eras are not known.
  private(set) var era: Int32 = 0
  /// The silences that `counted` excludes. The process may or may not have been suspended in them.
  private(set) var silences = Silences()
  /// The time up to which the clocks have advanced, and the newest time that was read.
  private var reached = Reading()
  private var newest = Reading()

  /// A time in the form in which the clock compares it.
  struct Reading: Equatable {
    var nanoseconds: Int64 = 0
    /// The kind of the time and the setting of the log's clock, as one number; negative if no time was read yet.
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

  /// How much the clocks of two writers of one log may differ, in nanoseconds. A smaller step back is a line of another writer,
  /// and the session's clock does not follow it. After a larger one, the log's clock was set back, and the session's clock
  /// continues from there.
  private static let jitter: Int64 = 10_000_000_000

  /// The relation between the time of a line and the time of the line before.
  enum Step {
    case forward
    case none
    case back
    /// The two times cannot be compared.
    case toAnotherKind
    /// The line has no time.
    case unknown
  }

  /// Whether `counted` stands still, because the process is stopped.
  var isStopped = false
  /// The length of the longest gap that counts, in nanoseconds. `counted` excludes a longer one.
  var longestGap = Int64.max

  /// Returns the value that `counted` would have at a time.
  @inline(__always)
  func counted(at time: LogTime) -> Int64 {
    let now = Reading(time)
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds)
    guard now.scale == reached.scale, !isTooLong, passed > 0, !isStopped, passed <= longestGap else {
      return counted
    }
    return Self.sum(counted, passed)
  }

  /// Advances to the time of a line. Returns how this time is related to the one before.
  /// Reference: `Clock.clock`.
  @inline(__always)
  mutating func advance(to time: LogTime?) -> Step {
    guard let time else { return .unknown }
    let now = Reading(time)
    let (passed, isTooLong) = now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds)
    guard now.scale == reached.scale, now.scale == newest.scale, passed > 0, !isTooLong,
      newest.nanoseconds == reached.nanoseconds
    else { return advance(to: now) }
    // The common case: the time is later than all times before.
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

  /// Whether a silence that `counted` excludes lies between the current time and the time of a line.
  func isSilent(until time: LogTime) -> Bool {
    if longestGap == .max || isStopped { return false }
    let now = Reading(time)
    return now.scale == reached.scale
      && now.nanoseconds.subtractingReportingOverflow(reached.nanoseconds).partialValue > longestGap
  }

  private func step(to now: Reading) -> Step {
    if now.scale != newest.scale {
      // If only the clock was set, the step is one of the clock and not an anomaly.
      return newest.scale < 0 || now.scale & 7 == newest.scale & 7 ? .forward : .toAnotherKind
    }
    return now.nanoseconds > newest.nanoseconds
      ? .forward : now.nanoseconds < newest.nanoseconds ? .back : .none
  }

  /// Copies the clock readings to an event.
  func stamp(_ line: Occurrence) {
    line.wall = wall
    line.counted = counted
    line.era = era
  }

  /// Returns the sum of two times. A sum that is too large becomes `Int64.max`.
  static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

extension Timestamp.Kind {
  /// The kind as a number below 8.
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
