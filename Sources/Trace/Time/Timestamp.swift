/// A time of a log. Two timestamps of the same kind can be subtracted, but not two of different kinds.
public struct Timestamp: Hashable, Sendable {
  /// The origin of the nanoseconds, which depends on how the log prints times.
  public enum Kind: Sendable, Hashable {
    /// 1970-01-01T00:00:00Z, for a time with a zone.
    case zoned
    /// 1970-01-01T00:00:00 on the clock of the log's writer, for a date without a zone.
    case local
    /// The midnight before the first line, for a time without a date. The count continues after the next midnight.
    case timeOnly
    /// A New Year, for a date without a year. The count continues after the next New Year.
    case yearless
    /// The boot of the device.
    case boot
    /// An origin that the log does not name: its own start, or the start of a test.
    case relative
  }

  /// The nanoseconds since the origin of the kind.
  public var nanoseconds: Int64
  /// The origin of the nanoseconds.
  public var kind: Kind

  /// Creates a timestamp.
  public init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// Whether it has a date, even if it has no year.
  var isDated: Bool { kind == .zoned || kind == .local || kind == .yearless }

  /// Returns the timestamp that is later by some nanoseconds; nil if the sum overflows.
  func advanced(by nanoseconds: Int64) -> Timestamp? {
    let (moment, isOver) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return isOver ? nil : Timestamp(nanoseconds: moment, kind: kind)
  }
}
