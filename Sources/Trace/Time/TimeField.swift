/// A time that a log prints: the range of its text, and its timestamp, which is computed on demand.
enum TimeField {
  /// `2026-11-20T10:00:00.123456Z`, `10:00:00.123`.
  case clock(DateTimeField)
  /// `Jan  7 16:09:04.087`: a month's name, and no year.
  case monthName(MonthNameField)
  /// `06-12 15:30:20.700`: a month's number, and no year.
  case monthDay(MonthDayField)
  /// A bare number: a time since 1970, since the boot of the device, or since an unknown start.
  case number(EpochField)
  /// A time whose timestamp is already computed: a rare form, or one that is assembled from parts. It may have no text in the
  /// line.
  case exact(Timestamp?, text: Range<Int>?)

  /// The range of its text; nil if the text is not in the line.
  var text: Range<Int>? {
    switch self {
    case .clock(let reading): reading.text
    case .monthName(let reading): reading.text
    case .monthDay(let reading): reading.text
    case .number(let reading): reading.text
    case .exact(_, let text): text
    }
  }

  /// Whether the date or the year is missing, so that it depends on the lines above.
  @inline(__always)
  var isPartial: Bool {
    switch self {
    case .clock(let reading): !reading.isDated
    case .monthName, .monthDay: true
    case .number: false
    case .exact(let time, _): time?.kind == .timeOnly || time?.kind == .yearless
    }
  }

  /// Returns the time with its ranges moved by a distance.
  func moved(by distance: Int) -> TimeField {
    switch self {
    case .clock(let reading): .clock(reading.moved(by: distance))
    case .monthName(let reading): .monthName(reading.moved(by: distance))
    case .monthDay(let reading): .monthDay(reading.moved(by: distance))
    case .number(let reading): .number(reading.moved(by: distance))
    case .exact(let time, let text): .exact(time, text: text?.moved(by: distance))
    }
  }

  /// Computes the timestamp; nil if the digits are not a valid time.
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    switch self {
    case .clock(let reading): reading.timestamp(line)
    case .monthName(let reading): reading.timestamp(line)
    case .monthDay(let reading): reading.timestamp(line)
    case .number(let reading): reading.timestamp(line)
    case .exact(let time, _): time
    }
  }
}
