/// A moment as a log tells it. Two of one kind can be subtracted, two of different kinds cannot.
public struct Timestamp: Hashable, Sendable {
  /// What the nanoseconds count from.
  public enum Kind: Sendable, Hashable {
    /// 1970-01-01T00:00:00Z: the line has a zone.
    case zoned
    /// The same on the clock of whoever wrote the log: a date without a zone.
    case local
    /// The midnight before the first line: a time without a date. Past the next midnight the count goes on.
    case timeOnly
    /// A New Year: a date without a year. Past the next one the count goes on.
    case yearless
    /// The start of the device.
    case boot
    /// Something that the log does not name: its own start, that of a test.
    case relative
  }

  /// Nanoseconds since the start of its kind.
  public var nanoseconds: Int64
  /// What they count from.
  public var kind: Kind

  /// That moment.
  public init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// Whether it tells the day, if not the year.
  var isDated: Bool { kind == .zoned || kind == .local || kind == .yearless }

  /// So many nanoseconds later; nil where no number is so great.
  func advanced(by nanoseconds: Int64) -> Timestamp? {
    let (moment, isOver) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return isOver ? nil : Timestamp(nanoseconds: moment, kind: kind)
  }
}
