/// Prefixes that container tools put before each line.
///
///     2024-01-01T00:00:01.234567891Z stdout F text        CRI: F, or P if the message continues
///     2024-01-01T00:00:01.234567891Z text                 `docker logs -t`: nine digits and Z
///     api-1  | text                                       docker compose
///     [pod/api-5d8/app] text                              kubectl
extension Header {
  private static let streams: [StaticString] = [" stdout ", " stderr "]

  /// Reads a line after the time of a container's or a build's stream.
  @inline(never)
  mutating func readStreamStamp(
    _ line: Span<UInt8>, _ clock: DateTimeField, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    let end = clock.text.upperBound
    var rest = end + 1
    if let stream = line.first(of: Self.streams, at: end, before: limit) {
      let mark = line.byte(at: stream.end)
      let isPartial = mark == UInt8(ascii: "P")
      guard isPartial || mark == UInt8(ascii: "F"), line.byte(at: stream.end + 1) == UInt8(ascii: " ") else {
        return false
      }
      rest = stream.end + 2
      if context.wrappers == 0 {
        context.held.notePiece(.init(start: rest, isPartial: isPartial, stream: line[end + 4]))
      }
    } else {
      guard let digits = clock.utcFractionDigits(line) else { return false }
      if digits == 6, let stream = endOfGitLabStream(line, at: rest) {
        rest = stream
      } else if digits != 7, digits != 9 {
        return false
      }
    }
    guard let inner = Self.unwrapped(line, from: rest, &context) else { return false }
    adopt(inner, time: .clock(clock))
    return true
  }

  /// Reads `name-1  | text`. A name without a number is accepted only if it is padded with spaces, or if a header follows.
  mutating func readContainer(
    _ line: Span<UInt8>, _ name: Range<Int>, _ context: inout LogContext
  ) -> Bool {
    let limit = message.upperBound
    let bar = line.skippingSpaces(name.upperBound, before: limit)
    guard bar > name.upperBound, line.has("| ", at: bar, before: limit),
      let inner = Self.unwrapped(line, from: bar + 2, &context)
    else { return false }
    let digits = line.digitsStart(endingAt: name.upperBound, notBefore: name.lowerBound)
    let hasNumber =
      digits < name.upperBound && digits > name.lowerBound + 1
      && (line[digits - 1] == UInt8(ascii: "-") || line[digits - 1] == UInt8(ascii: "_"))
    guard hasNumber || bar > name.upperBound + 1 || !inner.isEmpty else { return false }
    self = inner
    return true
  }

  /// Reads `[pod/NAME/CONTAINER] text`.
  mutating func readContainerName(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard line.has("[pod/", at: start, before: limit),
      let close = line.index(of: UInt8(ascii: "]"), in: start..<limit),
      line.byte(at: close + 1) == UInt8(ascii: " "),
      let inner = Self.unwrapped(line, from: close + 2, &context)
    else { return false }
    self = inner
    return true
  }
}
