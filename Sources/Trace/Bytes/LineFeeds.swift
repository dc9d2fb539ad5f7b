// Searches for line feeds in a block of text.

extension Span<UInt8> {
  /// Returns the start of the line that contains a byte.
  func lineStart(before index: Int, notBefore start: Int) -> Int {
    var index = index
    let feeds = SIMD16<UInt8>(repeating: .lineFeed)
    let text = unsafe bytes
    while index - 16 >= start {
      let words = unsafe RawSpan.words(text.block(index - 16) .== feeds)
      if words.x | words.y != 0 { break }
      index -= 16
    }
    while index > start, self[index - 1] != .lineFeed { index -= 1 }
    return index
  }

  /// Returns the index of the line feed that ends the line at an index; the end of the span if there is none.
  func endOfLine(from index: Int) -> Int { self.index(of: .lineFeed, in: index..<count) ?? count }

  /// Returns the number of line feeds in a range.
  func lineFeeds(in range: Range<Int>) -> Int {
    let text = unsafe extracting(range).bytes
    var count = 0
    var index = 0
    let feeds = SIMD16<UInt8>(repeating: .lineFeed)
    while index + 16 * 255 <= range.count {
      count += unsafe text.count(of: feeds, from: index, blocks: 255)
      index += 16 * 255
    }
    let blocks = (range.count - index) / 16
    count += unsafe text.count(of: feeds, from: index, blocks: blocks)
    index += blocks * 16
    while index < range.count {
      if self[range.lowerBound + index] == .lineFeed { count += 1 }
      index += 1
    }
    return count
  }
}

extension RawSpan {
  /// Counts a byte in at most 255 blocks, because the count of each column has to fit in a byte.
  @inline(__always) @unsafe
  fileprivate func count(of byte: SIMD16<UInt8>, from start: Int, blocks: Int) -> Int {
    var columns = SIMD16<UInt8>(repeating: 0)
    for number in 0..<blocks {
      let equal = unsafe block(start &+ number &* 16) .== byte
      let ones = unsafe unsafeBitCast(equal, to: SIMD16<UInt8>.self)
      columns &-= ones
    }
    var count = 0
    for column in 0..<16 { count &+= Int(columns[column]) }
    return count
  }
}
