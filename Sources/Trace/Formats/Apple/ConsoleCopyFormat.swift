/// Lines copied from Console: columns separated by tabs, without a date.
///
///     line = [pid TAB] level TAB time zone TAB process TAB [library TAB] message
///
///     default	15:30:32.040000+0500	Walk	walked
///     デフォルト	00:14:02.829143 +0900	Walk	walked
///
/// The level is a word in the user's language. If an editor replaced the tabs by spaces, two or more spaces separate columns,
/// and the level has to be one of the English words.
extension Header {
  /// The maximum length of a column before the time.
  private static let longestColumn = 40
  private static let levels: [StaticString] = ["default", "error", "fault", "info", "debug"]

  /// Whether a line that does not begin with a time may have this format.
  @inline(__always)
  static func mayBeConsoleCopy(_ line: Span<UInt8>, before limit: Int) -> Bool {
    if line.index(of: UInt8(ascii: "\t"), in: 0..<min(limit, longestColumn + 1)) != nil {
      return true
    }
    let start = line.skippingSpaces(0, before: min(limit, 8))
    if start == limit { return false }
    switch line[start] {
    case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "i"):
      // A level, and the spaces that replaced a tab.
      let end = line.skippingIdentifier(start, before: min(limit, start + 8))
      return line.has("  ", at: end, before: limit)
    default: return false
    }
  }

  /// Reads a line in this format. Returns false if it has another one.
  @inline(never)
  mutating func readConsoleCopy(_ line: Span<UInt8>) -> Bool {
    let limit = message.upperBound
    // Pasted lines may be indented.
    var index = line.skippingSpaces(0, before: min(limit, 8))
    if line[0] == UInt8(ascii: "\t") { index = 0 }
    var number: Int?
    var separator = Separator.tab
    for column in 0..<3 {
      guard let next = Self.endOfColumn(line, index, before: limit, &separator) else { return false }
      let text = index..<next.end
      guard !text.isEmpty, text.count <= Self.longestColumn else { return false }
      if line.skippingDigits(text.lowerBound, before: min(text.upperBound, text.lowerBound + 12))
        == text.upperBound
      {
        number = line.number(text)
      } else if separator == .blanks, column > 0 || !Self.levels.contains(where: { isText($0, line, text) }) {
        return false
      }
      index = next.start
      if let clock = DateTimeField(line, at: index, before: limit), clock.digits == 6, !clock.isDated,
        clock.hasZone
      {
        return readColumns(after: clock, pid: number, line, &separator)
      }
    }
    return false
  }

  private mutating func readColumns(
    after clock: DateTimeField, pid number: Int?, _ line: Span<UInt8>, _ separator: inout Separator
  ) -> Bool {
    let limit = message.upperBound
    guard
      let afterTime = Self.endOfColumn(line, clock.text.upperBound, before: limit, &separator),
      afterTime.end == clock.text.upperBound,
      let afterName = Self.endOfColumn(line, afterTime.start, before: limit, &separator),
      afterName.end > afterTime.start
    else { return false }
    format = .consoleCopy
    time = .clock(clock)
    pid = number
    process = Self.lastComponent(line, afterTime.start..<afterName.end)
    message = line.skippingSpaces(afterName.start, before: limit)..<limit
    // A library has a column of its own, and begins with an upper-case letter or `lib`.
    if separator == .tab, let tab = line.index(of: UInt8(ascii: "\t"), in: message), !message.isEmpty,
      line[message.lowerBound].isUpper || line.has("lib", at: message.lowerBound, before: tab),
      line.index(of: UInt8(ascii: " "), in: message.lowerBound..<tab) == nil
    {
      message = line.skippingSpaces(tab, before: limit)..<limit
    }
    dropCommand(line)
    return true
  }

  /// The separator of columns.
  private enum Separator {
    case tab
    /// Two or more spaces.
    case blanks
  }

  /// Returns the end of a column and the start of the next one. Spaces separate the columns after the first missing tab.
  private static func endOfColumn(
    _ line: Span<UInt8>, _ start: Int, before limit: Int, _ separator: inout Separator
  ) -> (end: Int, start: Int)? {
    let limit = min(limit, start + longestName)
    if separator == .tab, let tab = line.index(of: UInt8(ascii: "\t"), in: start..<limit) {
      return (tab, tab + 1)
    }
    separator = .blanks
    var index = start
    while index + 1 < limit {
      if line[index] == UInt8(ascii: " "), line[index + 1] == UInt8(ascii: " ") {
        return (index, line.skippingSpaces(index, before: limit))
      }
      index += 1
    }
    return nil
  }

  private func isText(_ text: StaticString, _ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    text.utf8CodeUnitCount == range.count && line.has(text, at: range.lowerBound, before: range.upperBound)
  }
}
