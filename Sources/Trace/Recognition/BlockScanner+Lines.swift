/// The lines of a block of text that may report an event. The result depends only on the bytes, so another thread can compute it.
public struct ScannedBlock: Sendable {
  /// A line with a candidate.
  fileprivate struct Line {
    /// The index of the line's first byte in the block.
    var start: Int
    /// Whether the line can only have an event if its message continues in another line, because it lacks the companions of its
    /// literals.
    var isPart: Bool
  }

  fileprivate var lines: [Line] = []
  /// The range of the scanned lines. It begins after the first line feed, because the first line may have begun in the previous
  /// block.
  fileprivate(set) var range: Range<Int>
  /// The index of the first line that `nextLine` has not passed yet.
  private var next = 0

  fileprivate init(_ range: Range<Int>) { self.range = range }

  /// Returns the start of the first line from `start` on and before `limit` that may report an event; nil if there is none.
  /// `isWholeMessage` returns whether the line that contains a byte also contains its whole message.
  mutating func nextLine(from start: Int, before limit: Int, isWholeMessage: (Int) -> Bool) -> Int? {
    while next < lines.count, lines[next].start < start { next += 1 }
    while next < lines.count, lines[next].start < limit {
      if !lines[next].isPart || !isWholeMessage(lines[next].start) { return lines[next].start }
      next += 1
    }
    return nil
  }
}

extension BlockScanner {
  /// Scans a block of a log.
  public func scan(_ bytes: Span<UInt8>) -> ScannedBlock {
    let first = bytes.index(of: .lineFeed, in: bytes.indices).map { $0 + 1 } ?? bytes.count
    var block = ScannedBlock(first..<bytes.endOfLastLine(from: first))
    var index = first
    while index < block.range.upperBound {
      let candidate = firstCandidate(in: bytes, index..<block.range.upperBound) { part in
        let start = bytes.lineStart(before: part, notBefore: index)
        if block.lines.last?.start != start { block.lines.append(.init(start: start, isPart: true)) }
        return true
      }
      guard let candidate else { break }
      let start = bytes.lineStart(before: candidate, notBefore: index)
      // The literal scanner may already have added lines after the candidate. They are scanned again.
      while let last = block.lines.last, last.start >= start { block.lines.removeLast() }
      block.lines.append(.init(start: start, isPart: false))
      index =
        bytes.index(of: .lineFeed, in: candidate..<block.range.upperBound).map { $0 + 1 }
        ?? block.range.upperBound
    }
    return block
  }
}
