extension TimeField {
  /// Reads the value of a field as a time. If it has no known form, the time has only its text.
  init(ofField range: Range<Int>, in text: Span<UInt8>, isDayFirst: inout Bool) {
    let reading = TimeField(
      ofAnyShape: text, at: range.lowerBound, before: range.upperBound, isDayFirst: &isDayFirst)
    if case .number(let number) = reading, number.text != range {
      self = .exact(nil, text: range)
    } else {
      self = reading ?? .exact(nil, text: range)
    }
  }

  /// Reads a time in any known form, in text that is known to be a time. `isDayFirst` is whether dates with slashes begin with
  /// the day. A date that must begin with the day sets it.
  init?(ofAnyShape text: Span<UInt8>, at start: Int, before end: Int, isDayFirst: inout Bool) {
    if let clock = DateTimeField(text, at: start, before: end) {
      self = .clock(clock)
    } else if let date = MonthNameField(text, at: start, before: end) {
      self = .monthName(date)
    } else if let date = MonthDayField(text, at: start, before: end) {
      self = .monthDay(date)
    } else if let date = SlashDateField(text, at: start, before: end, isDayFirst: &isDayFirst),
      date.timestamp != nil
    {
      self = .exact(date.timestamp, text: date.text)
    } else if let date = PackedDateField(text, at: start, before: end), date.timestamp != nil {
      self = .exact(date.timestamp, text: date.text)
    } else if let number = EpochField(
      text, at: start, before: end, Self.unit(text, at: start, before: end))
    {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// Returns the unit of a number. Up to eight digits count seconds from an unknown start. One digit less than `bySize` needs
  /// is a time before September 2001, which is only plausible in text that is known to be a time.
  private static func unit(_ text: Span<UInt8>, at start: Int, before end: Int) -> EpochField.Unit {
    switch text.skippingDigits(start, before: end) - start {
    case ..<9: .relative(1_000_000_000)
    case 9: .epochSeconds
    case 12: .epoch(1_000_000)
    case 15: .epoch(1_000)
    case 18: .epoch(1)
    default: .bySize
    }
  }
}
