/// The minute of the newest time that was read: most lines are of the same one, and differ in what is behind it.
struct ClockMemory {
  /// The sixteen bytes of a date, hour and minute.
  private var minute: (UInt64, UInt64) = (0, 0)
  private var zone: UInt64 = 0
  private var zoneLength = 0
  private var digits = 0
  /// When that minute began; nil before the first.
  private var start: Timestamp?
  /// So many nanoseconds is the last digit of the second's fraction.
  private var scale: Int64 = 0

  /// What `ClockReading.timestamp` tells of a time with a date.
  @inline(__always)
  mutating func timestamp(_ clock: ClockReading, _ line: Span<UInt8>) -> Timestamp? {
    let begin = clock.text.lowerBound
    let minute = (line.word(at: begin), line.word(at: begin &+ 8))
    let zoneLength = clock.text.upperBound &- clock.fractionEnd
    let zone = zoneLength == 0 || zoneLength > 7 ? 0 : line.word(at: clock.fractionEnd).first(zoneLength)
    guard minute == self.minute, zone == self.zone, zoneLength == self.zoneLength, clock.digits == digits,
      let start
    else { return read(clock, line, minute, zone: zone) }
    let second = line.pair(begin &+ 17)
    guard second <= 60 else { return nil }
    let sinceMinute = Int64(second) &* 1_000_000_000 &+ fraction(line, begin &+ 20) &* scale
    return Timestamp(nanoseconds: start.nanoseconds &+ sinceMinute, kind: start.kind)
  }

  /// What the digits of a fraction say.
  @inline(__always)
  private func fraction(_ line: Span<UInt8>, _ start: Int) -> Int64 {
    var value: Int64 = 0
    for index in start..<start &+ digits { value = value &* 10 &+ Int64(line[index] &- UInt8(ascii: "0")) }
    return value
  }

  /// Reads all of a time, and remembers its minute.
  @inline(never)
  private mutating func read(
    _ clock: ClockReading, _ line: Span<UInt8>, _ minute: (UInt64, UInt64), zone: UInt64
  ) -> Timestamp? {
    let time = clock.timestamp(line)
    let begin = clock.text.lowerBound
    start = nil
    // A midnight that ends the day has no seconds, and one or two digits behind a colon are milliseconds.
    guard let time, clock.isDated, clock.text.upperBound - clock.fractionEnd < 8, line.pair(begin + 11) < 24,
      line.byte(at: begin + 19) != UInt8(ascii: ":")
    else { return time }
    (self.minute, self.zone) = (minute, zone)
    zoneLength = clock.text.upperBound - clock.fractionEnd
    digits = clock.digits
    scale = 1
    for _ in digits..<9 { scale *= 10 }
    let sinceMinute = Int64(line.pair(begin + 17)) * 1_000_000_000 + fraction(line, begin + 20) * scale
    start = Timestamp(nanoseconds: time.nanoseconds - sinceMinute, kind: time.kind)
    return time
  }
}
