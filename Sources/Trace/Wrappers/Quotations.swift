/// Prefixes that people and their tools put before lines that they quote: a number, the name of a file, a second time.
///
///     12:2024-01-01 10:00:00.123 Walk[812:c07] text            `grep -n`
///     walk.log:12:2024-01-01 10:00:00.123 Walk[812:c07] text   `grep -H -n`
///     walk.log:2024-01-01 10:00:00.123 Walk[812:c07] text      `grep -H`
///         843 2019-05-04 15:33:47:541 - [Xcode] text           a web page's rows
///     // 2024-01-01 10:00:00.123 Walk[812:c07] text            comments, quotations, lists
///     Jan 01 10:00:00 Walk[812:c07] text                       `ts`
extension Header {
  /// Reads an indented line. It is a record only if its header has more than a time; otherwise it is part of the record above.
  @inline(never)
  mutating func readIndentedRecord(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard let inner = Self.unwrapped(line, from: start, &context), inner.isCertain else { return false }
    self = inner
    return true
  }

  /// Reads a line that begins with `//`, `#`, `*`, `;`, `>`, a comma or a quotation mark. The rest is a record if it has a process,
  /// a date, or a tag in a format of Android.
  @inline(never)
  mutating func readQuotedLine(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    var index = start
    while index < message.upperBound, line[index] == line[start] { index += 1 }
    // A single slash begins a path.
    guard line[start] != UInt8(ascii: "/") || index > start + 1 else { return false }
    return readQuoted(line, at: line.skippingSpaces(index, before: message.upperBound), &context)
  }

  /// Reads a line whose colors were copied with an arrow in place of the escape character: `←[38;5;75m … ←[0m`.
  @inline(never)
  mutating func readArrowColor(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    guard var index = line.end(of: "←[", at: start, before: message.upperBound) else { return false }
    while line.byte(at: index).isDigit || line.byte(at: index) == UInt8(ascii: ";") { index += 1 }
    guard line.byte(at: index) == UInt8(ascii: "m") else { return false }
    let reset: StaticString = "←[0m"
    let end = message.upperBound - reset.utf8CodeUnitCount
    let limit = line.has(reset, at: end, before: message.upperBound) ? end : message.upperBound
    guard let inner = Self.unwrapped(line.extracting(0..<limit), from: index + 1, &context), !inner.isEmpty
    else {
      return false
    }
    self = inner
    return true
  }

  /// Reads a line number before a header: with a colon or a hyphen, or with a space if the header begins with a digit.
  mutating func readLineNumber(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard let number = line.number(at: start, before: min(limit, start + 8)), number.end < start + 8,
      number.end < limit
    else { return false }
    let mark = line[number.end]
    let isSpace = mark.isSpace
    guard isSpace || mark == UInt8(ascii: ":") || mark == UInt8(ascii: "-") else { return false }
    let rest = isSpace ? line.skippingSpaces(number.end, before: limit) : number.end + 1
    return rest < limit && (!isSpace || line[rest].isDigit) && readQuoted(line, at: rest, &context)
  }

  /// Reads a path, or a path and a line number, before a header.
  mutating func readPath(_ line: Span<UInt8>, _ path: Range<Int>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    let start = path.upperBound + 1
    guard line[path.upperBound] == UInt8(ascii: ":"), start < limit, !line[start].isSpace else {
      return false
    }
    if let number = line.number(at: start, before: limit), number.end + 1 < limit,
      line[number.end] == UInt8(ascii: ":") || line[number.end] == UInt8(ascii: "-"),
      readQuoted(line, at: number.end + 1, &context)
    {
      return true
    }
    // The name of a file has a dot. Without one, it may be a label before a time.
    return line.index(of: UInt8(ascii: "."), in: path) != nil && readQuoted(line, at: start, &context)
  }

  /// Reads a line with a second time, if a header follows it. The second time is used if the header has none.
  mutating func readAfterSecondTime(
    _ line: Span<UInt8>, at rest: Int, time outer: TimeField, _ context: inout LogContext
  ) -> Bool {
    guard rest < message.upperBound, line[rest].isDigit, readQuoted(line, at: rest, &context) else {
      return false
    }
    if time == nil { time = outer }
    return true
  }

  private mutating func readQuoted(
    _ line: Span<UInt8>, at rest: Int, _ context: inout LogContext
  ) -> Bool {
    guard let inner = Self.unwrapped(line, from: rest, &context),
      inner.isCertain || inner.time?.timestamp(line)?.isDated == true
        || inner.tag != nil && inner.format.home == .android
    else {
      return false
    }
    self = inner
    return true
  }
}
