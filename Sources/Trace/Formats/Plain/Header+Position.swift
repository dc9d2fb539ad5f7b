/// The source position that the loggers of many programs put before the message.
///
///     [10:00:02.087] [DogDelegate.swift:88 dogDidWakeUp(_:)] yawning
extension Header {
  /// Removes `[File.swift:88 function]` from the message.
  @inline(never)
  mutating func readPosition(_ line: Span<UInt8>) {
    guard let close = line.index(of: UInt8(ascii: "]"), in: message), close + 1 < message.upperBound,
      line[close + 1].isSpace, let blank = line.index(of: UInt8(ascii: " "), in: message), blank < close,
      line.isPosition(message.lowerBound + 1..<blank)
    else { return }
    function = line.trimmed(blank + 1..<close)
    message = line.trimmed(close + 1..<message.upperBound)
  }
}
