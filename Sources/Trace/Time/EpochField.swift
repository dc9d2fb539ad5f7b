/// A time that is a number, with or without a fraction.
struct EpochField {
  /// The number, and its unit if that is printed.
  private(set) var text: Range<Int>
  private var wholeEnd: Int
  private var stop: Int
  private let unit: Unit

  /// The digits before the fraction.
  private var whole: Range<Int> { text.lowerBound..<wholeEnd }

  /// The unit and the origin of the number.
  enum Unit {
    /// Depends on the number of digits: 10 digits are seconds since 1970, 13 milliseconds, 16 microseconds, 19 nanoseconds.
    case bySize
    /// Seconds since 1970.
    case epochSeconds
    /// A unit of the given nanoseconds, since 1970.
    case epoch(Int64)
    /// Seconds since the device booted.
    case bootSeconds
    /// A unit of the given nanoseconds, since an origin that the log does not name.
    case relative(Int64)
  }

  /// Reads the number at an index; nil if there is none, or if it is too long to be a time.
  init?(_ line: Span<UInt8>, at start: Int, before end: Int, _ unit: Unit) {
    let whole = start..<line.skippingDigits(start, before: min(end, start + 20))
    guard !whole.isEmpty, whole.count < 20 else { return nil }
    var stop = whole.upperBound
    if stop + 1 < end, line[stop] == UInt8(ascii: "."), line[stop + 1].isDigit {
      stop = line.skippingDigits(stop + 1, before: min(end, stop + 10))
    }
    wholeEnd = whole.upperBound
    self.unit = unit
    text = start..<stop
    self.stop = stop
  }

  /// Returns the time with a range that includes the unit after the number.
  func with(unitEndingAt index: Int) -> EpochField {
    var reading = self
    reading.text = text.lowerBound..<index
    return reading
  }

  /// Returns the time with its ranges moved by a distance.
  func moved(by distance: Int) -> EpochField {
    var reading = self
    reading.text = text.moved(by: distance)
    reading.wholeEnd += distance
    reading.stop += distance
    return reading
  }

  /// Computes the timestamp; nil if `bySize` has no unit for so many digits, or if the number is too large.
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    switch unit {
    case .bySize:
      let nanoseconds: Int64
      switch whole.count {
      case 10: nanoseconds = 1_000_000_000
      case 13: nanoseconds = 1_000_000
      case 16: nanoseconds = 1_000
      case 19: nanoseconds = 1
      default: return nil
      }
      return scaled(line, by: nanoseconds).map { Timestamp(nanoseconds: $0, kind: .zoned) }
    case .epochSeconds:
      return scaled(line, by: 1_000_000_000).map { Timestamp(nanoseconds: $0, kind: .zoned) }
    case .epoch(let unit): return scaled(line, by: unit).map { Timestamp(nanoseconds: $0, kind: .zoned) }
    case .bootSeconds: return scaled(line, by: 1_000_000_000).map { Timestamp(nanoseconds: $0, kind: .boot) }
    case .relative(let nanoseconds):
      return scaled(line, by: nanoseconds).map { Timestamp(nanoseconds: $0, kind: .relative) }
    }
  }

  /// Returns the number in nanoseconds; nil if it is too large.
  private func scaled(_ line: Span<UInt8>, by unit: Int64) -> Int64? {
    var value: Int64 = 0
    for index in whole {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) = tens.addingReportingOverflow(Int64(line[index] &- UInt8(ascii: "0")))
      if isTooLarge || isTooLargeToo { return nil }
      value = sum
    }
    var (scaled, isTooLarge) = value.multipliedReportingOverflow(by: unit)
    if isTooLarge { return nil }
    var place = unit
    for index in min(whole.upperBound + 1, stop)..<stop {
      place /= 10
      let (sum, isOver) = scaled.addingReportingOverflow(Int64(line[index] &- UInt8(ascii: "0")) * place)
      if isOver { return nil }
      scaled = sum
    }
    return scaled
  }
}
