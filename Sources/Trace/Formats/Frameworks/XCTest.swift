/// The output of XCTest: steps of a UI test with the seconds since the test began, and starts and ends of tests.
///
///     Test Case '-[WalkUITests.LifeTests testWalk]' started.
///         t =     0.00s Start Test at 2024-01-01 10:00:00.035
///         t =    12.20s     Open com.example.walk
///
/// If the start of the test is logged, the seconds are converted to absolute times. A step describes an action of the test, not
/// of the app.
extension Header {
  private static let barrier: StaticString = "XCTestOutputBarrier"
  private static let caseWords: [StaticString] = ["started", "passed", "failed", "skipped"]

  /// Reads a step, from its `t` on. Returns false if it is something else.
  @inline(never)
  mutating func readTestStep(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard let mark = line.end(of: "t = ", at: start, before: limit) else { return false }
    let number = line.skippingSpaces(mark, before: limit)
    if let end = line.end(of: "nans ", at: number, before: limit) {
      message = line.trimmed(end..<limit)
    } else {
      guard
        let reading = EpochField(line, at: number, before: limit, .relative(1_000_000_000)),
        let end = line.end(of: "s ", at: reading.text.upperBound, before: limit)
      else { return false }
      message = line.trimmed(end..<limit)
      if let at = line.end(of: "Start Test at ", at: message.lowerBound, before: limit),
        let clock = DateTimeField(line, at: at, before: limit), clock.isDated
      {
        context.testStart = clock.timestamp(line)
      }
      time = .number(reading)
      if let begin = context.testStart, let passed = reading.timestamp(line) {
        time = .exact(begin.advanced(by: passed.nanoseconds), text: reading.text)
      }
    }
    format = .xctestActivity
    return true
  }

  /// Reads the start or the end of a test or a suite. Returns false if it is something else.
  @inline(never)
  mutating func readTestCase(_ line: Span<UInt8>, at start: Int, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    guard
      let name = line.end(of: "Test Suite '", at: start, before: limit)
        ?? line.end(of: "Test Case '", at: start, before: limit),
      let quote = line.index(of: UInt8(ascii: "'"), in: name..<limit),
      line.first(of: Self.caseWords, at: quote + 2, before: limit) != nil
    else { return false }
    context.testStart = nil
    format = .xctestCase
    return true
  }

  /// Returns the index after the `XCTestOutputBarrier` marks at an index. The test tools end their output with such a mark, and
  /// the next output follows on the same line.
  @inline(never)
  static func endOfBarriers(_ line: Span<UInt8>, at start: Int) -> Int {
    var index = start
    while let end = line.end(of: barrier, at: index, before: line.count) { index = end }
    return index
  }
}
