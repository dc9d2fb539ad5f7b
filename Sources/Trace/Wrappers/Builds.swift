/// Prefixes that build services put before each line.
///
///     2024-01-01T00:00:01.2345678Z text                          GitHub Actions: seven digits and Z
///     build\tRun tests\t2024-01-01T00:00:01.2345678Z text        `gh run view --log`
///     2024-01-01T00:00:01.234567Z 00O text                       GitLab
///     [10:00:00]: ▸ text                                         fastlane
extension Header {
  private static let titles: [StaticString] = [
    "##[group]", "##[endgroup]", "##[command]", "##[section]", "::group::", "::endgroup::",
  ]
  private static let marks: [StaticString] = ["##[error]", "##[warning]", "##[debug]"]

  /// Reads a line with a marker of a build service: the title of a group, a command, or a message.
  mutating func readMarker(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    if line.first(of: Self.titles, at: start, before: limit) != nil {
      // It announces a command and reports nothing.
      message = limit..<limit
      return true
    }
    guard let mark = line.first(of: Self.marks, at: start, before: limit),
      let inner = Self.unwrapped(line, from: mark.end, &context)
    else { return false }
    self = inner
    return true
  }

  /// Reads a line of `gh run view --log`, which begins with the names of the job and the step.
  mutating func readJobAndStep(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = min(message.upperBound, 200)
    guard let first = line.index(of: UInt8(ascii: "\t"), in: 0..<limit),
      let second = line.index(of: UInt8(ascii: "\t"), in: first + 1..<limit)
    else { return false }
    let start = line.skippingByteOrderMark(second + 1)
    guard let clock = DateTimeField(line, at: start, before: message.upperBound),
      clock.utcFractionDigits(line) == 7,
      let inner = Self.unwrapped(line, from: start, &context)
    else { return false }
    self = inner
    return true
  }

  /// Returns the end of GitLab's stream after its time: two hexadecimal digits, `O` or `E`, and a space, or `+` for a continued
  /// line.
  func endOfGitLabStream(_ line: Span<UInt8>, at start: Int) -> Int? {
    guard start + 4 <= line.count, line[start].isHex, line[start + 1].isHex,
      line[start + 2] == UInt8(ascii: "O") || line[start + 2] == UInt8(ascii: "E"),
      line[start + 3] == UInt8(ascii: " ") || line[start + 3] == UInt8(ascii: "+")
    else { return nil }
    return start + 4
  }

  /// Reads the start or the end of a section, which GitLab overwrites on the screen.
  mutating func readSection(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = message.upperBound
    guard
      let number = line.end(of: "section_start:", at: start, before: limit)
        ?? line.end(of: "section_end:", at: start, before: limit),
      let reading = EpochField(line, at: number, before: limit, .epochSeconds),
      line.byte(at: reading.text.upperBound) == UInt8(ascii: ":")
    else { return false }
    time = .number(reading)
    format = .plain
    message = limit..<limit
    return true
  }

  /// Reads the text after fastlane's time, which is in brackets and followed by a colon.
  @inline(never)
  mutating func readFastlane(
    _ line: Span<UInt8>, at start: Int, _ clock: DateTimeField, _ context: inout LogContext
  ) -> Bool {
    guard line.byte(at: start) == UInt8(ascii: " ") else { return false }
    let rest = line.end(of: " ▸ ", at: start, before: message.upperBound) ?? start + 1
    guard let inner = Self.unwrapped(line, from: rest, &context) else { return false }
    adopt(inner, time: .clock(clock))
    return true
  }
}

extension DateTimeField {
  /// Returns the number of digits of the fraction; nil unless the time has a date and ends with `Z`.
  func utcFractionDigits(_ line: Span<UInt8>) -> Int? {
    guard isDated, line[text.upperBound - 1] == UInt8(ascii: "Z") else { return nil }
    return max(0, text.count - 21)
  }
}
