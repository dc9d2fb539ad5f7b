import Rulebook
import Trace

extension Reference {
  /// Times that can be compared are of one era.
  struct Instant {
    let era: Int
    let nanoseconds: Int64
  }
}

extension Reference.Log {
  /// A clock over some lines that never goes back: a time up to 10 s behind is jitter, one further behind begins anew from where
  /// the clock is, one of another kind begins another era, and so does one after the log's clock was set. By the log's lines;
  /// none where a line has no time.
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
  /// How much time lies between two lines, or from one to the end; nil where that cannot be told.
  func elapsed(from early: Int, to late: Int) -> Int64? {
    let end = clock.indices.contains(late) ? clock[late] : clock.last ?? nil
    guard let early = clock[early], let late = end, early.era == late.era else { return nil }
    return late.nanoseconds - early.nanoseconds
  }

  /// The same without heed to what stops the process.
  func logTime(from early: Int, to late: Int) -> Int64? {
    let newest = lines.last { logClock[$0] != nil }
    let end = lines.indices.contains(late) ? logClock[lines[late]] : newest.flatMap { logClock[$0] }
    guard let early = logClock[lines[early]], let late = end, early.era == late.era else { return nil }
    return late.nanoseconds - early.nanoseconds
  }

  /// The same, as much as it may have been: with the silences that do not count.
  func longest(from early: Int, to late: Int) -> Int64? {
    elapsed(from: early, to: late).map { passed in
      passed + silences.filter { early < $0.key && $0.key <= late }.values.reduce(0, +)
    }
  }

  /// Whether it is not known if more than a limit has passed, because of such silences.
  func isUnmeasured(_ limit: Int64, from early: Int, to late: Int) -> Bool {
    guard let least = elapsed(from: early, to: late), let most = longest(from: early, to: late) else {
      return false
    }
    return least <= limit && limit < most
  }

  /// Whether no more time than that lies between two lines; nil where that cannot be told. What is known to have passed counts also
  /// where the two times cannot be compared.
  func isWithin(
    _ limit: Int64, _ durations: DurationClock = .session, from early: Int, to late: Int
  ) -> Bool? {
    // At the end the last line is asked, which may tell no time.
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
