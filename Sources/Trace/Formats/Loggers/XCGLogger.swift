/// Lines of XCGLogger.
///
///     date time " [" Level "]" [" [" identifier "]"] [" [" thread "]"] [" [" file ":" line "]"] [" " function] " > " message
///
///     2024-01-01 10:00:00.123 [Debug] [main] [DogDelegate.swift:42] dogDidWakeUp(_:) > yawning
///
/// Each part can be switched off. Of two texts in brackets, not counting the position, the second is the thread. A single one
/// is also the thread, unless it is a word or begins with an upper-case letter: most threads have a number or the label of
/// their queue instead of a name.
extension Header {
  private static let xcgLevels: [StaticString] = [
    "[Verbose]", "[Debug]", "[Info]", "[Notice]", "[Warning]", "[Error]", "[Severe]", "[Alert]",
    "[Emergency]",
  ]

  /// Reads the rest of a line after its time and a space. Returns false if it has another format.
  @inline(never)
  mutating func readXCGLogger(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let limit = message.upperBound
    guard let level = line.first(of: Self.xcgLevels, at: start, before: limit) else { return false }
    var index = level.end
    var thread: Range<Int>?
    var threads = 0
    while line.has(" [", at: index, before: limit),
      let close = line.index(of: UInt8(ascii: "]"), in: index + 2..<limit)
    {
      if close > index + 2, !line.isXCGPosition(index + 2..<close) {
        thread = index + 2..<close
        threads += 1
      }
      index = close + 1
    }
    guard let arrow = line.index(ofMark: " >", index, before: limit) else { return false }
    self.time = time
    if let thread {
      let isMain = line.isXCGMainThread(thread)
      if isMain || threads > 1 { isMainThread = isMain }
      if isMain || threads > 1 || !line.isXCGIdentifier(thread) { self.thread = thread }
    }
    let function = line.trimmed(index..<arrow)
    if !function.isEmpty { self.function = function }
    message = line.trimmed(min(arrow + 2, limit)..<limit)
    format = .xcgLogger
    return true
  }
}

extension Span<UInt8> {
  /// Whether a range is `main`, or the label of the main thread's queue.
  fileprivate func isXCGMainThread(_ range: Range<Int>) -> Bool {
    end(of: "main", at: range.lowerBound, before: range.upperBound) == range.upperBound
      || end(of: "com.apple.main-thread", at: range.lowerBound, before: range.upperBound) == range.upperBound
  }

  /// Whether a range is the identifier of a logger: a word, and not a number, an address or a label with dots. The label of a
  /// queue begins with a lower-case letter, a type or a file with an upper-case letter.
  fileprivate func isXCGIdentifier(_ range: Range<Int>) -> Bool {
    self[range.lowerBound].isUpper
      || !self[range.lowerBound].isDigit && index(of: UInt8(ascii: "."), in: range) == nil
  }

  /// Whether a range is `File.swift:42`, or `File.swift` if line numbers are switched off.
  fileprivate func isXCGPosition(_ range: Range<Int>) -> Bool {
    isPosition(range) || start(of: ".swift", endingAt: range.upperBound, notBefore: range.lowerBound) != nil
  }
}
