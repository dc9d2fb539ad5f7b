/// The default style of `log show` and `log stream`.
///
///     line = time zone  "0x" thread  type  "0x" activity  pid  [ttl]  rest
///     rest = [signpost] process ": " ["(" library ") "] ["[" subsystem ":" category "] "] message
///
///     2024-03-15 10:00:00.123456-0700 0x1a2b3    Default     0x0                  312    0    Walk: (Kit) [com.walk:life] walked
///
/// Columns are padded with spaces; a wide value shifts the rest. Records of a changed clock (`Timesync`) or of lost messages
/// (`Loss`) have no process. A signpost, `[spid 0x1, process, begin]`, may be the end of an interval. A line may end after the
/// numbers: then the rest is in the next line, after two spaces.
extension Header {
  /// Whether the thread may begin at an index, which is after a time with a zone.
  @inline(__always)
  static func beginsSystemLog(_ line: Span<UInt8>, at index: Int) -> Bool {
    line.byte(at: index) == UInt8(ascii: "0") && line.byte(at: index + 1) == UInt8(ascii: "x")
  }

  /// Reads the rest of a line after its time. Returns false if it has another format.
  @inline(never)
  mutating func readSystemLog(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard let thread = Self.address(line, at: start, before: limit) else { return false }
    var index = line.skippingSpaces(thread.upperBound, before: limit)
    let type = index
    // The type is one word or two.
    while index < limit,
      line[index].isLetter || (line[index] == UInt8(ascii: " ") && line.byte(at: index + 1).isLetter)
    {
      index += 1
    }
    guard index > type, line[type].isUpper else { return false }
    index = line.skippingSpaces(index, before: limit)
    guard let activity = Self.address(line, at: index, before: limit) else { return false }
    index = line.skippingSpaces(activity.upperBound, before: limit)
    let number = index..<line.skippingDigits(index, before: min(limit, index + 12))
    guard !number.isEmpty, number.upperBound == limit || line[number.upperBound].isSpace else { return false }
    index = line.skippingSpaces(number.upperBound, before: limit)
    let ttl = line.skippingDigits(index, before: limit)
    if ttl == limit || line[ttl].isSpace { index = line.skippingSpaces(ttl, before: limit) }
    format = .oslogDefault
    self.thread = thread
    pid = line.number(number)
    message = index..<limit
    if index == limit {
      context.cut.hold(line, .indented)
    } else if !line.has("Timesync ", at: type, before: limit), !line.has("Loss ", at: type, before: limit) {
      readSender(line)
    }
    return true
  }

  /// Removes a signpost, the process, the library and the subsystem from the message.
  private mutating func readSender(_ line: Span<UInt8>) {
    let limit = message.upperBound
    var start = message.lowerBound
    if line.has("[spid 0x", at: start, before: limit),
      let end = line.index(of: UInt8(ascii: "]"), in: message)
    {
      // The word may be padded with spaces to five characters.
      isEnd = line.has(" end]", at: end - 4, before: limit)
      start = line.skippingSpaces(end + 1, before: limit)
    }
    var search = start..<limit
    while let colon = line.index(of: UInt8(ascii: ":"), in: search) {
      search = colon + 1..<limit
      guard colon > start, colon + 1 == limit || line[colon + 1].isSpace else { continue }
      process = Self.lastComponent(line, start..<colon)
      message = line.skippingSpaces(colon + 1, before: limit)..<limit
      break
    }
    if process != nil { readOrigin(line) }
  }

  /// Removes a message of `log` about its own run, because it quotes the user's command, whose predicate may name a callback.
  mutating func dropCommand(_ line: Span<UInt8>) {
    guard let process, process.count == 3,
      line.has("log", at: process.lowerBound, before: process.upperBound),
      line.has("log run noninteractively", at: message.lowerBound, before: message.upperBound)
    else { return }
    message = message.upperBound..<message.upperBound
  }

  /// Removes `(library) ` and `[subsystem:category] ` from the message. The subsystem itself may contain brackets. Without a
  /// dot or a slash, or with a number as the category, it is text of the program itself.
  mutating func readOrigin(_ line: Span<UInt8>) {
    defer { dropCommand(line) }
    let limit = message.upperBound
    if line.byte(at: message.lowerBound) == UInt8(ascii: "("), !message.isEmpty,
      let close = line.index(of: UInt8(ascii: ")"), in: message),
      close + 1 == limit || line[close + 1].isSpace
    {
      message = line.skippingSpaces(close + 1, before: limit)..<limit
    }
    guard !message.isEmpty, line[message.lowerBound] == UInt8(ascii: "[") else { return }
    if let end = Self.endOfOrdinaryOrigin(line, message) {
      message = line.skippingSpaces(end, before: limit)..<limit
      return
    }
    var depth = 0
    var isDotted = false
    var colon: Int?
    for index in message.lowerBound..<min(limit, message.lowerBound + 300) {
      switch line[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "."), UInt8(ascii: "/"): isDotted = true
      case UInt8(ascii: ":") where isDotted && colon == nil: colon = index
      // `[app<com.example.walk>:1181]` is the system's name for a process.
      case UInt8(ascii: "<") where colon == nil: return
      default: break
      }
      guard depth == 0 else { continue }
      guard let colon, index + 1 == limit || line[index + 1].isSpace,
        line.skippingDigits(colon + 1, before: index) < index || colon + 1 == index
      else { return }
      message = line.skippingSpaces(index + 1, before: limit)..<limit
      return
    }
  }

  /// Returns the end of `[com.example.walk:life]`, as in nearly all lines: an identifier with dots, a colon and an identifier.
  @inline(__always)
  private static func endOfOrdinaryOrigin(_ line: Span<UInt8>, _ message: Range<Int>) -> Int? {
    let start = message.lowerBound + 1
    let limit = min(message.upperBound, start + 200)
    guard let colon = line.index(of: UInt8(ascii: ":"), in: start..<max(start, limit)) else { return nil }
    var isDotted = false
    for index in start..<colon {
      let byte = line[index]
      if byte == UInt8(ascii: ".") { isDotted = true } else if !byte.isIdentifier { return nil }
    }
    let end = line.skippingIdentifier(colon + 1, before: limit)
    guard isDotted, end < limit, line[end] == UInt8(ascii: "]"), end + 1 == limit || line[end + 1].isSpace,
      end > colon + 1, !line[colon + 1].isDigit
    else { return nil }
    return end + 1
  }

  /// Returns the range of a hexadecimal number with its `0x` at an index; nil if there is none.
  static func address(_ line: Span<UInt8>, at start: Int, before limit: Int) -> Range<Int>? {
    guard line.has("0x", at: start, before: limit) else { return nil }
    var index = start + 2
    while index < limit, line[index].isHex { index += 1 }
    return index > start + 2 && (index == limit || line[index].isSpace) ? start..<index : nil
  }

  /// Returns a name without the spaces after it and the directories before it.
  static func lastComponent(_ line: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    var end = name.upperBound
    while end > name.lowerBound, line[end - 1].isSpace { end -= 1 }
    let name = name.lowerBound..<end
    return line.byte(at: name.lowerBound) == UInt8(ascii: "/") ? line.lastComponent(name) : name
  }
}
