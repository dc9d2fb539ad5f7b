/// A date of the Gregorian calendar, without a time: `2027-03-01`.
public struct CalendarDay: Sendable, Comparable, CustomStringConvertible {
  private let number: Int

  /// Creates a date, which must exist.
  public init(year: Int, month: Int, day: Int) { number = (year * 100 + month) * 100 + day }

  /// Parses `YYYY-MM-DD` (ISO 8601, extended format); nil for any other text, and for a date that does not exist.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isNumeric = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isNumeric, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let longest = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month / 8) % 2
    guard (1...12).contains(month), (1...longest).contains(day) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2027-03-01`.
  public var description: String {
    let digits = String(number)
    let all = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return "\(all.dropLast(4))-\(all.suffix(4).prefix(2))-\(all.suffix(2))"
  }

  /// Chronological order.
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.number < b.number }
}
