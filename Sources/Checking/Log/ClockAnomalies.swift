/// What is odd about the times of a log's events, each compared with the event before it in its session.
public struct ClockAnomalies: Sendable, Equatable {
  /// Events whose time lies before that of the event before them.
  public var back = Tally()
  /// Events whose time is that of the event before them; their order is that of the lines.
  public var equal = Tally()
  /// Events without a time.
  public var missing = Tally()
  /// Events whose time is of another kind than that of the event before them, so that the two cannot be compared.
  public var otherKind = Tally()

  /// Nothing odd yet.
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

/// How often something came, and where first.
public struct Tally: Sendable, Equatable {
  /// How often.
  public var count = 0
  /// The first line, 1-based; nil where it never came.
  public var firstLine: Int?

  /// That it came so often; never unless told.
  public init(count: Int = 0, firstLine: Int? = nil) {
    self.count = count
    self.firstLine = firstLine
  }

  mutating func note(_ line: Int) {
    count += 1
    firstLine = firstLine.map { min($0, line) } ?? line
  }
}
