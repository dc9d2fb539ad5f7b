/// Prefixes that frameworks put before each message, in records of any format.
///
///     flutter: dogDidWakeUp
///     ⚡️  [log] - dogDidWakeUp
///     [ +120 ms] dogDidWakeUp
///      LOG  dogDidWakeUp
extension Header {
  /// Removes the prefix of Flutter or Capacitor from the message.
  @inline(__always)
  mutating func readPrefix(_ line: Span<UInt8>) {
    guard Self.mayHavePrefix(line, message) else { return }
    if line[message.lowerBound] == UInt8(ascii: "f") { readFlutter(line) } else { readCapacitor(line) }
  }

  /// Whether a message may begin with such a prefix.
  @inline(__always)
  static func mayHavePrefix(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    let start = message.lowerBound
    guard start + 8 < message.upperBound else { return false }
    switch line[start] {
    case UInt8(ascii: "f"): return line[start + 7] == UInt8(ascii: ":")
    case 0xE2: return line[start + 1] == 0x9A
    default: return false
    }
  }

  @inline(never)
  private mutating func readFlutter(_ line: Span<UInt8>) {
    guard let end = line.end(of: "flutter: ", at: message.lowerBound, before: message.upperBound) else {
      return
    }
    message = line.trimmed(end..<message.upperBound)
    if format == .bare { format = .flutter }
  }

  /// Reads a line of `flutter run -v` or `flutter logs -v`: the milliseconds since the line above in brackets, or blanks. They are
  /// ignored. The rest may have a header of its own.
  @inline(never)
  mutating func readFlutterRun(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    var end = line.skippingSpaces(start + 1, before: limit)
    if line.byte(at: end) == UInt8(ascii: "+") {
      guard let number = line.number(at: end + 1, before: limit),
        let unit = line.end(of: "ms", at: line.skippingSpaces(number.end, before: limit), before: limit)
      else { return false }
      end = unit
    } else if end < start + 5 {
      return false
    }
    guard end < limit, line[end] == UInt8(ascii: "]") else { return false }
    if let inner = Self.unwrapped(line, from: end + 1, &context), inner.isCertain {
      self = inner
    } else {
      message = line.trimmed(end + 1..<limit)
      format = .flutter
    }
    return true
  }

  @inline(never)
  private mutating func readCapacitor(_ line: Span<UInt8>) {
    guard let mark = line.end(of: "⚡️ ", at: message.lowerBound, before: message.upperBound) else { return }
    message = line.trimmed(mark..<message.upperBound)
    if format == .bare { format = .capacitor }
    guard let level = line.end(of: "[", at: message.lowerBound, before: message.upperBound) else { return }
    let close = line.skippingIdentifier(level, before: message.upperBound)
    if let end = line.end(of: "] - ", at: close, before: message.upperBound) {
      message = line.trimmed(end..<message.upperBound)
    }
  }

  private static let metroLevels: [StaticString] = ["LOG  ", "INFO  ", "WARN  ", "ERROR  ", "DEBUG  "]

  /// Reads a line of Metro. A level alone is decisive only after one space, or from the third such line on.
  @inline(never)
  mutating func readMetro(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    var index = start
    if let end = line.end(of: "(NOBRIDGE) ", at: start, before: limit) { index = end }
    guard let level = line.first(of: Self.metroLevels, at: index, before: limit), level.end < limit,
      !line[level.end].isSpace
    else { return false }
    let isDecisive = index > start || (start == 1 && line[0] == UInt8(ascii: " "))
    context.metroLines = min(context.metroLines + 1, 3)
    guard isDecisive || context.metroLines == 3 else { return false }
    tag = index..<line.skippingIdentifier(index, before: limit)
    message = level.end..<limit
    format = .metro
    return true
  }
}
