/// Finds records that share a line. If two programs write to one file at the same time, a record may begin in the middle of
/// another one; or a CR begins a new record.
///
///     Test Case '-[A b]' st2024-01-01 10:00:00.123456+0100 MyApp[1:2] text
///
/// Only a header with a date, a process and its number begins a second record, unless it is quoted: after a quotation mark, in
/// JSON or XML, or after a space in the message of a record that names its process. In columns that were pasted from Console with
/// single spaces, a time and the name of a system process begin a record.
enum InterleavedRecords {
  private static let longestHeader = 500
  /// The number of bytes at the start of a dated line in which a time of day belongs to the header of that line.
  private static let clockInHeader = 30

  /// Returns the start of the second record; nil for nearly all lines.
  @inline(__always)
  static func startOfSecond(in line: Span<UInt8>) -> Int? {
    guard line.count > 24, line[0] != UInt8(ascii: "{") else { return nil }
    // In a line that begins with a date, the first colons belong to its time.
    let isDated = line[0].isDigit && line[4] == line[7] && line[2].isDigit
    return startOfSecond(in: line, from: isDated ? min(clockInHeader, line.count) : 0)
  }

  /// Returns the start of a second record whose time of day has its first colon at or after an index; nil if there is none.
  @inline(__always)
  static func startOfSecond(in line: Span<UInt8>, from start: Int) -> Int? {
    let count = line.count
    var index = start
    while let colon = line.index(of: UInt8(ascii: ":"), in: index..<count) {
      if colon + 3 < count, line[colon + 3] == UInt8(ascii: ":"), let start = begin(line, colon: colon) {
        return start
      }
      index = colon + 1
    }
    return nil
  }

  /// Returns the start of the record whose time of day has its first colon at an index; nil if there is none.
  @inline(never)
  private static func begin(_ line: Span<UInt8>, colon: Int) -> Int? {
    if line[2] == UInt8(ascii: ":"), Header.beginsSystemColumns(line, at: colon - 2) { return colon - 2 }
    let start = colon - 13
    // The steps are ordered by cost. In a log with wrappers, nearly all lines end with the second one.
    guard start > 0, beginsDate(line, at: start), !isWrapped(line, start), !isInDocument(line, start),
      beginsRecord(line, at: start), !isQuoted(line, start)
    else { return nil }
    return start
  }

  /// Whether a valid date and a time of day begin at an index.
  private static func beginsDate(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard let clock = DateTimeField(line, at: start, before: line.count), clock.isDated else { return false }
    return clock.timestamp(line) != nil
  }

  /// Whether a header with a valid date, a process and its number begins at an index.
  private static func beginsRecord(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard beginsDate(line, at: start) else { return false }
    let rest = line.extracting(start..<line.count)
    let header = header(of: rest)
    return header.process != nil && header.pid != nil
  }

  /// Returns the header of a part of a line. At most `longestHeader` bytes are parsed, so that a line with many colons does not
  /// take quadratic time.
  private static func header(of part: Span<UInt8>) -> Header {
    Header(quoted: part.extracting(0..<min(part.count, longestHeader)))
  }

  /// Whether the text before an index is only the prefix that a program adds to lines of other programs.
  private static func isWrapped(_ line: Span<UInt8>, _ start: Int) -> Bool {
    header(of: line).process.map { $0.lowerBound > start } ?? false
  }

  /// Whether a line begins like JSON or XML, or has only blanks before an index.
  private static func isInDocument(_ line: Span<UInt8>, _ start: Int) -> Bool {
    let first = line.skippingSpaces(0, before: min(start, longestHeader))
    guard first < start else { return true }
    switch line[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "\""): return true
    default: return false
    }
  }

  private static func isQuoted(_ line: Span<UInt8>, _ start: Int) -> Bool {
    let before = line[start - 1]
    if before == UInt8(ascii: "\"") || before == UInt8(ascii: "'") || before == UInt8(ascii: "`") {
      return true
    }
    let head = line.extracting(0..<start)
    let header = header(of: head)
    return header.process != nil && !before.isIdentifier
  }

  /// Returns the ranges of the records in a line, at least one. Text before a CR is left out if it was overwritten on the screen:
  /// it has no header, and no header follows it.
  static func records(in line: Span<UInt8>) -> [Range<Int>] {
    // In GitLab's log, the text after a CR is the title of a section, not a line of its own.
    if line.has("section_", at: 0, before: line.count) { return [0..<line.count] }
    var starts = [0]
    var index = 0
    while let end = line.index(of: .carriageReturn, in: index..<line.count) {
      index = end + 1
      if beginsRecord(line, at: index) { starts.append(index) }
    }
    var found = 0
    while let second = startOfSecond(in: line.extracting(found..<line.count)) {
      found += second
      if !starts.contains(found) { starts.append(found) }
    }
    starts.sort()
    return starts.indices.map { number in
      let end = number + 1 < starts.count ? starts[number + 1] : line.count
      return shown(line, starts[number]..<end)
    }
  }

  /// Returns the part of a range that is visible on the screen, if the range begins the line and has no header; otherwise returns
  /// the whole range.
  private static func shown(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound == 0, !beginsRecord(line, at: 0) else { return range }
    var end = range.upperBound
    while end > 0, line[end - 1].isSpace { end -= 1 }
    var start = 0
    while let mark = line.index(of: .carriageReturn, in: start..<end) { start = mark + 1 }
    return start..<range.upperBound
  }
}
