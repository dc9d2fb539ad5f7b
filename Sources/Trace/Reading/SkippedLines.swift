/// Skips the lines of a log that have no candidate, and goes back to the record that a candidate belongs to.
///
/// A line without a candidate has no event (`BlockScanner`). But it may begin the record of a later line: its header names the
/// process of a line without one, or it opens a document. So a line is read together with the lines above it, from the
/// nearest one that names a process.
///
/// So that no one has to go back far, the first line after every `sample` bytes of the log is also read. These lines also
/// show midnights and New Years.
struct SkippedLines {
  /// The distance between two lines that are read in any case, in bytes.
  static let sample = 1 << 16

  let scanner: BlockScanner
  /// The offset in the log, in bytes, from which on the next line is a sample.
  private(set) var nextSample: Int
  /// The offset behind the last line that was read.
  var lastRead: Int
  /// The number of lines to read before the next attempt to skip, and that number after another attempt in vain: in a log
  /// full of events it is a waste of time.
  private var wait = 0
  private var nextWait = 0

  private static let longestWait = 31
  /// An attempt is in vain if it skips fewer bytes.
  private static let worthwhile = 256

  /// Starts skipping at an offset. If the text before it is long enough, the scanner is fitted to it. The text is the same
  /// for every size of the pieces of a log.
  init(_ scanners: BlockScanner.Sources, _ before: Span<UInt8>, from offset: Int, _ limits: ReaderLimits) {
    scanner = before.count < limits.fittingText ? scanners.scanner : scanners.scanner(fittedTo: before)
    nextSample = Self.sample(after: offset)
    lastRead = offset
  }

  /// A line is read that begins at an offset.
  mutating func noteRead(at offset: Int, end: Int) {
    if offset >= nextSample { nextSample = Self.sample(after: offset) }
    lastRead = end
    if wait > 0 { wait -= 1 }
  }

  /// Whether the next line is read without an attempt to skip it.
  var isWaiting: Bool { wait > 0 }

  /// An attempt skipped a number of bytes.
  mutating func noteSkipped(_ count: Int) {
    if count >= Self.worthwhile {
      (wait, nextWait) = (0, 0)
    } else {
      (wait, nextWait) = (nextWait, min(nextWait * 2 + 1, Self.longestWait))
    }
  }

  /// Whether a line that begins at an offset is read even without a candidate.
  func isSample(at offset: Int) -> Bool { offset >= nextSample }

  private static func sample(after offset: Int) -> Int { (offset / sample + 1) * sample }

  /// The start of the next line that has to be read, from a line start on; `end`, where the last whole line ends, if there
  /// is none. Indices are those of `bytes`, and `base` is the offset of the first of them in the log. `isWholeMessage` says
  /// whether the line with a byte contains its whole message.
  func nextLine(
    in bytes: Span<UInt8>, from start: Int, before end: Int, base: Int, isWholeMessage: (Int) -> Bool
  ) -> Int {
    if isSample(at: base + start) { return start }
    var limit = end
    let boundary = nextSample - base
    // The first line that begins at the boundary or after it.
    if boundary < end, let feed = bytes.index(of: .lineFeed, in: boundary - 1..<end) { limit = feed + 1 }
    guard let candidate = scanner.firstCandidate(in: bytes, start..<limit, isWholeMessage: isWholeMessage)
    else {
      return limit
    }
    return bytes.lineStart(before: candidate, notBefore: start)
  }
}

extension Span<UInt8> {
  /// The start of the line with a byte.
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

  /// The number of line feeds in a range.
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
  /// The number of equal bytes in some blocks, 255 at most, because each column is counted in a byte.
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

// MARK: The record of a candidate

extension EventParser {
  /// Counts lines that are skipped.
  mutating func skipLines(_ count: Int) { tally.counts.lines += count }

  /// Whether the line with a byte contains its whole message: the line and the next one both have a header.
  mutating func isWholeMessage(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard !context.held.hasLongHeaders, !documents.isWaiting, !context.isInDump else { return false }
    let start = bytes.lineStart(before: index, notBefore: 0)
    guard let end = bytes.index(of: .lineFeed, in: index..<bytes.count),
      let nextEnd = bytes.index(of: .lineFeed, in: end + 1..<bytes.count)
    else { return false }
    return hasHeader(bytes.extracting(start..<end)) && hasHeader(bytes.extracting(end + 1..<nextEnd))
  }

  private mutating func hasHeader(_ line: Span<UInt8>) -> Bool {
    scratch.isCompactLog = context.isCompactLog
    let header = Header(of: line, &scratch)
    if scratch.held.areThere || scratch.cut.isWaiting {
      scratch = LogContext()
      return false
    }
    return header.format != .bare && !header.isEmpty && header.coding == .plain
  }

  /// The start of the first line that has to be read with the line at an index: that line itself, or the nearest one above
  /// that names a process. It is `start` if a line in between may belong to a document.
  mutating func startOfRecord(in bytes: Span<UInt8>, at line: Int, notBefore start: Int) -> Int {
    if context.held.hasLongHeaders { return startOfLongRecord(in: bytes, at: line, notBefore: start) }
    var index = line
    var mayBeInDocument = false
    while true {
      switch kind(ofLine: bytes, from: index) {
      case .record:
        if index == start { return index }
        let above = bytes.lineStart(before: index - 1, notBefore: start)
        return opensRecord(bytes, from: above) ? above : index
      case .document: mayBeInDocument = true
      case .other: break
      }
      if index == start { break }
      index = bytes.lineStart(before: index - 1, notBefore: start)
    }
    return mayBeInDocument ? start : owners.haveNamed ? start : line
  }

  /// The same in a log with headers in lines of their own: the nearest such line.
  private mutating func startOfLongRecord(in bytes: Span<UInt8>, at line: Int, notBefore start: Int) -> Int {
    var index = line
    while index > start, !opensRecord(bytes, from: index) {
      index = bytes.lineStart(before: index - 1, notBefore: start)
    }
    return index
  }

  /// Whether the record of a line continues in the next one, whatever that looks like.
  private mutating func opensRecord(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let end = bytes.index(of: .lineFeed, in: start..<bytes.count) ?? bytes.count
    scratch.isCompactLog = context.isCompactLog
    _ = Header(of: bytes.extracting(start..<end), &scratch)
    let isHeader = scratch.held.areThere && scratch.held.piece == nil || scratch.cut.isWaiting
    if scratch.held.areThere || scratch.cut.isWaiting { scratch = LogContext() }
    return isHeader
  }

  /// What a line means for those below it.
  private enum LineKind {
    /// It names a process, or is a whole record: nothing above it matters.
    case record
    /// It may begin or continue a document.
    case document
    case other
  }

  private mutating func kind(ofLine bytes: Span<UInt8>, from start: Int) -> LineKind {
    let end = bytes.index(of: .lineFeed, in: start..<bytes.count) ?? bytes.count
    let line = bytes.extracting(start..<end)
    let first = line.byte(at: line.skippingBlanks(0, before: line.count))
    if first == UInt8(ascii: "{"), line.lastVisible == UInt8(ascii: "}") { return .record }
    let mayBeDocument = Self.documentMarks.contains(first)
    guard owners.haveNamed || mayBeDocument else { return .other }
    scratch.isCompactLog = context.isCompactLog
    let header = Header(of: line, &scratch)
    if header.process != nil || header.pid != nil { return .record }
    return mayBeDocument && DocumentReader.mayBegin(line, header) ? .document : .other
  }

  /// The bytes that the lines of documents can begin with.
  private static let documentMarks: [UInt8] = Array("{[,}<IPE`".utf8)
}

extension Span<UInt8> {
  /// The last byte that is not a blank; 0 if there is none.
  fileprivate var lastVisible: UInt8 {
    var end = count
    while end > 0, self[end - 1].isBlank { end -= 1 }
    return end > 0 ? self[end - 1] : 0
  }
}
