/// A header whose message is in the next line.
struct SplitHeader {
  /// The start of the next line, by which it is recognized.
  enum Rest {
    /// Two spaces, instead of the one that is missing.
    case indented
    /// Spaces and `[pid] <level>: `.
    case untilPid
  }

  private(set) var isWaiting = false
  /// The format that the line of the header was counted as.
  var format: Format { rest == .indented ? .oslogDefault : .plain }
  private var bytes: [UInt8] = []
  private var rest = Rest.indented

  /// The maximum length of the line.
  private static let longest = 500

  mutating func hold(_ line: Span<UInt8>, _ rest: Rest) {
    guard line.count <= Self.longest else { return }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(line)
    while bytes.last?.isSpace == true { bytes.removeLast() }
    self.rest = rest
    isWaiting = true
  }

  /// Joins the header and the next line in a record, without reading it. Returns false if the next line does not belong to the
  /// header.
  mutating func join(_ line: Span<UInt8>, number: Int, _ record: inout AssembledRecord) -> Bool {
    isWaiting = false
    let start = line.skippingSpaces(0, before: line.count)
    guard start > 0, start < line.count else { return false }
    switch rest {
    case .indented: guard start > 1 else { return false }
    case .untilPid:
      let digits = line.skippingDigits(start + 1, before: line.count)
      guard line[start] == UInt8(ascii: "["), digits > start + 1,
        line.has("] <", at: digits, before: line.count)
      else {
        return false
      }
    }
    record.removeAll()
    record.line = number
    record.original.append(line)
    record.append(bytes.span)
    if rest == .indented { record.append(UInt8(ascii: " "), at: nil) }
    record.append(line.extracting(start..<line.count), from: start)
    return true
  }
}
