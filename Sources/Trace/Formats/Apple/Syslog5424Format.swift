/// Syslog in the format of RFC 5424.
///
///     line = "<" priority ">1 " (time | "-") " " host " " app " " pid " " id " " ("-" | "[" data "]"...) [" " message]
///
///     <14>1 2024-01-01T10:00:00.000Z my-mac walkd 42 - - walked
extension Header {
  /// Reads a line that begins with a priority, in this format or in that of older syslog. Returns false if it has another
  /// format.
  @inline(never)
  mutating func readPriority(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let digits = 1..<line.skippingDigits(1, before: min(limit, 4))
    guard !digits.isEmpty, digits.upperBound < limit, line[digits.upperBound] == UInt8(ascii: ">") else {
      return false
    }
    let index = digits.upperBound + 1
    guard line.has("1 ", at: index, before: limit) else {
      return readSyslog(line, at: index, hasPriority: true, &context)
    }
    var found = self
    found.format = .syslog5424
    var word = index + 2
    for column in Column.allCases {
      guard let blank = line.index(of: UInt8(ascii: " "), in: word..<limit), blank > word else {
        return false
      }
      found.setColumn(column, word..<blank, line)
      word = blank + 1
    }
    guard let rest = Self.endOfData(line, word, before: limit) else { return false }
    var messageStart = line.skippingSpaces(rest, before: limit)
    if line.has("\u{FEFF}", at: messageStart, before: limit) { messageStart += 3 }
    self = found
    message = messageStart..<limit
    return true
  }

  private enum Column: CaseIterable { case time, host, app, pid, id }

  private mutating func setColumn(_ column: Column, _ word: Range<Int>, _ line: Span<UInt8>) {
    switch column {
    case .time:
      if let clock = DateTimeField(line, at: word.lowerBound, before: word.upperBound) {
        time = .clock(clock)
      }
    case .app where word.count > 1 || line[word.lowerBound] != UInt8(ascii: "-"): process = word
    case .pid
    where word.count < 12 && line.skippingDigits(word.lowerBound, before: word.upperBound) == word.upperBound:
      pid = line.number(word)
    case .app, .pid, .host, .id: break
    }
  }

  /// Returns the end of `-` or of `[id name="value"]…`. A `]` that is escaped or quoted closes nothing.
  private static func endOfData(_ line: Span<UInt8>, _ start: Int, before limit: Int) -> Int? {
    guard start < limit else { return nil }
    if line[start] == UInt8(ascii: "-") {
      return start + 1 == limit || line[start + 1].isSpace ? start + 1 : nil
    }
    var index = start
    while index < limit, line[index] == UInt8(ascii: "[") {
      var isQuoted = false
      index += 1
      while index < limit, isQuoted || line[index] != UInt8(ascii: "]") {
        if line[index] == UInt8(ascii: "\\") {
          index += 1
        } else if line[index] == UInt8(ascii: "\"") {
          isQuoted.toggle()
        }
        index += 1
      }
      guard index < limit else { return nil }
      index += 1
    }
    return index > start ? index : nil
  }
}
