/// Counts the midnights between times of day, and the New Years between dates without a year.
struct LogCalendar {
  private var lastOfDay: Int64 = 0
  private var midnights: Int64 = 0
  private var lastOfYear: Int64 = 0
  private var year: Int

  private static let day: Int64 = 86_400_000_000_000

  /// The year is that of the first date without one, as far as it is known: it says whether there is a 29 February.
  init(year: Int) { self.year = year }

  /// Takes in the time of a line. A drop of more than twelve hours is a midnight, one of more than 180 days a New
  /// Year; a smaller one is a clock that was set back.
  mutating func note(_ time: Timestamp?) {
    guard let time else { return }
    switch time.kind {
    case .timeOnly:
      // No log is a century long; one that jumps to and fro must not overflow.
      if lastOfDay - time.nanoseconds > Self.day / 2 { midnights = min(midnights + 1, 36_525) }
      lastOfDay = time.nanoseconds
    case .yearless:
      if lastOfYear - time.nanoseconds > 180 * Self.day { year = min(year + 1, 2_100) }
      lastOfYear = time.nanoseconds
    case .zoned, .local, .boot, .relative: break
    }
  }

  /// The moment that a time stands for: a time of day is one on a clock that goes on past midnight, and a date
  /// without a year one past New Year.
  func place(_ time: Timestamp) -> Timestamp {
    switch time.kind {
    case .timeOnly:
      return Timestamp(nanoseconds: time.nanoseconds + midnights * Self.day, kind: .timeOnly)
    case .yearless:
      guard let start = ClockReading.days(year: year, month: 1, day: 1),
        let next = ClockReading.days(year: min(year + 1, 2_100), month: 1, day: 1)
      else { return time }
      // The count is that of a leap year.
      let isAfterLeapDay = time.nanoseconds >= 60 * Self.day
      let days = Int64(start) - (isAfterLeapDay && next - start == 365 ? 1 : 0)
      return Timestamp(nanoseconds: time.nanoseconds + days * Self.day, kind: .yearless)
    case .zoned, .local, .boot, .relative: return time
    }
  }
}
