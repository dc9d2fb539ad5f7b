/// The lines of a block of text that may report an event. The result depends only on the bytes, so another thread can
/// produce it.
public struct ScannedBlock: Sendable {
  /// A line with a candidate.
  fileprivate struct Line {
    /// The index of its first byte in the block.
    var start: Int
    /// Whether it can only have an event if its message goes on in another line, because the line lacks companions of its
    /// literals.
    var isPart: Bool
  }

  fileprivate var lines: [Line] = []
  /// The range of the lines that were scanned. It begins behind the first line feed, because a line may have begun in the
  /// block before.
  fileprivate(set) var range: Range<Int>
  /// The number of lines before the position up to which the block was read.
  private var next = 0

  fileprivate init(_ range: Range<Int>) { self.range = range }

  /// The start of the next line, from an index on and before another one, that may report an event; nil if there is none.
  /// `isWholeMessage` says whether the line with a byte contains its whole message.
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
      // A turn may also contain the beginning of the next lines, which are scanned again.
      while let last = block.lines.last, last.start >= start { block.lines.removeLast() }
      block.lines.append(.init(start: start, isPart: false))
      index =
        bytes.index(of: .lineFeed, in: candidate..<block.range.upperBound).map { $0 + 1 }
        ?? block.range.upperBound
    }
    return block
  }
}
