extension TimeReading {
  /// The time that the value of a field is; where it is none that is known, its text alone.
  init(ofField range: Range<Int>, in text: Span<UInt8>) {
    let (start, end) = (range.lowerBound, range.upperBound)
    if let clockOrDate = TimeReading(clockOrDate: text, at: start, before: end) {
      self = clockOrDate
    } else if let number = NumberReading(text, at: start, before: end, Self.unit(of: range, in: text)),
      number.text == range
    {
      self = .number(number)
    } else {
      self = .exact(nil, text: range)
    }
  }

  /// A time that is more than a number: a time of day, with a date or without.
  init?(clockOrDate text: Span<UInt8>, at start: Int, before end: Int) {
    if let clock = ClockReading(text, at: start, before: end) {
      self = .clock(clock)
    } else if let date = MonthNameReading(text, at: start, before: end) {
      self = .monthName(date)
    } else if let date = MonthDayReading(text, at: start, before: end) {
      self = .monthDay(date)
    } else {
      return nil
    }
  }

  /// A number of up to eight digits counts seconds from a start that it does not tell. One digit less than `bySize`
  /// asks for is a moment before September 2001: believed in a field that is named as a time.
  private static func unit(of range: Range<Int>, in text: Span<UInt8>) -> NumberReading.Unit {
    switch text.skippingDigits(range.lowerBound, before: range.upperBound) - range.lowerBound {
    case ..<9: .relative(1_000_000_000)
    case 9: .epochSeconds
    case 12: .epoch(1_000_000)
    case 15: .epoch(1_000)
    case 18: .epoch(1)
    default: .bySize
    }
  }
}
