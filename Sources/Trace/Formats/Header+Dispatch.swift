/// Dispatches a line to the formats that it may have, by its first bytes. Nearly every line begins with a time or has no
/// header, so code for formats that are rare in the logs of Apple's consoles is out of line.
extension Header {
  /// Reads the header of a console, a program or a tool, and removes it from the message.
  @inline(__always)
  mutating func readConsole(_ line: Span<UInt8>, _ context: inout LogContext) {
    let start = message.lowerBound
    if start == 0 {
      if !readTimed(line, at: 0, &context), !readUntimed(line, &context) { readTag(line, at: 0) }
    } else {
      readIndented(line, &context)
    }
  }

  /// Reads a line that begins with a time.
  @inline(__always)
  mutating func readTimed(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let first = line.byte(at: start)
    let isBracketed = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    let begin = isBracketed ? start + 1 : start
    guard let clock = DateTimeField(line, at: begin, before: limit) else { return false }
    var index = clock.text.upperBound
    if isBracketed {
      guard line.byte(at: index) == (first == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")"))
      else {
        return false
      }
      index += 1
      if line.byte(at: index) == UInt8(ascii: ":"), readFastlane(line, at: index + 1, clock, &context) {
        return true
      }
    }
    if index < limit, !Self.separates(line[index]) { return false }
    time = .clock(clock)
    if isBracketed || !Self.isNSLogLike(clock, line) {
      format = .plain
      if !isBracketed, readAfterTime(clock, line, at: index, &context) { return true }
    }
    readText(line, at: index)
    if process == nil, !clock.isDated, clock.text.count == 8 { readSystemProcess(line) }
    return true
  }

  /// Whether only a process or text follows a time, as in most lines: a space, and a word of at least three characters.
  @inline(__always)
  private static func isNSLogLike(_ clock: DateTimeField, _ line: Span<UInt8>) -> Bool {
    let end = clock.text.upperBound
    guard clock.isDated, end + 3 < line.count else { return false }
    return line[end + 1].isLetter && line[end + 2] > UInt8(ascii: "/") && !line[end + 3].isSpace
      && line[clock.text.lowerBound + 10].isSpace
  }

  /// Reads the rest of a line after a time, in a format of `log` or a rarer one.
  @inline(never)
  private mutating func readAfterTime(
    _ clock: DateTimeField, _ line: Span<UInt8>, at end: Int, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    if clock.isDated {
      let index = line.skippingSpaces(end, before: limit)
      if Self.beginsSystemLog(line, at: index), readSystemLog(line, at: index, &context) { return true }
      if index == end + 1, Self.beginsCompactLog(line, at: index, before: limit, context),
        readCompactLog(line, at: index, &context)
      {
        return true
      }
    }
    return readWithoutProcess(clock, line, &context)
  }

  /// Reads the process and the message after a time, from an index on.
  @inline(__always)
  mutating func readText(_ line: Span<UInt8>, at start: Int) {
    let limit = message.upperBound
    format = .plain
    var index = line.skippingSpaces(start, before: limit)
    if index + 1 < limit, Self.separates(line[index]), line[index + 1].isSpace {
      index = line.skippingSpaces(index + 1, before: limit)
    }
    message = index..<limit
    readTag(line, at: index)
    if process != nil || index >= limit { return }
    if line[index] == UInt8(ascii: "[") { readPosition(line) } else { readColumns(line, at: start) }
  }

  /// Whether a byte may be between a time and the message.
  @inline(__always)
  static func separates(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  /// Reads the rest of a line after a time that is not followed by a process.
  @inline(never)
  mutating func readWithoutProcess(_ clock: DateTimeField, _ line: Span<UInt8>, _ context: inout LogContext)
    -> Bool
  {
    let start = clock.text.upperBound
    let limit = message.upperBound
    let next = line.skippingSpaces(start, before: limit)
    let time = TimeField.clock(clock)
    guard next < limit else { return false }
    if !clock.isDated {
      return readSwiftyBeaver(line, at: start, time: time)
        || (line[next] <= UInt8(ascii: "9") && readAndroidStudio(line, at: start, time: time))
        || readDetox(line, at: start, clock, &context)
        || readAfterSecondTime(line, at: next, time: time, &context)
    }
    if line[clock.text.lowerBound + 10] == UInt8(ascii: "T") {
      return readStreamStamp(line, clock, &context) || readSwiftLog(line, at: start, time: time)
    }
    switch line[next] {
    case UInt8(ascii: "["):
      return readReactNative(line, at: next, time: time) || readXCGLogger(line, at: next, time: time)
        || readAppium(line, at: next, clock, &context) || readLumberjack(line, clock)
    case UInt8(ascii: "-"):
      return readAppium(line, at: next, clock, &context) || readLumberjack(line, clock)
    default:
      return readAndroidStudio(line, at: start, time: time) || readLogcat(line, at: start, time: time)
        || readUnityLogcat(line, at: start, time: time) || readLumberjack(line, clock)
    }
  }

  /// Reads a line that does not begin with a `DateTimeField`.
  @inline(never)
  mutating func readUntimed(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let start = message.lowerBound
    switch line[start] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumbered(line, at: start, &context)
    case UInt8(ascii: "["): return readBracket(line, at: start, &context)
    case UInt8(ascii: "+"): return readRelative(line, at: start)
    case UInt8(ascii: "<"):
      guard let end = line.end(of: "<unknown>", at: start, before: message.upperBound) else { return false }
      return readSwiftLog(line, at: end, time: nil)
    case UInt8(ascii: "#"), UInt8(ascii: ":"):
      return readMarker(line, at: start, &context) || readQuotedLine(line, at: start, &context)
    case UInt8(ascii: "*"), UInt8(ascii: ";"), UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: ","),
      UInt8(ascii: "'"):
      return readQuotedLine(line, at: start, &context)
    case 0xE2: return readArrowColor(line, at: start, &context)
    case UInt8(ascii: "("): return readMetro(line, at: start, &context)
    case UInt8(ascii: "/"):
      return readQuotedLine(line, at: start, &context) || readWord(line, at: start, &context)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      return readWord(line, at: start, &context)
    default: return false
    }
  }

  /// Reads an indented line, which mostly belongs to the record above.
  @inline(never)
  mutating func readIndented(_ line: Span<UInt8>, _ context: inout LogContext) {
    let start = message.lowerBound
    let next = line.byte(at: start + 1)
    switch line[start] {
    case UInt8(ascii: "A")...UInt8(ascii: "Z") where line.byte(at: start + 3) == UInt8(ascii: " "):
      _ = readMetro(line, at: start, &context) || readIndentedRecord(line, at: start, &context)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): _ = readIndentedRecord(line, at: start, &context)
    case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "*"), UInt8(ascii: ";"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      _ = readQuotedLine(line, at: start, &context)
    case UInt8(ascii: "t") where next == UInt8(ascii: " "): _ = readTestStep(line, at: start, &context)
    case UInt8(ascii: "V"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "W"), UInt8(ascii: "E"),
      UInt8(ascii: "F"), UInt8(ascii: "A"), UInt8(ascii: "S"), UInt8(ascii: "L"), UInt8(ascii: "("):
      if next == UInt8(ascii: "/") || next == UInt8(ascii: "(") {
        _ = readIndentedRecord(line, at: start, &context)
      } else {
        _ = readMetro(line, at: start, &context) || readUntimedLogcat(line, at: start, &context)
      }
    default: break
    }
    if format == .bare, line[start].isLetter { _ = readTagColumn(line, at: start) }
  }

  /// Reads a line that begins with a digit.
  private mutating func readNumbered(
    _ line: Span<UInt8>, at start: Int, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    // A short number and a space cannot begin a time.
    let end = line.skippingDigits(start, before: min(limit, start + 8))
    if end < start + 8, line.byte(at: end) == UInt8(ascii: " ") {
      // The time of a line of logcat may be cut off.
      return readThreadtime(line, at: start) || readLineNumber(line, at: start, &context)
    }
    if let time = TimeField(logcat: line, at: start, before: limit), let end = time.text?.upperBound,
      readLogcat(line, at: end, time: time)
    {
      return true
    }
    if let reading = MonthDayField(line, at: start, before: limit) {
      if readAndroidStudio(line, at: reading.text.upperBound, time: .monthDay(reading)) { return true }
      return readPlain(.monthDay(reading), line, at: reading.text.upperBound)
    }
    return readDate(line, at: start, &context) || readPacked(line, at: start)
      || readEpoch(line, at: start, &context) || readLineNumber(line, at: start, &context)
  }

  /// Reads a line that begins with a square bracket, without a `DateTimeField` after it.
  private mutating func readBracket(
    _ line: Span<UInt8>, at start: Int, _ context: inout LogContext
  ) -> Bool {
    readLogcatLong(line, at: start, &context) || readContainerName(line, at: start, &context)
      || readTidevice(line, at: start, &context) || readBracketedEpoch(line, at: start)
      || readFlutterRun(line, at: start, &context)
      || readRelative(line, at: start) || readAppiumTags(line, at: start, time: nil, &context)
      || readLevel(line, at: start, &context)
  }

  /// Reads a line that begins with a word or a path.
  private mutating func readWord(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    if line.isLogcatLevel(at: start), readUntimedLogcat(line, at: start, &context) { return true }
    switch line[start] {
    case UInt8(ascii: "T"):
      if readTestCase(line, at: start, &context) { return true }
    case UInt8(ascii: "X"):
      let rest = Self.endOfBarriers(line, at: start)
      if rest > start, let inner = Self.unwrapped(line, from: rest, &context) {
        self = inner
        return true
      }
    default: break
    }
    var end = start
    while end < limit, line[end].isPathLike { end += 1 }
    guard end < limit else { return false }
    return readAfterWord(line, start..<end, &context) || readJobAndStep(line, &context)
  }

  /// Reads a line by the characters after its first word. In prose, these are a space and a letter, which no format has.
  @inline(__always)
  private mutating func readAfterWord(
    _ line: Span<UInt8>, _ word: Range<Int>, _ context: inout LogContext
  ) -> Bool {
    let start = word.lowerBound
    if line[word.upperBound] == UInt8(ascii: ":") {
      return readLevel(line, at: start, &context) || readPath(line, word, &context)
        || readSection(line, at: start) || readOldAppium(line, at: start, &context)
    }
    guard line[word.upperBound] == UInt8(ascii: " ") else { return false }
    let next = line.skippingSpaces(word.upperBound, before: message.upperBound)
    if next >= word.upperBound + 2, readTagColumn(line, at: start) { return true }
    if line.byte(at: next + 1) == UInt8(ascii: "/"), line.isLogcatLevel(at: next),
      readOldStudio(line, withoutPid: start)
    {
      return true
    }
    switch line[next] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "["):
      if readLevel(line, at: start, &context) { return true }
    case UInt8(ascii: "|"):
      if readContainer(line, word, &context) { return true }
    default: break
    }
    return next > word.upperBound + 1 && readMetro(line, at: start, &context)
  }

  /// Reads a time and the message after it, if something separates them.
  mutating func readPlain(_ time: TimeField, _ line: Span<UInt8>, at end: Int) -> Bool {
    guard end == message.upperBound || Self.separates(line[end]) else { return false }
    self.time = time
    readText(line, at: end)
    return true
  }
}

extension UInt8 {
  /// A character of a path.
  @inline(__always)
  fileprivate var isPathLike: Bool {
    isIdentifier || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "/")
      || self == UInt8(ascii: "+") || self == UInt8(ascii: "@") || self >= 0x80
  }
}
