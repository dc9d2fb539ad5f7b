/// A time of day whose parts may have a single digit: `7:5:35:23`, `8:01:02 PM`, and `030405.123` with two digits each.
struct UnpaddedTimeOfDay {
  /// The nanoseconds since midnight; nil if the digits are not a valid time.
  let nanoseconds: Int64?
  /// The index after it.
  let end: Int

  /// Reads the time that begins at an index; nil if there is none.
  init?(_ line: Span<UInt8>, at start: Int, before limit: Int) {
    var parts: (Int, Int, Int) = (0, 0, 0)
    var index = start
    let digits = line.skippingDigits(start, before: min(limit, start + 7))
    if digits == start + 6 {
      parts = (
        line.number(start..<start + 2), line.number(start + 2..<start + 4), line.number(start + 4..<digits)
      )
      index = digits
    } else {
      for part in 0..<3 {
        let end = line.skippingDigits(index, before: min(limit, index + 3))
        guard end > index, end < index + 3 else { return nil }
        parts = (parts.1, parts.2, line.number(index..<end))
        index = end
        guard part < 2 else { break }
        guard line.byte(at: index) == UInt8(ascii: ":"), index < limit else { return nil }
        index += 1
      }
    }
    var fraction: Int64 = 0
    let mark = line.byte(at: index)
    if mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") || mark == UInt8(ascii: ":"), index + 1 < limit,
      line[index + 1].isDigit
    {
      let end = line.skippingDigits(index + 1, before: min(limit, index + 10))
      fraction = Int64(line.number(index + 1..<end))
      // One or two digits after a colon are milliseconds.
      let count = mark == UInt8(ascii: ":") && end - index < 4 ? 3 : end - index - 1
      for _ in count..<9 { fraction *= 10 }
      index = end
    }
    var hour = parts.0
    var isHour = hour < 24 || (hour == 24 && parts.1 + parts.2 == 0)
    let half = Self.half(line, at: index, before: limit)
    if let half {
      isHour = (1...12).contains(hour)
      hour = hour % 12 + (half.isAfternoon ? 12 : 0)
      index = half.end
    }
    end = index
    let isTime = isHour && parts.1 < 60 && parts.2 <= 60
    nanoseconds = isTime ? Int64(hour * 3600 + parts.1 * 60 + parts.2) * 1_000_000_000 + fraction : nil
  }

  /// Reads `AM` or `PM`, optionally after a space, a narrow no-break space or a no-break space.
  private static func half(
    _ line: Span<UInt8>, at start: Int, before limit: Int
  ) -> (isAfternoon: Bool, end: Int)? {
    var index = start
    for blank: StaticString in [" ", "\u{202F}", "\u{A0}"] {
      if let end = line.end(of: blank, at: index, before: limit) {
        index = end
        break
      }
    }
    guard index + 2 <= limit, line[index + 1] | 0x20 == UInt8(ascii: "m"),
      index + 2 == limit || !line[index + 2].isIdentifier
    else { return nil }
    switch line[index] | 0x20 {
    case UInt8(ascii: "a"): return (false, index + 2)
    case UInt8(ascii: "p"): return (true, index + 2)
    default: return nil
    }
  }
}

/// A date with slashes and a time of day: `10/14/21 08:01:02.345678`, `3/5/2024, 7:57:42 PM`.
///
/// The month is first, unless a date of the log has shown that it cannot be.
struct SlashDateField {
  let text: Range<Int>
  /// The timestamp; nil if the digits are not a valid time.
  let timestamp: Timestamp?

  /// Reads the date that begins at an index; nil if there is none.
  init?(_ line: Span<UInt8>, at start: Int, before end: Int, isDayFirst: inout Bool) {
    guard let first = line.number(at: start, before: min(end, start + 3)), first.end < start + 3,
      line.byte(at: first.end) == UInt8(ascii: "/"),
      let second = line.number(at: first.end + 1, before: min(end, first.end + 4)),
      second.end < first.end + 4,
      line.byte(at: second.end) == UInt8(ascii: "/"),
      let year = line.number(at: second.end + 1, before: min(end, second.end + 6))
    else { return nil }
    let digits = year.end - second.end - 1
    guard digits == 2 || digits == 4 else { return nil }
    var index = year.end
    if line.byte(at: index) == UInt8(ascii: ",") { index += 1 }
    guard line.byte(at: index) == UInt8(ascii: " "),
      let clock = UnpaddedTimeOfDay(line, at: index + 1, before: end)
    else { return nil }
    if first.value > 12, second.value <= 12, clock.nanoseconds != nil { isDayFirst = true }
    let isDayFirst = isDayFirst && second.value <= 12
    text = start..<clock.end
    timestamp = Timestamp(
      year: digits == 4 ? year.value : year.value + (year.value < 70 ? 2_000 : 1_900),
      month: isDayFirst ? second.value : first.value, day: isDayFirst ? first.value : second.value,
      clock.nanoseconds, kind: .local)
  }
}

/// A date in eight digits and a time of day: `20240102T030405.123Z`, `20240115-7:5:35:23`.
struct PackedDateField {
  let text: Range<Int>
  /// The timestamp; nil if the digits are not a valid time.
  let timestamp: Timestamp?

  /// Reads the date that begins at an index; nil if there is none.
  init?(_ line: Span<UInt8>, at start: Int, before end: Int) {
    guard line.skippingDigits(start, before: min(end, start + 9)) == start + 8, start + 8 < end else {
      return nil
    }
    switch line[start + 8] {
    case UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: "_"), UInt8(ascii: " "): break
    default: return nil
    }
    guard let clock = UnpaddedTimeOfDay(line, at: start + 9, before: end) else { return nil }
    let isZoned = line.byte(at: clock.end) == UInt8(ascii: "Z") && clock.end < end
    text = start..<(isZoned ? clock.end + 1 : clock.end)
    timestamp = Timestamp(
      year: line.number(start..<start + 4), month: line.number(start + 4..<start + 6),
      day: line.number(start + 6..<start + 8), clock.nanoseconds, kind: isZoned ? .zoned : .local)
  }
}

extension Timestamp {
  /// Creates a timestamp from a date and a time of day; nil if one of them is invalid, or if the date is not from 1990 to 2100.
  init?(year: Int, month: Int, day: Int, _ ofDay: Int64?, kind: Kind) {
    guard let ofDay, let days = DateTimeField.days(year: year, month: month, day: day) else { return nil }
    self.init(nanoseconds: Int64(days) * 86_400_000_000_000 + ofDay, kind: kind)
  }
}
