/// SwiftyBeaver with its own format string.
///
///     HH:MM:SS.mmm " " [mark " "] LEVEL " " file "." function ":" line " - " message
///
///     10:00:00.123 🟦 INFO DogDelegate.dogDidWakeUp():42 - yawning
///
/// It logs from a queue of its own, so the thread would mean nothing.
extension Header {
  private static let swiftyBeaverLevels: [StaticString] = [
    "VERBOSE", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "FAULT",
  ]

  /// Reads the rest of a line after its time. Returns false if it has another format.
  @inline(never)
  mutating func readSwiftyBeaver(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let limit = message.upperBound
    var index = start + 1
    if line.byte(at: index) >= 0x80, let blank = line.index(of: UInt8(ascii: " "), in: index..<limit),
      blank - index <= 16
    {
      index = blank + 1
    }
    guard let level = line.first(of: Self.swiftyBeaverLevels, at: index, before: limit),
      line.byte(at: level.end) == UInt8(ascii: " ")
    else { return false }
    let file = level.end + 1
    guard let dash = line.index(ofMark: " -", file, before: limit) else { return false }
    let number = line.digitsStart(endingAt: dash, notBefore: file)
    guard number < dash, number > file + 1, line[number - 1] == UInt8(ascii: ":"),
      let dot = line.index(of: UInt8(ascii: "."), in: file..<number - 1), dot > file
    else { return false }
    self.time = time
    function = dot + 1..<number - 1
    message = line.trimmed(dash + 2..<limit)
    format = .swiftyBeaver
    return true
  }
}
