/// swift-log's `StreamLogHandler`.
///
///     time level [" " label [" "]] ":" [metadata] [" [" source "]"] " " message
///
///     2024-01-01T12:00:00+0100 info: dogDidWakeUp
///     2024-01-01T12:00:00+0100 notice com.example.walk : dog=rex id=7 [Walk] dogDidWakeUp(_:)
///
/// The values of the metadata are not quoted. Without a source, the message begins at the first word that is not `key=value`.
extension Header {
  private static let swiftLogLevels: [StaticString] = [
    "trace", "debug", "info", "notice", "warning", "error", "critical",
  ]

  /// Reads the rest of a line after its time, or after `<unknown>` in its place. Returns false if it has another format.
  @inline(never)
  mutating func readSwiftLog(_ line: Span<UInt8>, at start: Int, time: TimeField?) -> Bool {
    let limit = message.upperBound
    guard line.byte(at: start) == UInt8(ascii: " "),
      let level = line.first(of: Self.swiftLogLevels, at: start + 1, before: limit), level.end < limit,
      line[level.end] == UInt8(ascii: ":") || line[level.end] == UInt8(ascii: " "),
      let colon = line.index(of: UInt8(ascii: ":"), in: level.end..<limit),
      colon + 1 == limit || line[colon + 1] == UInt8(ascii: " ")
    else { return false }
    self.time = time
    message = line.trimmed(colon + 1..<limit)
    message = line.behindMetadata(message)..<limit
    format = .swiftLog
    return true
  }
}

extension Span<UInt8> {
  /// Returns the start of the message after metadata and source.
  fileprivate func behindMetadata(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    if let end = endOfSource(index, before: range.upperBound) { return end }
    guard isPair(index, before: range.upperBound) else { return index }
    // A value may contain spaces, so the source is searched for first.
    while let blank = self.index(of: UInt8(ascii: " "), in: index..<range.upperBound) {
      index = blank + 1
      if let end = endOfSource(index, before: range.upperBound) { return end }
    }
    index = range.lowerBound
    while isPair(index, before: range.upperBound),
      let blank = self.index(of: UInt8(ascii: " "), in: index..<range.upperBound)
    {
      index = blank + 1
    }
    return index
  }

  /// Whether a `key=` is at an index.
  private func isPair(_ index: Int, before end: Int) -> Bool {
    var stop = index
    while stop < end,
      self[stop].isIdentifier || self[stop] == UInt8(ascii: ".") || self[stop] == UInt8(ascii: "-")
    { stop += 1 }
    return stop > index && stop < end && self[stop] == UInt8(ascii: "=")
  }

  /// Returns the index after `[Module] ` at an index; nil if it is not there.
  private func endOfSource(_ index: Int, before end: Int) -> Int? {
    guard byte(at: index) == UInt8(ascii: "[") else { return nil }
    let close = skippingIdentifier(index + 1, before: end)
    guard close > index + 1, close + 1 < end, self[close] == UInt8(ascii: "]"), self[close + 1].isSpace else {
      return nil
    }
    return skippingSpaces(close + 1, before: end)
  }
}
