/// The compact style of `log show` and `log stream`.
///
///     line = time " " type " " process "[" pid ":" thread "] " ["(" library ") "] ["[" subsystem ":" category "] "] message
///     type = "Df" | "Db" | "I " | "E " | "F " | "A " | "Sd", and any other two characters below the style's banner
///
///     2026-08-11 17:15:22.031 Df Walk[80328:9875ec] [com.example.walk:life] walked
///
/// A dump of state (`Sd`) has many lines of arbitrary text. It ends at the next record.
extension Header {
  /// Whether a type may begin at an index, which is one space after a time.
  @inline(__always)
  static func beginsCompactLog(
    _ line: Span<UInt8>, at index: Int, before limit: Int, _ context: borrowing LogContext
  )
    -> Bool
  {
    guard index + 4 < limit, line[index + 2] == UInt8(ascii: " ") else { return false }
    switch line[index] {
    case UInt8(ascii: "D"):
      return line[index + 1] == UInt8(ascii: "f") || line[index + 1] == UInt8(ascii: "b")
    case UInt8(ascii: "S"): return line[index + 1] == UInt8(ascii: "d")
    case UInt8(ascii: "I"), UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "A"):
      return line[index + 1] == UInt8(ascii: " ")
    default: return context.isCompactLog
    }
  }

  /// Reads a line from its type on. Returns false if it has another format.
  @inline(never)
  mutating func readCompactLog(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let name = start + 3
    guard !line[name].isSpace else { return false }
    var search = name + 1..<min(limit, name + Self.longestName)
    while let bracket = line.index(of: UInt8(ascii: "["), in: search) {
      search = bracket + 1..<search.upperBound
      guard let tag = Tag(line, at: bracket, before: limit), tag.isHex, let thread = tag.thread else {
        continue
      }
      format = .oslogCompact
      context.hasCompactLines = true
      process = Self.lastComponent(line, name..<bracket)
      pid = tag.pid
      self.thread = thread
      message = line.skippingSpaces(tag.end, before: limit)..<limit
      if line[start] == UInt8(ascii: "S"), line[start + 1] == UInt8(ascii: "d") {
        context.isInDump = true
        message = limit..<limit
      } else {
        context.isInDump = false
        readOrigin(line)
      }
      return true
    }
    return false
  }
}
