/// Irregular times of events. Each time is compared with that of the previous event in the session.
public struct ClockAnomalies: Sendable, Equatable {
  /// Events that are earlier than the previous event.
  public var back = Tally()
  /// Events with the same time as the previous event. Their order is that of their lines.
  public var equal = Tally()
  /// Events without a time.
  public var missing = Tally()
  /// Events whose time is of another kind than that of the previous event. The two times cannot be compared.
  public var otherKind = Tally()

  /// Creates counts of zero.
  public init() {}

  mutating func note(_ step: SessionClock.Step, at line: Int) {
    switch step {
    case .forward: break
    case .none: equal.note(line)
    case .back: back.note(line)
    case .toAnotherKind: otherKind.note(line)
    case .unknown: missing.note(line)
    }
  }
}

/// A count of occurrences, with the first line.
public struct Tally: Sendable, Equatable {
  /// The number of occurrences.
  public var count = 0
  /// The 1-based line of the first occurrence; nil if there is none.
  public var firstLine: Int?

  /// Creates a count, zero by default.
  public init(count: Int = 0, firstLine: Int? = nil) {
    self.count = count
    self.firstLine = firstLine
  }

  mutating func note(_ line: Int) {
    count += 1
    firstLine = firstLine.map { min($0, line) } ?? line
  }
}
