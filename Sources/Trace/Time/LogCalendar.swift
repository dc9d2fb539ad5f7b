/// Counts the midnights between times of day, and the New Years between dates without a year.
struct LogCalendar {
  private var lastOfDay: Int64 = 0
  private var midnights: Int64 = 0
  private var lastOfYear: Int64 = 0
  /// The year of the newest date without one; nil before the first.
  private var year: Int?
  /// No line is of a later moment than this; nil where that is not known.
  private let latest: Timestamp?

  private static let day: Int64 = 86_400_000_000_000
  /// So late behind its last line a file may be said to have been written: clocks and zones differ.
  private static let slack = day * 3 / 2
  private static let years = 1_990...2_100

  /// Whether a line had a time without a date.
  private(set) var countsMidnights = false
  /// Whether a line had a time without a day or a year.
  var isCounting: Bool { countsMidnights || year != nil }

  /// With the moment at which the log was written last, where that is known, which tells the year.
  init(lastWritten: Timestamp?) { latest = lastWritten?.advanced(by: Self.slack) }

  /// Notes the time of a line. A drop of more than twelve hours is a midnight, one of more than 180 days a New
  /// Year; a smaller one is a clock that was set back.
  mutating func noteTime(_ time: Timestamp?) {
    guard let time else { return }
    switch time.kind {
    case .timeOnly:
      // No log is a century long; one that jumps to and fro must not overflow.
      if lastOfDay - time.nanoseconds > Self.day / 2 { midnights = min(midnights + 1, 36_525) }
      lastOfDay = time.nanoseconds
      countsMidnights = true
    case .yearless:
      if let known = year {
        if lastOfYear - time.nanoseconds > 180 * Self.day { year = min(known + 1, Self.years.upperBound) }
      } else {
        year = firstYear(time)
      }
      lastOfYear = time.nanoseconds
    case .zoned, .local, .boot, .relative: break
    }
  }

  /// Whether a time is before the last one, unless a midnight or a New Year is between them.
  func isStepBack(_ time: Timestamp) -> Bool {
    switch time.kind {
    case .timeOnly: time.nanoseconds < lastOfDay
    case .yearless: year != nil && time.nanoseconds < lastOfYear
    case .zoned, .local, .boot, .relative: false
    }
  }

  /// The moment that a time stands for: a time of day is one on a clock that goes on past midnight, and a date
  /// without a year one past New Year.
  func place(_ time: Timestamp) -> Timestamp {
    switch time.kind {
    case .timeOnly:
      return Timestamp(nanoseconds: time.nanoseconds + midnights * Self.day, kind: .timeOnly)
    case .yearless:
      let nanoseconds = Self.nanoseconds(of: time, in: year ?? firstYear(time))
      return Timestamp(nanoseconds: nanoseconds, kind: .yearless)
    case .zoned, .local, .boot, .relative: return time
    }
  }

  /// The last year in which the date comes before the log was written, and is there. No log is older than a year when
  /// it begins; of one that is, no duration would be another.
  @inline(never)
  private func firstYear(_ time: Timestamp) -> Int {
    // A leap year has all dates.
    guard let latest else { return 2_000 }
    let isLeapDay = time.nanoseconds / Self.day == 59
    return Self.years.reversed().first { year in
      Self.nanoseconds(of: time, in: year) <= latest.nanoseconds
        && (!isLeapDay || DateTimeField.days(year: year, month: 2, day: 29) != nil)
    } ?? 2_000
  }

  /// A moment of a year: counted as in a leap year, and from 1970 on.
  private static func nanoseconds(of time: Timestamp, in year: Int) -> Int64 {
    guard let start = DateTimeField.days(year: year, month: 1, day: 1) else { return time.nanoseconds }
    let hasLeapDay = DateTimeField.days(year: year, month: 2, day: 29) != nil
    let days = Int64(start) - (time.nanoseconds >= 60 * day && !hasLeapDay ? 1 : 0)
    return time.nanoseconds + days * day
  }
}
