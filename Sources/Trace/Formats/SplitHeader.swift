/// A header whose line ends before its record: the message is in the next line.
struct SplitHeader {
  /// How the next line has to begin to be the rest.
  enum Rest {
    /// With two blanks, which stand for the one that is missing.
    case indented
    /// With blanks and `[pid] <level>: `.
    case untilPid
  }

  private(set) var isWaiting = false
  /// What the header's line was taken for.
  var format: Format { rest == .indented ? .oslogDefault : .plain }
  private var bytes: [UInt8] = []
  private var rest = Rest.indented

  /// Longer ones are none.
  private static let longest = 500

  mutating func hold(_ line: Span<UInt8>, _ rest: Rest) {
    guard line.count <= Self.longest else { return }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(line)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    self.rest = rest
    isWaiting = true
  }

  /// Puts header and next line into a record, without reading it; false where that line is no rest.
  mutating func join(_ line: Span<UInt8>, number: Int, _ record: inout AssembledRecord) -> Bool {
    isWaiting = false
    let start = line.skippingBlanks(0, before: line.count)
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
