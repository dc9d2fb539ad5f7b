import Rulebook
import Trace

extension Reference {
  /// A time with an era. Only times of the same era can be compared.
  struct Instant {
    let era: Int
    let nanoseconds: Int64
  }
}

extension Reference.Log {
  /// A monotonic clock over some lines, by line of the log; a line without a time has no entry. A step back of up to 10
  /// s is jitter. After a larger step, the clock continues from its last value. A time of another kind begins another
  /// era, and so does a clock setting.
  func clock(over lines: [Int]) -> [Int: Reference.Instant] {
    var instants: [Int: Reference.Instant] = [:]
    var last: (time: Timestamp, instant: Reference.Instant)?
    var above: Int?
    for index in lines {
      guard let time = self.lines[index].time else { continue }
      defer { above = index }
      guard let above, let (newest, instant) = last else {
        instants[index] = Reference.Instant(era: 0, nanoseconds: 0)
        last = instants[index].map { (time, $0) }
        continue
      }
      let isSameKind = newest.kind == time.kind && !isClockSet(between: above, and: index)
      let passed = isSameKind ? time.nanoseconds - newest.nanoseconds : 0
      let now = Reference.Instant(
        era: instant.era + (isSameKind ? 0 : 1), nanoseconds: instant.nanoseconds + max(0, passed))
      instants[index] = now
      let isJitter = isSameKind && (-10_000_000_000..<0).contains(passed)
      last = (isJitter ? newest : time, now)
    }
    return instants
  }
}

extension Reference.History {
  /// The time between two lines, or from one to the end; nil if it is unknown.
  func elapsed(from early: Int, to late: Int) -> Int64? {
    let end = clock.indices.contains(late) ? clock[late] : clock.last ?? nil
    guard let early = clock[early], let late = end, early.era == late.era else { return nil }
    return late.nanoseconds - early.nanoseconds
  }

  /// The time between two lines, including the time for which the process was stopped.
  func logTime(from early: Int, to late: Int) -> Int64? {
    let newest = lines.last { logClock[$0] != nil }
    let end = lines.indices.contains(late) ? logClock[lines[late]] : newest.flatMap { logClock[$0] }
    guard let early = logClock[lines[early]], let late = end, early.era == late.era else { return nil }
    return late.nanoseconds - early.nanoseconds
  }

  /// The longest possible time between two lines, including the silences that may not count.
  func longest(from early: Int, to late: Int) -> Int64? {
    elapsed(from: early, to: late).map { passed in
      passed + silences.filter { early < $0.key && $0.key <= late }.values.reduce(0, +)
    }
  }

  /// Whether it is unknown, because of silences, if a limit has passed.
  func isUnmeasured(_ limit: Int64, from early: Int, to late: Int) -> Bool {
    guard let least = elapsed(from: early, to: late), let most = longest(from: early, to: late) else {
      return false
    }
    return least <= limit && limit < most
  }

  /// Whether the time between two lines is within a limit; nil if this is unknown. Time that is known to have passed
  /// counts even if the two times cannot be compared.
  func isWithin(
    _ limit: Int64, _ durations: DurationClock = .session, from early: Int, to late: Int
  ) -> Bool? {
    // At the end, the time of the last line is used, which may be missing.
    let isTimed = lines.indices.contains(late) || clock.last.flatMap { $0 } != nil
    let passed =
      durations == .session
      ? elapsed(from: early, to: late) : isTimed ? logTime(from: early, to: late) : nil
    if let passed { return passed <= limit }
    let instants = durations == .wall ? lines.map { logClock[$0] } : clock
    guard let start = instants[early], let end = instants.prefix(late + 1).last(where: { $0 != nil }) ?? nil
    else { return nil }
    return end.nanoseconds - start.nanoseconds > limit ? false : nil
  }
}
