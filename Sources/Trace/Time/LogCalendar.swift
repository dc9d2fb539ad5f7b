/// Counts the midnights between times of day, and the New Years between dates without a year.
struct LogCalendar {
  private var lastOfDay: Int64 = 0
  private var midnights: Int64 = 0
  private var lastOfYear: Int64 = 0
  /// The year of the first yearless date; nil before it.
  private var firstYear: Int?
  private var newYears = 0
  /// The latest time that a line can have; nil if it is not known.
  private let latest: Timestamp?

  private static let day: Int64 = 86_400_000_000_000
  /// A log may pause for half a day, but hardly for so long.
  private static let nearlyDay = day / 24 * 23
  private static let halfYear = day * 180
  private static let disorder = day / 24 / 60
  /// The last line may be this much later than the modification time of its file, because clocks and zones differ.
  private static let slack = day * 3 / 2
  private static let years = 1_990...2_100

  /// Whether a line had a time without a date.
  private(set) var countsMidnights = false
  /// Whether a line had a time without a date or a year.
  var isCounting: Bool { countsMidnights || firstYear != nil }

  /// Creates a calendar. The time of the last write to the log, if it is known, determines the year.
  init(lastWritten: Timestamp?) { latest = lastWritten?.advanced(by: Self.slack) }

  /// Notes the time of a line. A step back of more than twelve hours is a midnight, and one of more than 180 days a New Year. A
  /// smaller step back means that the clock was set back.
  ///
  /// A large step forward afterwards goes back over that midnight or New Year: the line was written before it, but is below it in
  /// the log, or the clock had lost its date until then, as on a device that has just started.
  mutating func noteTime(_ time: Timestamp?) {
    guard let time else { return }
    switch time.kind {
    case .timeOnly:
      // No log covers a century. The limit avoids an overflow if the times jump back and forth.
      if lastOfDay - time.nanoseconds > Self.day / 2 {
        midnights = min(midnights + 1, 36_525)
      } else if time.nanoseconds - lastOfDay > Self.nearlyDay {
        midnights = max(midnights - 1, 0)
      }
      lastOfDay = time.nanoseconds
      countsMidnights = true
    case .yearless:
      if firstYear == nil {
        firstYear = yearOfFirst(time)
      } else if lastOfYear - time.nanoseconds > Self.halfYear {
        newYears += 1
      } else if time.nanoseconds - lastOfYear > Self.halfYear {
        newYears = max(newYears - 1, 0)
      }
      lastOfYear = time.nanoseconds
    case .zoned, .local, .boot, .relative: break
    }
  }

  /// Whether a time is so much earlier than the last one that a midnight or a New Year may be between them. Lines of several
  /// threads are often out of order by less.
  func isStepBack(_ time: Timestamp) -> Bool {
    switch time.kind {
    case .timeOnly: lastOfDay - time.nanoseconds > Self.disorder
    case .yearless: firstYear != nil && lastOfYear - time.nanoseconds > Self.disorder
    case .zoned, .local, .boot, .relative: false
    }
  }

  /// Returns a time that counts on past midnights and New Years: a time of day since the midnight before the first line, and a
  /// yearless date in its year.
  func place(_ time: Timestamp) -> Timestamp {
    switch time.kind {
    case .timeOnly:
      return Timestamp(nanoseconds: time.nanoseconds + midnights * Self.day, kind: .timeOnly)
    case .yearless:
      let nanoseconds = Self.nanoseconds(of: time, in: year(of: time))
      return Timestamp(nanoseconds: nanoseconds, kind: .yearless)
    case .zoned, .local, .boot, .relative: return time
    }
  }

  private func year(of time: Timestamp) -> Int {
    min((firstYear ?? yearOfFirst(time)) + newYears, Self.years.upperBound)
  }

  /// Returns the last year in which the date exists, and is not after the last write to the log. If the log began more than a
  /// year before that, the year is wrong, but durations are right.
  @inline(never)
  private func yearOfFirst(_ time: Timestamp) -> Int {
    // A leap year, which has all dates.
    guard let latest else { return 2_000 }
    let isLeapDay = time.nanoseconds / Self.day == 59
    return Self.years.reversed().first { year in
      Self.nanoseconds(of: time, in: year) <= latest.nanoseconds
        && (!isLeapDay || DateTimeField.days(year: year, month: 2, day: 29) != nil)
    } ?? 2_000
  }

  /// Returns the time since 1970 of a date in a year. A yearless date is counted as in a leap year.
  private static func nanoseconds(of time: Timestamp, in year: Int) -> Int64 {
    guard let start = DateTimeField.days(year: year, month: 1, day: 1) else { return time.nanoseconds }
    let hasLeapDay = DateTimeField.days(year: year, month: 2, day: 29) != nil
    let days = Int64(start) - (time.nanoseconds >= 60 * day && !hasLeapDay ? 1 : 0)
    return time.nanoseconds + days * day
  }
}
