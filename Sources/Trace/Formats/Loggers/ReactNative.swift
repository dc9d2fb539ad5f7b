/// React Native's own log.
///
///     date time " [" level "][tid:" name "]" ["[" file ":" line "]"] " " message
///
///     2024-01-01 10:00:00.123 [info][tid:main][RCTBridge.m:79] dogDidWakeUp
extension Header {
  private static let reactNativeLevels: [StaticString] = [
    "[trace][tid:", "[info][tid:", "[warn][tid:", "[error][tid:", "[fatal][tid:",
  ]

  /// Reads the rest of a line after its time and a space. Returns false if it has another format.
  @inline(never)
  mutating func readReactNative(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let limit = message.upperBound
    guard let name = line.first(of: Self.reactNativeLevels, at: start, before: limit),
      let close = line.index(of: UInt8(ascii: "]"), in: name.end..<limit)
    else { return false }
    self.time = time
    thread = name.end..<close
    isMainThread = line.has("main", at: name.end, before: close) && close - name.end == 4
    var index = close + 1
    if line.byte(at: index) == UInt8(ascii: "["), index < limit,
      let end = line.index(of: UInt8(ascii: "]"), in: index..<limit), line.isPosition(index + 1..<end)
    {
      index = end + 1
    }
    message = line.trimmed(index..<limit)
    format = .reactNative
    return true
  }
}
