/// XCGLogger.
///
///     date time " [" Level "]" [" [" identifier "]"] [" [" thread "]"] [" [" file ":" line "]"] [" " function] " > " message
///
///     2024-01-01 10:00:00.123 [Debug] [main] [DogDelegate.swift:42] dogDidWakeUp(_:) > yawning
///
/// Each part can be switched off. One thing in brackets is the thread, of two the second.
extension Header {
  private static let xcgLevels: [StaticString] = [
    "[Verbose]", "[Debug]", "[Info]", "[Notice]", "[Warning]", "[Error]", "[Severe]", "[Alert]",
    "[Emergency]",
  ]

  /// Reads what follows the time and a blank.
  @inline(never)
  mutating func readXCGLogger(_ line: Span<UInt8>, at start: Int, time: TimeReading) -> Bool {
    let limit = message.upperBound
    guard let level = line.first(of: Self.xcgLevels, at: start, before: limit) else { return false }
    var index = level.end
    var thread: Range<Int>?
    var threads = 0
    while line.has(" [", at: index, before: limit),
      let close = line.index(of: UInt8(ascii: "]"), in: index + 2..<limit)
    {
      if !line.isPosition(index + 2..<close) {
        thread = index + 2..<close
        threads += 1
      }
      index = close + 1
    }
    guard let arrow = line.index(ofMark: " >", index, before: limit) else { return false }
    self.time = time
    self.thread = thread
    if let thread, line.has("main", at: thread.lowerBound, before: thread.upperBound), thread.count == 4 {
      isMainThread = true
    } else if threads > 1 {
      isMainThread = false
    }
    let function = line.trimmed(index..<arrow)
    if !function.isEmpty { self.function = function }
    message = line.trimmed(min(arrow + 2, limit)..<limit)
    format = .xcgLogger
    return true
  }
}

extension Span<UInt8> {
  /// Whether a range is `File.swift:42`.
  func isPosition(_ range: Range<Int>) -> Bool {
    let digits = digitsStart(endingAt: range.upperBound, notBefore: range.lowerBound)
    return digits < range.upperBound && digits > range.lowerBound + 1 && self[digits - 1] == UInt8(ascii: ":")
      && index(of: UInt8(ascii: "."), in: range.lowerBound..<digits - 1) != nil
  }
}
