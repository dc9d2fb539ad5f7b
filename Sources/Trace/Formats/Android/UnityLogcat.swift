/// An export of the Android Logcat window of Unity's editor.
///
///     date time pid tid level tag message
///
///     2024/01/02 03:04:05.678 1234 1240 Error AndroidRuntime FATAL EXCEPTION: UnityMain
extension Header {
  /// Reads the rest of a line after its time. Returns false if it has another format. The tag ends at the first space, although a
  /// tag may contain spaces.
  @inline(never)
  mutating func readUnityLogcat(_ line: Span<UInt8>, at start: Int, time: TimeField) -> Bool {
    let limit = message.upperBound
    let index = line.skippingSpaces(start, before: limit)
    guard let pid = line.number(at: index, before: limit), line.byte(at: pid.end).isSpace else {
      return false
    }
    let threadStart = line.skippingSpaces(pid.end, before: limit)
    guard let tid = line.number(at: threadStart, before: limit), line.byte(at: tid.end).isSpace else {
      return false
    }
    let level = line.skippingSpaces(tid.end, before: limit)
    let levelEnd = line.skippingIdentifier(level, before: limit)
    guard LogcatLevel.isWord(level..<levelEnd, in: line), line.byte(at: levelEnd).isSpace else {
      return false
    }
    let tagStart = line.skippingSpaces(levelEnd, before: limit)
    var tagEnd = tagStart
    while tagEnd < limit, !line[tagEnd].isSpace { tagEnd += 1 }
    guard tagEnd > tagStart else { return false }
    self.time = time
    self.pid = pid.value
    thread = threadStart..<tid.end
    isMainThread = pid.value == tid.value
    tag = tagStart..<tagEnd
    message = line.trimmed(tagEnd..<limit)
    format = .unityLogcat
    return true
  }
}
