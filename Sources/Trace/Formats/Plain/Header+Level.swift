/// A level before the time: `INFO 2024-01-01 10:00:00 text`, `[WARN] 10:00:00.123 text`, `error: [10:00:00] text`.
extension Header {
  private static let levels = [
    "trace", "verbose", "debug", "info", "notice", "warning", "warn", "error", "critical", "fault",
    "fatal", "log",
  ]
  private static let words = WordTable(levels, ignoringCase: true)

  /// Reads a level if a time follows it. Returns false if it does not.
  mutating func readLevel(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let isBracketed = line[start] == UInt8(ascii: "[")
    let word = isBracketed ? start + 1 : start
    let wordEnd = line.skippingIdentifier(word, before: min(limit, word + 10))
    var end = wordEnd
    if isBracketed {
      guard line.byte(at: end) == UInt8(ascii: "]"), end < limit else { return false }
      end += 1
    }
    if line.byte(at: end) == UInt8(ascii: ":") { end += 1 }
    let rest = line.skippingSpaces(end, before: limit)
    guard rest > end, rest < limit, line[rest].isDigit || line[rest] == UInt8(ascii: "["),
      Self.words.number(of: word..<wordEnd, in: line) != nil
    else { return false }
    return readTimed(line, at: rest, &context)
  }
}
