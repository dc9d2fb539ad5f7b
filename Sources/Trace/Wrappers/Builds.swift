/// What services that build programs put before each line.
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

  /// Reads what GitHub marks: the title of a group, a command, a message.
  mutating func readMarker(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    if line.first(of: Self.titles, at: start, before: limit) != nil {
      // What somebody is about to do, and no report.
      message = limit..<limit
      return true
    }
    guard let mark = line.first(of: Self.marks, at: start, before: limit),
      let inner = Self.unwrapped(line, from: mark.end, &context)
    else { return false }
    self = inner
    return true
  }

  /// Reads the line of a job's step.
  mutating func readJobAndStep(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = min(message.upperBound, 200)
    guard let first = line.index(of: UInt8(ascii: "\t"), in: 0..<limit),
      let second = line.index(of: UInt8(ascii: "\t"), in: first + 1..<limit)
    else { return false }
    let start = line.skippingByteOrderMark(second + 1)
    guard let clock = DateTimeField(line, at: start, before: message.upperBound),
      clock.fractionOfGreenwich(line) == 7,
      let inner = Self.unwrapped(line, from: start, &context)
    else { return false }
    self = inner
    return true
  }

  /// Reads what follows GitLab's stamp: the stream in two digits, `O` or `E`, and `+` where the line goes on.
  func endOfGitLabStream(_ line: Span<UInt8>, at start: Int) -> Int? {
    guard start + 4 <= line.count, line[start].isHex, line[start + 1].isHex,
      line[start + 2] == UInt8(ascii: "O") || line[start + 2] == UInt8(ascii: "E"),
      line[start + 3] == UInt8(ascii: " ") || line[start + 3] == UInt8(ascii: "+")
    else { return nil }
    return start + 4
  }

  /// Reads a section's start or end, which GitLab writes over on the screen.
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

  /// Reads what follows fastlane's time in brackets and a colon.
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
  /// How many digits the fraction has, of a time with a date and `Z`.
  func fractionOfGreenwich(_ line: Span<UInt8>) -> Int? {
    guard isDated, line[text.upperBound - 1] == UInt8(ascii: "Z") else { return nil }
    return max(0, text.count - 21)
  }
}
