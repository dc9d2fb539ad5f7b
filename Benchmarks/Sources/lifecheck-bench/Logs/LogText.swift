/// The time of a log's next line.
struct LogClock {
  /// The time since 2026-11-20 10:00.
  private(set) var microseconds = 0

  mutating func advance(by step: Int) { microseconds += step }

  /// `2026-11-20 10:00:00.123456`.
  func append(to log: inout [UInt8]) {
    appendDate(to: &log)
    log.append(UInt8(ascii: " "))
    appendTime(to: &log)
    log.append(UInt8(ascii: "."))
    log.append(microseconds % 1_000_000, digits: 6)
  }

  /// `2026-11-20`.
  func appendDate(to log: inout [UInt8]) {
    log += "2026-".utf8
    log.append(date.month, digits: 2)
    log.append(UInt8(ascii: "-"))
    log.append(date.day, digits: 2)
  }

  /// `10:00:00`.
  func appendTime(to log: inout [UInt8]) {
    log.append(seconds / 3600 % 24, digits: 2)
    log.append(UInt8(ascii: ":"))
    log.append(seconds / 60 % 60, digits: 2)
    log.append(UInt8(ascii: ":"))
    log.append(seconds % 60, digits: 2)
  }

  /// The seconds since midnight of 20 November.
  private var seconds: Int { microseconds / 1_000_000 + 10 * 3600 }

  /// The date, at most the last day of the year.
  var date: (month: Int, day: Int) {
    let days = seconds / 86_400
    return days < 11 ? (11, 20 + days) : (12, min(31, days - 10))
  }
}

extension [UInt8] {
  /// A decimal number, with leading zeros if it has fewer digits.
  mutating func append(_ number: Int, digits: Int = 1) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// The last digits of a hexadecimal number.
  mutating func append(hex number: UInt64, digits: Int) {
    for shift in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift * 4)) & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
