/// A log with its newest record first, such as an export or a list of breadcrumbs, reversed record by record.
public struct ReversedLog: Sendable {
  /// Its lines in the order of time, each with a line end.
  public private(set) var bytes: [UInt8] = []
  /// For each of these lines, its 1-based number in the log.
  public private(set) var lines: [Int] = []

  /// Reverses a log. Lines without a time belong to the record above them.
  public init(_ log: [UInt8]) {
    var records: [Range<Int>] = []
    var starts: [Int] = []
    var line = 0
    Self.forEachLine(of: log.span) { range, time in
      line += 1
      if time != nil || records.isEmpty {
        records.append(range)
        starts.append(line)
      } else {
        records[records.count - 1] = records[records.count - 1].lowerBound..<range.upperBound
      }
      return true
    }
    bytes.reserveCapacity(log.count + 1)
    lines.reserveCapacity(line)
    for index in records.indices.reversed() {
      bytes.append(log.span.extracting(records[index]))
      bytes.append(.lineFeed)
      let next = index + 1 < starts.count ? starts[index + 1] : line + 1
      lines += starts[index]..<next
    }
  }

  /// Whether the times at the beginning of a log decrease: at least three records, and none is later than the record
  /// above it.
  public static func isNewestFirst(_ beginning: Span<UInt8>) -> Bool {
    var newest: Timestamp?
    var steps = 0
    var passed: Int64 = 0
    var isInOrder = false
    forEachLine(of: beginning) { _, time in
      guard let time else { return true }
      defer { newest = time }
      guard let newest else { return true }
      let step = newest.nanoseconds - time.nanoseconds
      // A large drop of the time of day is a midnight, so the log is in order.
      if newest.kind != time.kind || step < 0 || step > 12 * 3_600_000_000_000 && time.kind == .timeOnly {
        isInOrder = true
        return false
      }
      if step > 0 { steps += 1 }
      passed += step
      return true
    }
    return !isInOrder && steps >= 2 && passed >= leastPassed
  }

  /// The least total decrease, in nanoseconds. Threads that log at the same time may be out of order by some milliseconds.
  private static let leastPassed: Int64 = 100_000_000

  /// Calls a function with each line, without its line end, and the time in its header. Stops if it returns false.
  private static func forEachLine(of bytes: Span<UInt8>, _ body: (Range<Int>, Timestamp?) -> Bool) {
    var context = LogContext()
    var start = 0
    while start < bytes.count {
      let end = bytes.endOfLine(from: start)
      let line = bytes.extracting(start..<end)
      guard body(start..<end, Header(of: line, &context).time?.timestamp(line)) else { return }
      start = end + 1
    }
  }
}
