/// Columns of Apple's Console that were pasted with single spaces: `18:15:07 SpringBoard text`.
///
/// Only the name of a system process distinguishes them from text. If several lines were joined, the message is cut at the next
/// time with a system process. `InterleavedRecords` reads them one by one if the first of them begins its line.
extension Header {
  private static let names = WordTable([
    "CommCenter", "ControlCenter", "ReportCrash", "SpringBoard", "UserEventAgent", "accountsd", "apsd",
    "assertiond",
    "backboardd", "bluetoothd", "dasd", "duetexpertd", "hangtracerd", "kernel", "launchd", "locationd",
    "lockdownd",
    "mediaserverd", "nsurlsessiond", "powerd", "runningboardd", "sharingd", "symptomsd", "syslogd", "wifid",
  ])

  /// Moves a system process from the start of the message to the header. Before it is a time in whole seconds.
  @inline(never)
  mutating func readSystemProcess(_ line: Span<UInt8>) {
    guard let name = Self.systemProcess(line, at: message.lowerBound, before: message.upperBound) else {
      return
    }
    process = name
    message = line.trimmed(name.upperBound..<message.upperBound)
    var index = message.lowerBound
    while let colon = line.index(of: UInt8(ascii: ":"), in: index..<message.upperBound) {
      index = colon + 1
      guard colon >= message.lowerBound + 3, line[colon - 3].isSpace,
        Self.beginsColumns(line, at: colon - 2, before: message.upperBound)
      else { continue }
      message = line.trimmed(message.lowerBound..<colon - 2)
      return
    }
  }

  /// Whether another record begins at an index of a line of such columns.
  static func beginsSystemColumns(_ line: Span<UInt8>, at start: Int) -> Bool {
    start > 8 && line[start - 1].isSpace && beginsColumns(line, at: start, before: line.count)
      && beginsColumns(line, at: 0, before: line.count)
  }

  private static func beginsColumns(_ line: Span<UInt8>, at start: Int, before end: Int) -> Bool {
    guard let clock = DateTimeField(line, at: start, before: end), clock.text.count == 8, !clock.isDated
    else {
      return false
    }
    return systemProcess(line, at: clock.text.upperBound + 1, before: end) != nil
  }

  private static func systemProcess(_ line: Span<UInt8>, at start: Int, before end: Int) -> Range<Int>? {
    let name = start..<line.skippingIdentifier(start, before: max(start, end))
    guard name.upperBound < end, line[name.upperBound].isSpace, names.number(of: name, in: line) != nil else {
      return nil
    }
    return name
  }
}
