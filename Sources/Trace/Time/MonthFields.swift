/// A date with the name of a month and without a year: `Jan  7 16:09:04.087254`. The day has one or two digits.
struct MonthNameField {
  private(set) var text: Range<Int>
  private let month: UInt8
  private let day: UInt8
  /// The start of the time of day, and the end of its fraction. The end of the time is the end of the text.
  private var clockStart: Int
  private var fractionEnd: Int

  /// The time of day.
  var clock: DateTimeField {
    DateTimeField(ofDay: clockStart..<text.upperBound, fractionEnd: fractionEnd)
  }

  /// The number of digits of the fraction.
  var digits: Int { clock.digits }

  private static let names: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads the date that begins at an index; nil if there is none.
  init?(_ line: Span<UInt8>, at start: Int, before end: Int) {
    guard start + 14 <= end, line[start].isUpper, line[start + 3] == UInt8(ascii: " "),
      let month = Self.names.firstIndex(where: { line.has($0, at: start, before: end) })
    else { return nil }
    var index = start + 4
    while index < start + 6, line[index] == UInt8(ascii: " ") { index += 1 }
    let digits = line.skippingDigits(index, before: min(end, index + 3))
    guard digits > index, digits < index + 3, line.byte(at: digits) == UInt8(ascii: " "),
      let clock = DateTimeField(line, at: digits + 1, before: end), !clock.isDated
    else { return nil }
    self.month = UInt8(month + 1)
    day = UInt8(line.number(index..<digits))
    clockStart = clock.text.lowerBound
    fractionEnd = clock.fractionEnd
    text = start..<clock.text.upperBound
  }

  /// Returns the date with its ranges moved by a distance.
  func moved(by distance: Int) -> MonthNameField {
    var reading = self
    reading.text = text.moved(by: distance)
    reading.clockStart += distance
    reading.fractionEnd += distance
    return reading
  }

  /// Computes the yearless timestamp; nil if the digits are not a valid time.
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    clock.timestamp(line).flatMap { Timestamp(month: Int(month), day: Int(day), $0) }
  }
}

/// A date with the number of a month and without a year: `06-12 15:30:20.700`, optionally with a zone after a space.
struct MonthDayField {
  private(set) var text: Range<Int>
  private var fractionEnd: Int

  /// Reads the date that begins at an index; nil if there is none.
  init?(_ line: Span<UInt8>, at start: Int, before end: Int) {
    guard start + 14 <= end, line[start].isDigit, line[start + 1].isDigit,
      line[start + 2] == UInt8(ascii: "-"),
      line[start + 3].isDigit, line[start + 4].isDigit, line[start + 5] == UInt8(ascii: " "),
      let clock = DateTimeField(line, at: start + 6, before: end), !clock.isDated
    else { return nil }
    fractionEnd = clock.fractionEnd
    text = start..<clock.text.upperBound
  }

  /// Returns the date with its ranges moved by a distance.
  func moved(by distance: Int) -> MonthDayField {
    var reading = self
    reading.text = text.moved(by: distance)
    reading.fractionEnd += distance
    return reading
  }

  /// The time of day.
  var clock: DateTimeField {
    DateTimeField(ofDay: text.lowerBound + 6..<text.upperBound, fractionEnd: fractionEnd)
  }

  /// Computes the yearless timestamp; nil if the digits are not a valid time.
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    let start = text.lowerBound
    return clock.timestamp(line).flatMap {
      Timestamp(month: line.pair(start), day: line.pair(start + 3), $0)
    }
  }
}

extension Timestamp {
  /// Creates a yearless time from a date and a time of day, counted as in a leap year; nil if no year has the date.
  init?(month: Int, day: Int, _ clock: Timestamp) {
    guard clock.kind == .timeOnly,
      let first = DateTimeField.days(year: 2000, month: 1, day: 1),
      let days = DateTimeField.days(year: 2000, month: month, day: day)
    else { return nil }
    self.init(nanoseconds: Int64(days - first) * 86_400_000_000_000 + clock.nanoseconds, kind: .yearless)
  }
}
