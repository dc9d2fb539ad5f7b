/// The lines of consoles: the canonical form, NSLog of every age, and what people leave of them.
///
///     line    = [ time blanks ] [ process "[" pid [ ":" thread ] "]" ] message
///
/// with the time also in brackets, and the whole also behind the indentation or the comment mark of a paste.
extension Header {
  /// Names above this many bytes are no names.
  static let longestName = 100

  /// Reads the header where the line has one of this format, and takes it off the message.
  @inline(__always)
  mutating func readConsole(_ line: Span<UInt8>, _ context: inout LogContext) {
    let start = message.lowerBound
    if start == 0 {
      if !readTimed(line, at: 0, &context) { readTag(line, at: 0) }
    } else if start < message.upperBound, line[start].isDigit || Self.mayBeginMonth(line, at: start) {
      readPasted(line, at: start, &context)
    }
    if isEmpty, message.lowerBound < message.upperBound, let rest = Self.endOfMark(line, message) {
      readPasted(line, at: rest, &context)
    }
  }

  /// A paste is believed only if time and process both follow: anything less is text with a mark.
  @inline(never)
  private mutating func readPasted(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) {
    var pasted = self
    let isTimed =
      Self.mayBeginMonth(line, at: start)
      ? pasted.readSyslog(line, at: start, &context) : pasted.readTimed(line, at: start, &context)
    guard isTimed, pasted.process != nil else { return }
    self = pasted
  }

  @inline(__always)
  private static func mayBeginMonth(_ line: Span<UInt8>, at start: Int) -> Bool {
    line.byte(at: start).isUpper && line.byte(at: start + 3) == UInt8(ascii: " ")
  }

  /// The end of `//`, `#`, `*`, `;`, `>` or a back quote with the blanks after it.
  @inline(__always)
  private static func endOfMark(_ line: Span<UInt8>, _ message: Range<Int>) -> Int? {
    let mark = line[message.lowerBound]
    switch mark {
    case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "*"), UInt8(ascii: ";"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      var index = message.lowerBound
      while index < message.upperBound, line[index] == mark { index += 1 }
      return line.skippingBlanks(index, before: message.upperBound)
    default: return nil
    }
  }

  /// A line that begins with a time.
  @inline(__always)
  private mutating func readTimed(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let first = line.byte(at: start)
    let isBracketed = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    let begin = isBracketed ? start + 1 : start
    guard let clock = ClockReading(line, at: begin, before: limit) else { return false }
    var index = clock.text.upperBound
    if isBracketed {
      guard line.byte(at: index) == (first == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")"))
      else {
        return false
      }
      index += 1
    }
    if index < limit, !Self.separates(line[index]) { return false }
    time = .clock(clock)
    format = .plain
    let end = index
    index = line.skippingBlanks(index, before: limit)
    if clock.isDated, !isBracketed {
      if Self.beginsSystemLog(line, at: index), readSystemLog(line, at: index, &context) { return true }
      if index == end + 1, Self.beginsCompactLog(line, at: index, before: limit, context),
        readCompactLog(line, at: index, &context)
      {
        return true
      }
    }
    if index + 1 < limit, Self.separates(line[index]), line[index + 1].isBlank {
      index = line.skippingBlanks(index + 1, before: limit)
    }
    message = index..<limit
    readTag(line, at: index)
    return true
  }

  /// What may stand between a time and the message.
  @inline(__always)
  private static func separates(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  /// `process[pid:thread]` or `process[pid]`: the shortest name that such brackets follow.
  ///
  /// Only what cannot be prose: a thread in hexadecimal digits, two or more where no time stands before; without
  /// thread a date before, and no blank in the name. With less, a canonical event has to follow.
  @inline(__always)
  private mutating func readTag(_ line: Span<UInt8>, at start: Int) {
    let limit = message.upperBound
    guard start < limit, time != nil || Self.beginsName(line[start]) else { return }
    var search = start + 1..<max(start + 1, min(limit, start + Self.longestName))
    while let index = line.index(of: UInt8(ascii: "["), in: search) {
      if let tag = Tag(line, at: index, before: limit), take(tag, line, name: start..<index) { return }
      if time == nil { return }
      search = index + 1..<search.upperBound
    }
  }

  @inline(__always)
  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte >= 0x80 || (byte > UInt8(ascii: "*") && byte < UInt8(ascii: "["))
  }

  @inline(__always)
  private mutating func take(_ tag: Tag, _ line: Span<UInt8>, name: Range<Int>) -> Bool {
    let limit = message.upperBound
    let rest = line.skippingBlanks(tag.end, before: limit)..<limit
    let hasThread = tag.thread != nil && tag.isHex
    let isCertain: Bool
    if case .clock(let clock) = time {
      if !hasThread, clock.isDated, readDatedSyslog(line, clock, bracket: name.upperBound) { return true }
      isCertain =
        hasThread
        || (clock.isDated && line.index(of: UInt8(ascii: " "), in: name) == nil)
    } else {
      isCertain = hasThread && tag.thread?.count != 1
    }
    guard tag.end == limit || line[tag.end] != UInt8(ascii: ":") else { return false }
    guard isCertain || CanonicalForm.endOfName(line, rest) != nil else { return false }
    let process = Self.lastComponent(line, name)
    guard !process.isEmpty else { return false }
    self.process = process
    pid = tag.pid
    thread = tag.thread
    switch time {
    case .clock(let clock): format = clock.isDated ? .nslog : .nslogTime
    default: format = .nslogCut
    }
    message = rest
    return true
  }

  /// `[pid:thread]` or `[pid]`.
  struct Tag {
    var pid: Int
    var thread: Range<Int>?
    var isHex = true
    var end: Int

    @inline(__always)
    init?(_ line: Span<UInt8>, at bracket: Int, before limit: Int) {
      var index = bracket + 1
      var pid = 0
      while index < limit, index < bracket + 12, line[index].isDigit {
        pid = pid &* 10 &+ Int(line[index] &- UInt8(ascii: "0"))
        index += 1
      }
      guard index > bracket + 1, index < limit else { return nil }
      if line[index] == UInt8(ascii: ":") {
        let start = index + 1
        index = start
        while index < limit, line[index].isHex { index += 1 }
        if index < limit, line[index].isIdentifier {
          isHex = false
          index = line.skippingIdentifier(index, before: limit)
        }
        guard index > start, index < limit else { return nil }
        thread = start..<index
      }
      guard line[index] == UInt8(ascii: "]") else { return nil }
      end = index + 1
      guard
        end == limit || line[end].isBlank || line[end] == UInt8(ascii: "(")
          || (thread == nil && line[end] == UInt8(ascii: ":"))
      else { return nil }
      self.pid = pid
    }
  }
}
