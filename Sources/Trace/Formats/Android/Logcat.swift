/// Android's logcat, in all formats of AOSP's `logprint` except for `long`.
///
///     brief      = P "/" tag "(" [uid ":"] pid "): " message
///     tag        = P "/" tag ": " message
///     process    = P "(" [uid ":"] pid ") " message "  (" tag ")"
///     thread     = P "(" [uid ":"] pid ":" tid ") " message
///     time       = stamp " " P "/" tag "(" [uid ":"] pid "): " message
///     ddms       = stamp ": " level "/" tag "(" pid "): " message
///     threadtime = stamp " " [uid] pid tid P " " tag ": " message
///     pidcat     = tag "  " P "  " message
///
/// P is one of V D I W E F A S. Eclipse and DDMS, its monitor of devices, copied lines with the level as a letter or
/// a word (`ERROR`). The tag is padded with spaces to eight characters, and numbers to five. Every line of a message has all of
/// these parts.
///
///     06-12 15:30:20.700  2800  2801 D GameActivity: onPause
///     06-12 15:30:20.700 D/GameActivity( 2800): onPause
///     06-12 15:30:20.700: DEBUG/GameActivity(2800): onPause
///     06-12 15:30:20.700: D/GameActivity(2800): onPause
extension Header {
  /// Reads the rest of a line after its time. Returns false if it has another format.
  @inline(never)
  mutating func readLogcat(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    if line.byte(at: start) == UInt8(ascii: ":") { return readDDMS(line, at: start + 1, time: time) }
    var index = line.skippingSpaces(start, before: message.upperBound)
    if line.byte(at: index) == UInt8(ascii: "+") || line.byte(at: index) == UInt8(ascii: "-"),
      let zone = line.number(at: index + 1, before: message.upperBound), zone.end == index + 5
    {
      index = line.skippingSpaces(zone.end, before: message.upperBound)
    }
    guard index > start else { return false }
    if line.isLogcatLevel(at: index), line.byte(at: index + 1) == UInt8(ascii: "/") {
      // A tool may have removed the number of the process.
      guard readBrief(line, at: index + 2, as: .logcatTime) || readTagged(line, at: index) else {
        return false
      }
      format = .logcatTime
    } else {
      guard
        readThreadtime(line, at: index) || time.isPartial && readTagAfterLevel(line, at: index, isTimed: true)
      else {
        return false
      }
    }
    self.time = time
    return true
  }

  /// Reads `level/tag(pid): message`.
  private mutating func readDDMS(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let index = line.skippingSpaces(start, before: message.upperBound)
    let end = line.skippingIdentifier(index, before: message.upperBound)
    guard LogcatLevel.isWord(index..<end, in: line) || end == index + 1 && line.isLogcatLevel(at: index),
      line.byte(at: end) == UInt8(ascii: "/"),
      readBrief(line, at: end + 1, as: .logcatTime)
    else { return false }
    self.time = time
    return true
  }

  /// Reads a line that begins with a level.
  @inline(never)
  mutating func readUntimedLogcat(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard line.isLogcatLevel(at: start) else { return false }
    switch line.byte(at: start + 1) {
    case UInt8(ascii: "/"):
      return readBrief(line, at: start + 2, as: .logcatBrief) || readTagged(line, at: start)
    case UInt8(ascii: "("): return readBracketed(line, at: start, &context)
    case UInt8(ascii: " "):
      guard readTagAfterLevel(line, at: start, isTimed: false) else { return false }
      // The loggers of other systems write lines like this, too.
      format = .bare
      return true
    default: return false
    }
  }

  /// Reads `P tag: message`, the columns of `threadtime` without the numbers. The tag has to be one word. Without a time,
  /// `A note: text` is prose.
  private mutating func readTagAfterLevel(_ line: Span<UInt8>, at start: Int, isTimed: Bool) -> Bool {
    let limit = message.upperBound
    let first = line.skippingSpaces(start + 1, before: limit)
    guard line.isLogcatLevel(at: start), first > start + 1 else { return false }
    let end = line.endOfTag(first, before: limit)
    let hasCapital = (first..<end).contains { line[$0].isUpper }
    let colon = line.skippingSpaces(end, before: limit)
    let isWord = line[start] == UInt8(ascii: "A") || line[start] == UInt8(ascii: "I")
    guard end > first + 1, colon < limit, line[colon] == UInt8(ascii: ":"), line.byte(at: colon + 1).isSpace,
      hasCapital || colon > end || isTimed || !isWord
    else { return false }
    setTag(first..<end, colon + 1..<limit, line)
    format = .logcatTime
    return true
  }

  /// Reads the columns `tag  P  message` of pidcat, which fills the tag with spaces at its left, and `tag  package  P  message`,
  /// which are some of Android Studio's.
  @inline(never)
  mutating func readTagColumn(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    let end = line.endOfTag(start, before: limit)
    guard end > start, line.has("  ", at: end, before: limit) else { return false }
    var level = end + 2
    if !line.isLogcatLevel(at: level) || !line.has("  ", at: level + 1, before: limit) {
      level = line.skippingSpaces(end, before: limit)
      while level < limit, !line[level].isSpace { level += 1 }
      guard line.has("  ", at: level, before: limit) else { return false }
      level = line.skippingSpaces(level, before: limit)
    }
    guard line.isLogcatLevel(at: level), line.has("  ", at: level + 1, before: limit) else { return false }
    setTag(start..<end, level + 3..<limit, line)
    format = .logcatTag
    return true
  }

  /// Reads `[uid] pid tid P tag: message`.
  mutating func readThreadtime(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    var columns: (uid: Range<Int>?, pid: Range<Int>?, tid: Range<Int>?) = (nil, nil, nil)
    var index = start
    for _ in 0..<4 {
      let end = line.skippingIdentifier(index, before: limit)
      guard end > index, end == limit || line[end].isSpace else { return false }
      if end == index + 1, line.isLogcatLevel(at: index) { break }
      columns = (columns.pid, columns.tid, index..<end)
      index = line.skippingSpaces(end, before: limit)
    }
    guard let pid = columns.pid, let tid = columns.tid, line.isLogcatLevel(at: index),
      let number = line.wholeNumber(pid), let threadNumber = line.wholeNumber(tid)
    else { return false }
    index = min(index + 2, limit)
    let (tag, message) = line.logcatTag(index, before: limit)
    setTag(tag, message, line)
    self.pid = number
    thread = tid
    isMainThread = number == threadNumber
    format = .logcatThreadtime
    return true
  }

  /// Reads `tag( pid): message`.
  private mutating func readBrief(_ line: Span<UInt8>, at start: Int, as format: Format) -> Bool {
    let limit = message.upperBound
    var open = start
    while let bracket = line.index(of: UInt8(ascii: "("), in: open..<max(open, limit)) {
      open = bracket + 1
      guard let numbers = LogcatNumbers(line, at: bracket, before: limit), numbers.count < 3,
        line.byte(at: numbers.end) == UInt8(ascii: ":"),
        numbers.end + 1 == limit || line.byte(at: numbers.end + 1).isSpace
      else { continue }
      setTag(line.trimmed(start..<bracket), numbers.end + 1..<limit, line)
      pid = numbers.last
      self.format = format
      return true
    }
    return false
  }

  /// Reads `P/tag: message`. Because a path looks the same, the tag has to be one word, or padded with spaces.
  private mutating func readTagged(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    guard let colon = line.index(of: UInt8(ascii: ":"), in: start + 2..<limit), colon > start + 2,
      colon + 1 == limit || line[colon + 1].isSpace
    else { return false }
    let isOneWord = (start + 2..<colon).allSatisfy {
      line[$0].isIdentifier || line[$0] == UInt8(ascii: ".") || line[$0] == UInt8(ascii: "-")
    }
    let isFilled = colon == start + 10 && line[colon - 1].isSpace && !line[start + 2].isSpace
    guard isOneWord || isFilled else { return false }
    setTag(line.trimmed(start + 2..<colon), colon + 1..<limit, line)
    format = .logcatTag
    return true
  }

  /// Reads `P( pid) message  (tag)` or `P( pid: tid) message`. Two numbers may also be uid and pid: they are if there is a tag
  /// at the end, unless an earlier line has shown that they are pid and tid.
  private mutating func readBracketed(
    _ line: Span<UInt8>, at start: Int, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    guard let numbers = LogcatNumbers(line, at: start + 1, before: limit),
      numbers.end == limit || line[numbers.end].isSpace
    else { return false }
    let tag = line.closingTag(numbers.end, before: limit)
    if let tag, numbers.count == 1 || (numbers.count == 2 && !context.hasLogcatThreads) {
      setTag(tag, numbers.end..<tag.lowerBound - 1, line)
      pid = numbers.last
      format = .logcatProcess
      return true
    }
    guard numbers.count > 1, let last = numbers.last, let pid = numbers.beforeLast else { return false }
    context.hasLogcatThreads = true
    message = line.trimmed(numbers.end..<limit)
    self.pid = pid
    thread = numbers.text
    isMainThread = pid == last
    format = .logcatThread
    return true
  }

  /// Sets the tag and the message. The system's records about activities (`wm_*`, `am_*`) are distinguished only by their tags,
  /// so their message begins with the tag.
  private mutating func setTag(_ tag: Range<Int>, _ message: Range<Int>, _ line: Span<UInt8>) {
    self.tag = line.nameOfFile(in: tag) ?? tag
    self.message = line.trimmed(message)
    if line.has("wm_", at: tag.lowerBound, before: tag.upperBound)
      || line.has("am_", at: tag.lowerBound, before: tag.upperBound)
    {
      self.message = tag.lowerBound..<max(tag.upperBound, self.message.upperBound)
    }
  }
}

/// `(uid: pid: tid)`: one to three numbers. A name may replace the uid.
struct LogcatNumbers {
  /// How many numbers there are, from one to three.
  private(set) var count = 0
  /// The last number.
  private(set) var last: Int?
  /// The number before the last one; nil if there is none, or if it is a name.
  private(set) var beforeLast: Int?
  /// The range of the last number.
  private(set) var text = 0..<0
  /// The index after the closing bracket, or after the last number if no bracket is needed.
  private(set) var end: Int

  /// Reads the numbers after an opening bracket.
  init?(_ line: Span<UInt8>, at bracket: Int, before limit: Int, isClosed: Bool = true) {
    var index = bracket + 1
    while true {
      index = line.skippingSpaces(index, before: limit)
      text = index..<line.skippingIdentifier(index, before: limit)
      guard !text.isEmpty, count < 3 else { return nil }
      beforeLast = last
      last = line.wholeNumber(text)
      count += 1
      index = text.upperBound
      guard line.byte(at: index) == UInt8(ascii: ":"), index < limit else { break }
      index += 1
    }
    guard last != nil, count < 3 || beforeLast != nil else { return nil }
    end = index
    guard isClosed else { return }
    guard line.byte(at: index) == UInt8(ascii: ")"), index < limit else { return nil }
    end = index + 1
  }
}

/// The levels of Android's log as words.
enum LogcatLevel {
  private static let words = WordTable(
    ["verbose", "debug", "info", "warn", "error", "assert", "fatal"], ignoringCase: true)

  /// Whether a range of a line is the name of a level, in any case.
  static func isWord(_ range: Range<Int>, in line: Span<UInt8>) -> Bool {
    words.number(of: range, in: line) != nil
  }
}

extension Span<UInt8> {
  /// Whether the byte at an index is a log level of Android.
  @inline(__always)
  func isLogcatLevel(at index: Int) -> Bool {
    switch byte(at: index) {
    case UInt8(ascii: "V"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "W"), UInt8(ascii: "E"),
      UInt8(ascii: "F"), UInt8(ascii: "A"), UInt8(ascii: "S"):
      true
    default: false
    }
  }

  /// Splits `tag: message`. A padded tag ends after eight bytes, any other tag at the first colon that is followed by a space.
  fileprivate func logcatTag(_ start: Int, before end: Int) -> (tag: Range<Int>, message: Range<Int>) {
    if start + 8 < end, self[start + 8] == UInt8(ascii: ":"), self[start + 7].isSpace {
      return (trimmed(start..<start + 8), start + 9..<end)
    }
    if let colon = index(ofMark: ":", start, before: end) { return (trimmed(start..<colon), colon + 1..<end) }
    // Without a colon, the header was truncated: time, numbers and tag have at most 127 bytes.
    return (start..<start, start..<end)
  }

  /// The end of a tag that is one word.
  fileprivate func endOfTag(_ start: Int, before limit: Int) -> Int {
    var end = start
    while end < limit,
      self[end].isIdentifier || self[end] == UInt8(ascii: ".") || self[end] == UInt8(ascii: "-")
    {
      end += 1
    }
    return end
  }

  /// The name of the file in a tag that names a file and a line, as loggers write it: `Main` of `(Main.kt:42)#onPause`.
  fileprivate func nameOfFile(in tag: Range<Int>) -> Range<Int>? {
    guard byte(at: tag.lowerBound) == UInt8(ascii: "("), !tag.isEmpty else { return nil }
    let start = tag.lowerBound + 1
    let end = skippingIdentifier(start, before: tag.upperBound)
    guard end > start,
      has(".kt:", at: end, before: tag.upperBound) || has(".java:", at: end, before: tag.upperBound)
    else { return nil }
    return start..<end
  }

  /// Returns the tag of `message  (tag)`; nil if there is none.
  fileprivate func closingTag(_ start: Int, before end: Int) -> Range<Int>? {
    guard end > start, self[end - 1] == UInt8(ascii: ")") else { return nil }
    var index = end - 1
    while index > start + 1 {
      index -= 1
      if self[index] == UInt8(ascii: "("), self[index - 1] == UInt8(ascii: " "),
        byte(at: index - 2) == UInt8(ascii: " ")
      {
        return index + 1..<end - 1
      }
    }
    return nil
  }
}
