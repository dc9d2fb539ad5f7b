/// Prefixes that tools for testing a device put before its lines.
///
///     2026-10-02 21:46:49:675 - [Xcode] 17:40:01.500 Walk[812:270001] text        Appium
///     2026-10-02 21:46:49:675 [b3f2a28c][XCUITestDriver@6a6c] text
///     11:44:06.770 detox[8813] i text                                             Detox
///     [I 240101 10:00:00 relay:42] logProcess: text                               tidevice
///
/// The clock of a device may differ from Appium's by hours, so a line of the device without a header gets no time.
extension Header {
  /// Reads the text after Appium's time.
  mutating func readAppium(
    _ line: Span<UInt8>, at start: Int, _ clock: DateTimeField, _ context: inout LogContext
  ) -> Bool {
    let end = clock.text.upperBound
    guard line[end - 4] == UInt8(ascii: ":"), end - clock.text.lowerBound == 23, start == end + 1,
      line[clock.text.lowerBound + 4] == UInt8(ascii: "-")
    else { return false }
    let tags = line.end(of: "- ", at: start, before: message.upperBound) ?? start
    if readOldAppium(line, at: tags, &context) { return true }
    return line.byte(at: tags) == UInt8(ascii: "[")
      && readAppiumTags(line, at: tags, time: .clock(clock), &context)
  }

  /// Reads Appium's tags. Without Appium's time before them, only `[Xcode]`, `[iOSLog]` and tags like `[XCUITestDriver@6a6c]`
  /// are accepted.
  mutating func readAppiumTags(
    _ line: Span<UInt8>, at start: Int, time: TimeField?, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    var isCertain = time != nil
    var index = start
    if let end = line.end(of: "[debug] [", at: index, before: limit) { index = end - 1 }
    if line.isSessionTag(at: index), line.byte(at: index + 10) == UInt8(ascii: "[") { index += 10 }
    guard line.byte(at: index) == UInt8(ascii: "["),
      let close = line.index(of: UInt8(ascii: "]"), in: index..<limit), line.byte(at: close + 1).isSpace
    else { return false }
    var rest = close + 2
    let isDevice =
      line.has("[Xcode]", at: index, before: limit) || line.has("[iOSLog]", at: index, before: limit)
    isCertain = isCertain || isDevice || line.byte(at: close - 5) == UInt8(ascii: "@")
    guard isCertain else { return false }
    rest = line.end(of: "[IOS_SYSLOG_ROW] ", at: rest, before: limit) ?? rest
    guard let inner = Self.unwrapped(line, from: min(rest, limit), &context) else { return false }
    if isDevice, inner.isEmpty {
      // The line continues what the device logged above.
      self = inner
      return true
    }
    adopt(inner, time: time)
    if inner.format == .bare { format = .appium }
    return true
  }

  /// Reads `info: [IOS_SYSLOG_ROW ] text`, which the first versions wrote.
  mutating func readOldAppium(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard let rest = line.end(of: "info: [IOS_SYSLOG_ROW ] ", at: start, before: message.upperBound),
      let inner = Self.unwrapped(line, from: rest, &context)
    else { return false }
    self = inner
    return true
  }

  /// Reads the text after Detox's time. The process is Detox itself, unless the text contains a record.
  mutating func readDetox(
    _ line: Span<UInt8>, at start: Int, _ clock: DateTimeField, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    guard let open = line.end(of: " detox[", at: start, before: limit),
      let pid = line.number(at: open, before: limit), line.has("] ", at: pid.end, before: limit)
    else { return false }
    let level = pid.end + 2
    guard let blank = line.index(of: UInt8(ascii: " "), in: level..<limit), blank > level, blank - level < 5,
      let inner = Self.unwrapped(line, from: blank + 1, &context)
    else { return false }
    adopt(inner, time: .clock(clock), as: .detox)
    guard process == nil, self.pid == nil else { return true }
    process = start + 1..<open - 1
    self.pid = pid.value
    format = .detox
    return true
  }

  /// Reads `[I YYMMDD HH:MM:SS file:line] logProcess: text`.
  mutating func readTidevice(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let date = start + 3
    guard date + 15 < limit, line[start + 1].isUpper, line[start + 2] == UInt8(ascii: " "),
      line.skippingDigits(date, before: date + 7) == date + 6,
      let clock = DateTimeField(line, at: date + 7, before: limit), !clock.isDated,
      let close = line.index(of: UInt8(ascii: "]"), in: clock.text.upperBound..<limit),
      let rest = line.end(of: "] logProcess: ", at: close, before: limit),
      let inner = Self.unwrapped(line, from: rest, &context)
    else { return false }
    let day = Timestamp(
      year: 2_000 + line.number(date..<date + 2), month: line.number(date + 2..<date + 4),
      day: line.number(date + 4..<date + 6), clock.timestamp(line)?.nanoseconds, kind: .local)
    adopt(inner, time: .exact(day, text: date..<clock.text.upperBound))
    return true
  }
}

extension Span<UInt8> {
  /// Whether eight hexadecimal digits in square brackets are at an index.
  fileprivate func isSessionTag(at index: Int) -> Bool {
    byte(at: index) == UInt8(ascii: "[") && byte(at: index + 9) == UInt8(ascii: "]")
      && (index + 1..<index + 9).allSatisfy { self[$0].isHex }
  }
}
