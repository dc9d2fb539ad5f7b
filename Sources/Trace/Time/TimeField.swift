/// A time as a log prints it: where its text is, and what it stands for once that is asked.
enum TimeField {
  /// `2026-11-20T10:00:00.123456Z`, `10:00:00.123`.
  case clock(DateTimeField)
  /// `Jan  7 16:09:04.087`: a month's name, and no year.
  case monthName(MonthNameField)
  /// `06-12 15:30:20.700`: a month's number, and no year.
  case monthDay(MonthDayField)
  /// A bare number: seconds since 1970, since the device started, since anything.
  case number(EpochField)
  /// One that is read at once: a rare form, or one that was put together. Its text is there too, where it has one.
  case exact(Timestamp?, text: Range<Int>?)

  /// Where its text is; nil where the line does not have it.
  var text: Range<Int>? {
    switch self {
    case .clock(let reading): reading.text
    case .monthName(let reading): reading.text
    case .monthDay(let reading): reading.text
    case .number(let reading): reading.text
    case .exact(_, let text): text
    }
  }

  /// Whether day or year are missing, so that the lines before it say which they are.
  @inline(__always)
  var isPartial: Bool {
    switch self {
    case .clock(let reading): !reading.isDated
    case .monthName, .monthDay: true
    case .number: false
    case .exact(let time, _): time?.kind == .timeOnly || time?.kind == .yearless
    }
  }

  /// The same in a line with so many bytes more before it.
  func moved(by distance: Int) -> TimeField {
    switch self {
    case .clock(let reading): .clock(reading.moved(by: distance))
    case .monthName(let reading): .monthName(reading.moved(by: distance))
    case .monthDay(let reading): .monthDay(reading.moved(by: distance))
    case .number(let reading): .number(reading.moved(by: distance))
    case .exact(let time, let text): .exact(time, text: text?.moved(by: distance))
    }
  }

  /// The moment; nil where the digits are none.
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
