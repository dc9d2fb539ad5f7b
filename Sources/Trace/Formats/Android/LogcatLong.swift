/// Android's logcat in its format `long`: a header on a line of its own, the message in the lines below it, and a blank line.
/// Some apps that show the log omit the spaces at the brackets.
///
///     [ stamp [uid ":"] pid ":" tid P "/" tag " ]"
///
///     [ 06-12 15:30:20.700  2800: 2801 D/GameActivity ]
///     onPause
///
///     [06-12 15:30:20.700 2800:2801 D/GameActivity]
///     onPause
extension Header {
  /// Reads the line of a header, which begins with `[`. Returns false if it has another format.
  @inline(never)
  mutating func readLogcatLong(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard line[limit - 1] == UInt8(ascii: "]") else { return false }
    var index = line.skippingSpaces(start + 1, before: limit)
    guard let time = TimeField(logcat: line, at: index, before: limit), let stamp = time.text else {
      return false
    }
    index = line.skippingSpaces(stamp.upperBound, before: limit)
    if line.byte(at: index) == UInt8(ascii: "+") || line.byte(at: index) == UInt8(ascii: "-"),
      let zone = line.number(at: index + 1, before: limit), zone.end == index + 5
    {
      index = zone.end
    }
    guard let numbers = LogcatNumbers(line, at: index - 1, before: limit, isClosed: false),
      let pid = numbers.beforeLast, let tid = numbers.last
    else { return false }
    index = line.skippingSpaces(numbers.end, before: limit)
    guard line.isLogcatLevel(at: index), line.byte(at: index + 1) == UInt8(ascii: "/"), index + 2 < limit - 1
    else { return false }
    self.time = time
    self.pid = pid
    thread = numbers.text
    isMainThread = pid == tid
    tag = line.trimmed(index + 2..<limit - 1)
    message = limit..<limit
    format = .logcatLong
    context.held.noteHeader()
    return true
  }
}

extension TimeField {
  /// Reads a time of logcat: month and day, with or without the year; seconds since 1970, padded with spaces to nineteen
  /// characters; or seconds since the boot of the device, padded to six.
  init?(logcat line: Span<UInt8>, at start: Int, before end: Int) {
    if let reading = MonthDayField(line, at: start, before: end) {
      self = .monthDay(reading)
    } else if let reading = DateTimeField(line, at: start, before: end), reading.isDated {
      self = .clock(reading)
    } else if let number = line.number(at: start, before: end),
      let reading = EpochField(
        line, at: start, before: end, number.end - start >= 9 ? .epochSeconds : .bootSeconds),
      reading.text.upperBound >= number.end + 4
    {
      self = .number(reading)
    } else {
      return nil
    }
  }
}
