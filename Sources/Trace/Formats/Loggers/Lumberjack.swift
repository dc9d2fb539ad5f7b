/// CocoaLumberjack's file logger: `2024/01/01 10:00:00:123  dogDidWakeUp`. The time is UTC since version 3.6.2, and local
/// before that.
extension Header {
  /// Reads the rest of a line after its time. Returns false if it has another format.
  mutating func readLumberjack(_ line: Span<UInt8>, _ clock: DateTimeField) -> Bool {
    let end = clock.text.upperBound
    guard line[clock.text.lowerBound + 4] == UInt8(ascii: "/"), end - clock.text.lowerBound == 23,
      line[end - 4] == UInt8(ascii: ":"), line.has("  ", at: end, before: message.upperBound)
    else { return false }
    time = .clock(clock)
    message = line.trimmed(end..<message.upperBound)
    format = .lumberjackFile
    return true
  }
}
