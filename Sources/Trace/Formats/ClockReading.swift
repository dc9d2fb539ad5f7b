/// A time as logs print it at the start of a line, read by hand: `2026-11-20T10:00:00.123456Z`,
/// `2026-11-20 10:00:00.123+0100`, `2026/11/20 10:00:00:123`, `10:00:00.123`.
struct ClockReading {
  /// The time; nil where the digits are no moment from 1990 to 2100.
  var time: Timestamp?
  /// Where the text ends.
  var end: Int
  /// Whether a date stands before the time.
  var isDated: Bool

  /// The time at an index; nil where none has begun there.
  @inline(__always)
  init?(_ line: Span<UInt8>, at start: Int, before end: Int) {
    guard start + 8 <= end, line[start].isDigit else { return nil }
    let separator = line[start + 4]
    isDated = separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/")
    var index = start
    var days: Int?
    if isDated {
      guard start + 19 <= end, line[start + 7] == separator,
        line[start + 10] == UInt8(ascii: " ") || line[start + 10] == UInt8(ascii: "T"),
        let century = line.twoDigits(start), let year = line.twoDigits(start + 2),
        let month = line.twoDigits(start + 5), let day = line.twoDigits(start + 8)
      else { return nil }
      days = Self.days(year: century * 100 + year, month: month, day: day)
      index += 11
    }
    guard index + 8 <= end, line[index + 2] == UInt8(ascii: ":"), line[index + 5] == UInt8(ascii: ":"),
      let hour = line.twoDigits(index), let minute = line.twoDigits(index + 3),
      let second = line.twoDigits(index + 6)
    else { return nil }
    index += 8
    let fraction = Self.fraction(line, &index, before: end)
    let zone = Self.zone(line, &index, before: end, isDated: isDated)
    if index < end, line[index].isIdentifier { return nil }
    self.end = index
    // A leap second is the second after :59, 24:00:00 the next midnight.
    guard minute < 60, second <= 60, hour < 24 || (hour == 24 && minute + second == 0) else { return }
    let ofDay = Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + fraction
    if isDated {
      guard let days else { return }
      let offset = Int64(zone ?? 0) * 60_000_000_000
      time = Timestamp(
        nanoseconds: Int64(days) * 86_400_000_000_000 + ofDay - offset, kind: zone == nil ? .local : .zoned)
    } else {
      time = Timestamp(nanoseconds: ofDay, kind: .timeOnly)
    }
  }

  /// Nanoseconds of `.123`, `,123` or `:123`; a colon with one or two digits counts milliseconds.
  @inline(__always)
  private static func fraction(_ line: Span<UInt8>, _ index: inout Int, before end: Int) -> Int64 {
    let mark = line.byte(at: index)
    guard index + 1 < end, line[index + 1].isDigit,
      mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") || mark == UInt8(ascii: ":")
    else { return 0 }
    let digits = index + 1
    index = line.skippingDigits(digits, before: min(end, digits + 9))
    var value: Int64 = 0
    for digit in digits..<index { value = value * 10 + Int64(line[digit] - UInt8(ascii: "0")) }
    if mark == UInt8(ascii: ":"), index - digits < 3 { return value * 1_000_000 }
    for _ in (index - digits)..<9 { value *= 10 }
    return value
  }

  /// The minutes east of Greenwich: `Z`, `+0100`, `+01:00`, `+01`; after a blank only `UTC`, `GMT`, `+0100`.
  @inline(__always)
  private static func zone(
    _ line: Span<UInt8>, _ index: inout Int, before end: Int, isDated: Bool
  ) -> Int? {
    guard index < end else { return nil }
    if line[index] == UInt8(ascii: "Z") {
      index += 1
      return 0
    }
    let isApart = line[index] == UInt8(ascii: " ")
    if isApart, isDated, line.has(" UTC", at: index, before: end) || line.has(" GMT", at: index, before: end)
    {
      index += 4
      return 0
    }
    let sign = isApart ? index + 1 : index
    guard sign + 2 < end, !isApart || isDated,
      line[sign] == UInt8(ascii: "+") || line[sign] == UInt8(ascii: "-"),
      let hours = line.twoDigits(sign + 1), hours < 24
    else { return nil }
    let colon = line.byte(at: sign + 3) == UInt8(ascii: ":") ? 1 : 0
    let minutes = sign + 5 + colon <= end ? line.twoDigits(sign + 3 + colon) : nil
    guard minutes != nil || !isApart, minutes ?? 0 < 60 else { return nil }
    let stop = minutes == nil ? sign + 3 : sign + 5 + colon
    guard !line.byte(at: stop).isIdentifier else { return nil }
    index = stop
    let offset = hours * 60 + (minutes ?? 0)
    return line[sign] == UInt8(ascii: "-") ? -offset : offset
  }

  /// Days since 1970-01-01 in the Gregorian calendar; nil for a day that it does not have.
  ///
  /// After Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, `days_from_civil`.
  @inline(__always)
  static func days(year: Int, month: Int, day: Int) -> Int? {
    guard (1990...2100).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let longest = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month / 8) % 2
    guard day <= longest else { return nil }
    let marchYear = month > 2 ? year : year - 1
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Span<UInt8> {
  /// The number that two digits at an index make.
  @inline(__always)
  fileprivate func twoDigits(_ index: Int) -> Int? {
    let tens = self[index], ones = self[index + 1]
    guard tens.isDigit, ones.isDigit else { return nil }
    return Int(tens - UInt8(ascii: "0")) * 10 + Int(ones - UInt8(ascii: "0"))
  }
}
