/// Lines of consoles: the canonical form, NSLog of all versions, and shortened copies of both.
///
///     line    = [ time blanks ] [ process "[" pid [ ":" thread ] "]" ] message
///
/// The time may be in brackets. The line may be indented or follow a comment mark, as in pasted text.
extension Header {
  /// The maximum length of a process's name in bytes.
  static let longestName = 100

  /// Reads `process[pid:thread]` or `process[pid]`, with the shortest possible name.
  ///
  /// Prose must not match, so the thread must be hexadecimal, with at least two digits if no time precedes it. Without a thread,
  /// a date must precede the name, and the name must not contain spaces. Other text matches only if a canonical event follows.
  @inline(__always)
  mutating func readTag(_ line: Span<UInt8>, at start: Int) {
    let limit = message.upperBound
    guard start < limit, time != nil || Self.beginsName(line[start]) else { return }
    var search = start + 1..<max(start + 1, min(limit, start + Self.longestName))
    while let index = line.index(of: UInt8(ascii: "["), in: search) {
      if let tag = Tag(line, at: index, before: limit), applyTag(tag, line, name: start..<index) { return }
      if time == nil { return }
      search = index + 1..<search.upperBound
    }
  }

  @inline(__always)
  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte >= 0x80 || (byte > UInt8(ascii: "*") && byte < UInt8(ascii: "["))
  }

  /// Whether text without a time before it is a name and not prose: the first and the last of several words begin with an
  /// upper-case letter, a non-ASCII character or `(`, and none is a word like `after` or `with`.
  private static func isName(_ line: Span<UInt8>, _ name: Range<Int>) -> Bool {
    func isLarge(_ byte: UInt8) -> Bool { byte.isUpper || byte >= 0x80 || byte == UInt8(ascii: "(") }
    guard line.index(of: UInt8(ascii: " "), in: name) != nil else { return true }
    var last = name.upperBound
    var start = name.lowerBound
    while let blank = line.index(of: UInt8(ascii: " "), in: start..<name.upperBound) {
      if joiners.number(of: start..<blank, in: line) != nil { return false }
      start = blank + 1
      if start < name.upperBound, !line[start].isSpace { last = start }
    }
    return isLarge(line[name.lowerBound]) && last < name.upperBound && isLarge(line[last])
  }

  private static let joiners = WordTable([
    "after", "at", "before", "by", "from", "in", "inside", "is", "on", "to", "was", "with",
  ])

  @inline(__always)
  private mutating func applyTag(_ tag: Tag, _ line: Span<UInt8>, name: Range<Int>) -> Bool {
    let limit = message.upperBound
    let rest = line.skippingSpaces(tag.end, before: limit)..<limit
    let hasThread = tag.thread != nil && tag.isHex
    let isCertain: Bool
    if case .clock(let clock) = time {
      if !hasThread, clock.isDated, readDatedSyslog(line, clock, bracket: name.upperBound) { return true }
      isCertain =
        hasThread
        || (clock.isDated && line.index(of: UInt8(ascii: " "), in: name) == nil)
    } else {
      guard Self.isName(line, name) else { return false }
      isCertain = hasThread && tag.thread?.count != 1
    }
    guard tag.end == limit || line[tag.end] != UInt8(ascii: ":") else { return false }
    guard isCertain || CanonicalParser.endOfName(line, rest) != nil else { return false }
    let process = Self.lastComponent(line, name)
    guard !process.isEmpty else { return false }
    self.process = process
    pid = tag.pid
    thread = tag.thread
    switch time {
    case .clock(let clock): format = clock.isDated ? .nslog : .nslogTime
    case nil: format = .nslogCut
    default: format = .nslog
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
        end == limit || line[end].isSpace || line[end] == UInt8(ascii: "(")
          || (thread == nil && line[end] == UInt8(ascii: ":"))
      else { return nil }
      self.pid = pid
    }
  }
}
