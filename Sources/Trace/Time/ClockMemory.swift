/// The minute of the newest time that was read: most times are of the same one, and differ from it in nothing but the
/// digits of the second and of its fraction.
///
///     2026-11-20 10:00:00.100000+0100
///     -----------------  -      -----  what is the same
struct ClockMemory {
  /// When that minute began; nil before the first.
  private var start: Timestamp?
  /// How long a time is, and how much of it stands before the zone.
  private var length = 0
  private var fractionEnd = 0
  /// The words of the newest time that was read as a whole.
  private var words = Words()
  /// The bits of the mark before the fraction, of its digits, and of the zone.
  private var mark: UInt64 = 0
  private var digits: UInt64 = 0
  private var zone: UInt64 = 0
  /// So many nanoseconds is the last digit of the second's fraction.
  private var scale: Int64 = 0

  /// A time, eight bytes each time: how it begins, where it has the second, where the fraction and where the zone end.
  private struct Words {
    var date: UInt64 = 0
    var hour: UInt64 = 0
    var second: UInt64 = 0
    var fraction: UInt64 = 0
    var zone: UInt64 = 0

    init() {}

    @inline(__always)
    init(_ text: Span<UInt8>, fractionEnd: Int) {
      date = text.wholeWord(at: 0)
      hour = text.wholeWord(at: 8)
      second = text.wholeWord(at: 11)
      fraction = text.wholeWord(at: fractionEnd &- 8)
      zone = text.wholeWord(at: text.count &- 8)
    }
  }

  /// Whether there was a time of which the next may be told by its second.
  var knowsMinute: Bool { start != nil }

  /// What `ClockReading.timestamp` tells of a time with a date; nil also where a text is none.
  @inline(__always)
  mutating func timestamp(_ text: Range<Int>, _ line: Span<UInt8>) -> Timestamp? {
    let time = line.extracting(text)
    guard let start, time.count == length else { return read(text, line) }
    let words = Words(time, fractionEnd: fractionEnd)
    var others = (words.date ^ self.words.date) | (words.hour ^ self.words.hour)
    others |= (words.second ^ self.words.second).first(6)
    others |= (words.fraction ^ self.words.fraction) & mark
    others |= (words.zone ^ self.words.zone) & zone
    guard others == 0, let sinceMinute = sinceMinute(words.second, words.fraction) else {
      return read(text, line)
    }
    return Timestamp(nanoseconds: start.nanoseconds &+ sinceMinute, kind: start.kind)
  }

  /// The same of the time that a line begins with, which is known to have the newest one's minute and zone; nil also
  /// where it may have no digits.
  @inline(__always)
  func timestamp(ofMinute line: Span<UInt8>) -> Timestamp? {
    guard let start,
      let sinceMinute = sinceMinute(line.wholeWord(at: 11), line.wholeWord(at: fractionEnd &- 8))
    else { return nil }
    return Timestamp(nanoseconds: start.nanoseconds &+ sinceMinute, kind: start.kind)
  }

  /// Nanoseconds since the minute began, by the words with the second and the fraction; nil where there are no digits,
  /// or no such second.
  @inline(__always)
  private func sinceMinute(_ word: UInt64, _ ending: UInt64) -> Int64? {
    let tens = word &>> 48 & 0xFF ^ 0x30
    let ones = word &>> 56 ^ 0x30
    let second = tens &* 10 &+ ones
    // What is not of the fraction counts as zeros before it.
    let fraction = ending & digits | UInt64.zeros & ~digits
    guard ones < 10, second <= 60, fraction.marksOfOthersThanDigits == 0 else { return nil }
    return Int64(truncatingIfNeeded: second) &* 1_000_000_000 &+ Int64(fraction.number) &* scale
  }

  /// Reads all of a time, and remembers its minute.
  @inline(never)
  private mutating func read(_ text: Range<Int>, _ line: Span<UInt8>) -> Timestamp? {
    start = nil
    guard let clock = ClockReading(line, at: text.lowerBound, before: text.upperBound), clock.isDated,
      clock.text == text, let time = clock.timestamp(line)
    else { return nil }
    let zoneLength = text.upperBound - clock.fractionEnd
    // A midnight that ends the day has no seconds, and one or two digits behind a colon are milliseconds.
    guard clock.digits < 8, zoneLength < 8, line.pair(text.lowerBound + 11) < 24,
      line.byte(at: text.lowerBound + 19) != UInt8(ascii: ":")
    else { return time }
    length = text.count
    fractionEnd = clock.fractionEnd - text.lowerBound
    words = Words(line.extracting(text), fractionEnd: fractionEnd)
    digits = .last(clock.digits)
    mark = clock.digits == 0 ? 0 : .last(clock.digits + 1) ^ digits
    zone = .last(zoneLength)
    scale = 1
    for _ in clock.digits..<9 { scale *= 10 }
    if let sinceMinute = sinceMinute(words.second, words.fraction) {
      start = Timestamp(nanoseconds: time.nanoseconds - sinceMinute, kind: time.kind)
    }
    return time
  }
}

extension UInt64 {
  /// Eight times the digit zero.
  fileprivate static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The number that eight digits make: pairs of them at once, then pairs of pairs.
  @inline(__always)
  fileprivate var number: UInt64 {
    let pairs = ((self & 0x0F0F_0F0F_0F0F_0F0F) &* 2_561) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) &>> 32
  }
}
