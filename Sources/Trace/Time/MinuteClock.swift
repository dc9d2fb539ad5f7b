/// Reads the times of one minute, which differ only in the digits of the second and of its fraction.
///
///     2026-11-20 10:00:00.100000+0100
///     -----------------  -      -----  equal in all of them
struct MinuteClock {
  /// The start of the minute.
  private var start: Timestamp
  /// The index of the second's two digits in the line.
  let second: Int
  /// The bytes of the fraction's digits in the line; empty if there are none.
  let fraction: Range<Int>
  /// The mask of the fraction's digits in the word that ends with them.
  private let digits: UInt64
  /// The number of nanoseconds of the last digit.
  private let scale: Int64

  /// Creates the clock of a line's time; nil if the time has no seconds, or is written in a rare form.
  init?(_ reading: TimeField, _ line: Span<UInt8>) {
    guard let (second, fractionEnd) = reading.secondAndFractionEnd, let time = reading.timestamp(line) else {
      return nil
    }
    let fraction = min(second + 3, fractionEnd)..<fractionEnd
    // 24:00:00 is the end of a day. One or two digits after a colon are milliseconds.
    guard fraction.count < 8, second >= 6, line.pair(second - 6) < 24,
      fraction.isEmpty || line[second + 2] != UInt8(ascii: ":")
    else { return nil }
    self.second = second
    self.fraction = fraction
    digits = .last(fraction.count)
    var scale: Int64 = 1
    for _ in fraction.count..<9 { scale *= 10 }
    self.scale = scale
    start = Timestamp(nanoseconds: 0, kind: time.kind)
    guard let sinceStart = timestamp(line)?.nanoseconds else { return nil }
    start.nanoseconds = time.nanoseconds - sinceStart
  }

  /// Returns the time of a line in this minute; nil if the bytes of the second or of the fraction are not digits.
  @inline(__always)
  func timestamp(_ line: Span<UInt8>) -> Timestamp? {
    let word = line.wholeWord(at: second &- 6)
    let tens = word &>> 48 & 0xFF ^ 0x30
    let ones = word &>> 56 ^ 0x30
    let second = tens &* 10 &+ ones
    // The bytes before the fraction count as zeros.
    let fraction = line.wholeWord(at: self.fraction.upperBound &- 8) & digits | UInt64.zeros & ~digits
    guard ones < 10, second <= 60, fraction.nonDigitMarks == 0 else { return nil }
    let nanoseconds =
      Int64(truncatingIfNeeded: second) &* 1_000_000_000 &+ Int64(fraction.decimalNumber) &* scale
    return Timestamp(nanoseconds: start.nanoseconds &+ nanoseconds, kind: start.kind)
  }
}

extension TimeField {
  /// The index of the second's two digits, and the end of its fraction; nil for times without a time of day.
  fileprivate var secondAndFractionEnd: (second: Int, fractionEnd: Int)? {
    switch self {
    case .clock(let reading): reading.secondAndFractionEnd
    case .monthName(let reading): reading.clock.secondAndFractionEnd
    case .monthDay(let reading): reading.clock.secondAndFractionEnd
    case .number, .exact: nil
    }
  }
}

extension DateTimeField {
  fileprivate var secondAndFractionEnd: (second: Int, fractionEnd: Int) {
    (text.lowerBound + (isDated ? 17 : 6), fractionEnd)
  }
}

extension UInt64 {
  /// Eight ASCII zeros.
  fileprivate static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The number that eight digits represent. Combines all digits into pairs at once, then the pairs, then the results.
  @inline(__always)
  fileprivate var decimalNumber: UInt64 {
    let pairs = ((self & 0x0F0F_0F0F_0F0F_0F0F) &* 2_561) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) &>> 32
  }
}
