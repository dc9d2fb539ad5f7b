#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The current time as text: `2026-11-20T10:00:00.123456Z `. The text of a second is computed once.
struct TimeText {
  /// A clock for tests, in microseconds since 1970; nil for the clock of the system.
  var clock: (@Sendable () -> Int64)?
  /// The time that was appended last, in microseconds since 1970.
  private(set) var newest: Int64 = 0
  private var second: Int64 = .min
  /// The text of `second`, up to the point before the microseconds.
  private var text: [UInt8] = []

  init(clock: (@Sendable () -> Int64)? = nil) { self.clock = clock }

  /// The current time in microseconds since 1970.
  var now: Int64 {
    if let clock { return clock() }
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Reads the clock and appends the time and a space.
  mutating func appendNow(to bytes: inout [UInt8]) {
    newest = max(0, now)
    let (current, microseconds) = newest.quotientAndRemainder(dividingBy: 1_000_000)
    if current != second {
      second = current
      formatSecond()
    }
    bytes.append(contentsOf: text)
    Self.append(Int(microseconds), digits: 6, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    bytes.append(UInt8(ascii: " "))
  }

  private mutating func formatSecond() {
    let (days, rest) = Int(second).quotientAndRemainder(dividingBy: 86_400)
    // The days of a year are counted from 1 March, so that a leap day is the last day of its year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let day = shifted % 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    text.removeAll(keepingCapacity: true)
    Self.append(year + era * 400 + (month <= 2 ? 1 : 0), digits: 4, to: &text)
    let parts = [
      ("-", month), ("-", dayOfYear - (153 * monthFromMarch + 2) / 5 + 1), ("T", rest / 3_600),
      (":", rest / 60 % 60), (":", rest % 60),
    ]
    for (separator, number) in parts {
      text.append(contentsOf: separator.utf8)
      Self.append(number, digits: 2, to: &text)
    }
    text.append(UInt8(ascii: "."))
  }

  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
