/// A time that a log prints at the start of a line: `2026-11-20T10:00:00.123456Z`, `2026-11-20 10:00:00.123+0100`,
/// `2026/11/20 10:00:00:123`, `10:00:00.123`.
///
/// The initializer runs for every line, and only finds the parts of the time. The timestamp is computed only if it is needed.
struct DateTimeField {
  /// The range of the text.
  private(set) var text: Range<Int>
  /// Whether there is a date before the time of day.
  let isDated: Bool
  /// The end of the fraction, where the time zone begins if there is one.
  private(set) var fractionEnd: Int

  /// The number of digits of the fraction.
  var digits: Int { max(0, fractionEnd - text.lowerBound - (isDated ? 20 : 9)) }
  /// Whether it has a zone.
  var hasZone: Bool { fractionEnd < text.upperBound }
  /// Whether it has the form that `log` prints: `2024-03-15 10:00:00.123456-0700`.
  func isSystemLog(_ line: Span<UInt8>) -> Bool {
    isDated && digits == 6 && text.upperBound == fractionEnd + 5
      && line[text.lowerBound + 10] == UInt8(ascii: " ")
  }

  /// Reads the time that begins at an index; nil if there is none.
  @inline(__always)
  init?(_ line: Span<UInt8>, at start: Int, before end: Int) {
    guard start + 8 <= end, line[start].isDigit else { return nil }
    let separator = line[start + 4]
    isDated = separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/")
    var digits = Digits()
    var index = start
    if isDated {
      guard start + 19 <= end else { return nil }
      // A span of known length, whose indices need no checks.
      let date = line.extracting(start..<start + 11)
      digits.check(date[0], date[1])
      digits.check(date[2], date[3])
      digits.check(date[5], date[6])
      digits.check(date[8], date[9])
      guard date[7] == separator, date[10] == UInt8(ascii: " ") || date[10] == UInt8(ascii: "T") else {
        return nil
      }
      index += 11
    }
    let time = line.extracting(index..<index + 8)
    digits.check(time[0], time[1])
    digits.check(time[3], time[4])
    digits.check(time[6], time[7])
    guard digits.areAll, time[2] == UInt8(ascii: ":"), time[5] == UInt8(ascii: ":") else { return nil }
    index += 8
    if index + 1 < end, line[index + 1].isDigit, Self.beginsFraction(line[index]) {
      index = line.skippingDigits(index + 1, before: min(end, index + 10))
    }
    fractionEnd = index
    index = Self.endOfZone(line, index, before: end, isDated: isDated)
    if index < end, line[index].isIdentifier { return nil }
    text = start..<index
  }

  /// Creates a time of day from ranges that were found before.
  init(ofDay text: Range<Int>, fractionEnd: Int) {
    self.text = text
    self.fractionEnd = fractionEnd
    isDated = false
  }

  /// Returns the time with its ranges moved by a distance.
  func moved(by distance: Int) -> DateTimeField {
    var reading = self
    reading.text = text.moved(by: distance)
    reading.fractionEnd += distance
    return reading
  }

  @inline(__always)
  private static func beginsFraction(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  /// Returns the end of a time zone: `Z`, `+0100`, `+01:00`, `+01`, or after a space only `UTC`, `GMT`, `+0100`. Without a
  /// zone, returns `index`.
  @inline(__always)
  private static func endOfZone(_ line: Span<UInt8>, _ index: Int, before end: Int, isDated: Bool) -> Int {
    guard index < end else { return index }
    switch line[index] {
    case UInt8(ascii: "Z"): return index + 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return endOfOffset(line, index, before: end, shortest: 2) ?? index
    case UInt8(ascii: " ") where !isDated:
      // After a time of day, it is a zone only if the end of the column follows.
      guard line.byte(at: index + 1) == UInt8(ascii: "+") || line.byte(at: index + 1) == UInt8(ascii: "-"),
        let stop = endOfOffset(line, index + 1, before: end, shortest: 4), stop < end,
        line[stop] == UInt8(ascii: "\t") || line.has("  ", at: stop, before: end)
      else { return index }
      return stop
    case UInt8(ascii: " ") where index + 3 < end:
      switch line[index + 1] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        return endOfOffset(line, index + 1, before: end, shortest: 4) ?? index
      case UInt8(ascii: "U") where line.has("UTC", at: index + 1, before: end),
        UInt8(ascii: "G") where line.has("GMT", at: index + 1, before: end):
        return index + 4
      default: return index
      }
    default: return index
    }
  }

  @inline(__always)
  private static func endOfOffset(_ line: Span<UInt8>, _ sign: Int, before end: Int, shortest: Int) -> Int? {
    let hours = line.skippingDigits(sign + 1, before: min(end, sign + 6))
    var digits = hours - sign - 1
    var stop = hours
    if digits == 2, line.byte(at: hours) == UInt8(ascii: ":") {
      let minutes = line.skippingDigits(hours + 1, before: min(end, hours + 4))
      if minutes > hours + 1 {
        digits += minutes - hours - 1
        stop = minutes
      }
    }
    return digits >= shortest && (digits == 2 || digits == 4) ? stop : nil
  }

  /// Computes the timestamp; nil if the digits are not a valid time from 1990 to 2100.
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    let start = isDated ? text.lowerBound + 11 : text.lowerBound
    let clock = line.extracting(start..<start + 8)
    let hour = clock.pair(0)
    let minute = clock.pair(3)
    let second = clock.pair(6)
    // A leap second is the second after :59, 24:00:00 the next midnight.
    guard minute < 60, second <= 60, hour < 24 || (hour == 24 && minute + second == 0) else { return nil }
    let seconds = hour * 3600 + minute * 60 + second
    let ofDay = Int64(seconds) * 1_000_000_000 + fraction(line, start + 8)
    guard isDated else { return Timestamp(nanoseconds: ofDay, kind: .timeOnly) }
    let date = line.extracting(text.lowerBound..<text.lowerBound + 10)
    let days = Self.days(year: date.pair(0) * 100 + date.pair(2), month: date.pair(5), day: date.pair(8))
    guard let days else { return nil }
    let local = Int64(days) * 86_400_000_000_000 + ofDay
    guard fractionEnd < text.upperBound else { return Timestamp(nanoseconds: local, kind: .local) }
    guard let east = minutesEast(line) else { return nil }
    return Timestamp(nanoseconds: local - Int64(east) * 60_000_000_000, kind: .zoned)
  }

  /// Returns the nanoseconds of `.123`, `,123` or `:123`. One or two digits after a colon are milliseconds.
  private func fraction(_ line: Span<UInt8>, _ mark: Int) -> Int64 {
    guard mark < fractionEnd else { return 0 }
    let count = fractionEnd - mark - 1
    var value: Int64 = 0
    for index in mark + 1..<fractionEnd { value = value &* 10 &+ Int64(line[index] &- UInt8(ascii: "0")) }
    if line[mark] == UInt8(ascii: ":"), count < 3 { return value * 1_000_000 }
    for _ in count..<9 { value *= 10 }
    return value
  }

  /// Returns the offset from UTC in minutes, positive in the east; nil if it is out of range.
  private func minutesEast(_ line: Span<UInt8>) -> Int? {
    let sign = line[fractionEnd].isSpace ? fractionEnd + 1 : fractionEnd
    guard line[sign] == UInt8(ascii: "+") || line[sign] == UInt8(ascii: "-") else { return 0 }
    let hours = line.pair(sign + 1)
    let minutes = text.upperBound > sign + 3 ? line.pair(text.upperBound - 2) : 0
    guard hours < 24, minutes < 60 else { return nil }
    let offset = hours * 60 + minutes
    return line[sign] == UInt8(ascii: "-") ? -offset : offset
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar; nil if the date is invalid, or not from 1990 to 2100.
  ///
  /// After Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, `days_from_civil`.
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

/// Checks that bytes are digits, without a branch for each of them.
private struct Digits {
  private var highest: UInt8 = 0

  var areAll: Bool { highest < 10 }

  @inline(__always)
  mutating func check(_ tens: UInt8, _ ones: UInt8) {
    highest = max(highest, tens &- UInt8(ascii: "0"), ones &- UInt8(ascii: "0"))
  }
}

extension Span<UInt8> {
  /// Returns the number that two digits represent.
  @inline(__always)
  func pair(_ index: Int) -> Int {
    Int(self[index] &- UInt8(ascii: "0")) &* 10 &+ Int(self[index + 1] &- UInt8(ascii: "0"))
  }
}
