/// Splits a log, which is read in pieces, into lines. The result does not depend on the size of the pieces.
///
/// LF ends a line, and CRs before it belong to the line end. If the first 64 KiB of a log contain CRs but no LF, CR ends a line
/// until the first LF is read. NULs and byte order marks at the start of a line are removed, because preallocated and joined
/// files have them.
struct LineReader: ~Copyable {
  /// A line that is longer than `limits.line` is returned in parts, so that memory is bounded. The first part has one byte more
  /// than the limit, which shows that the line is too long.
  private let limits: ReaderLimits
  private static let usualLine = 1 << 10
  private static let sniffLength = 1 << 16

  /// The start of the log, as long as its line ends are not known.
  private(set) var head: [UInt8] = []
  /// The bytes of a line that began in an earlier piece. They are the whole line when `next` returns `carried`.
  private(set) var carry: [UInt8] = []
  private var lineEnd: UInt8?
  /// Whether a part of the current line was returned.
  private var isInLine = false
  /// The last byte of the part that was returned last.
  private var lastByte: UInt8 = 0

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// A line of the log.
  enum Line {
    /// The line is this range of the piece.
    case inPlace(Range<Int>)
    /// The line is all of `carry`, which has to be taken before the next line is read.
    case carried
    /// All of `carry` is a part of a line that is too long.
    case part(isFirst: Bool, isLast: Bool)

    /// Whether it is a part of a line, but not the first one.
    var isRest: Bool { if case .part(isFirst: false, _) = self { true } else { false } }
  }

  /// Stores the start of the log in `head` until it shows how lines end, and returns whether that is known. `head` is then the
  /// first piece, and `bytes` from `position` on is the next one.
  mutating func settle(with bytes: Span<UInt8>, from position: inout Int) -> Bool {
    if lineEnd != nil { return true }
    let end = min(bytes.count, Self.sniffLength - head.count)
    if bytes.index(of: .lineFeed, in: 0..<end) != nil {
      lineEnd = .lineFeed
      return true
    }
    head.append(bytes.extracting(0..<end))
    position = end
    if head.count == Self.sniffLength { settle() }
    return lineEnd != nil
  }

  /// Determines the line end from `head` alone, because it is full or the log has ended.
  mutating func settle() {
    if lineEnd == nil { lineEnd = head.contains(.carriageReturn) ? .carriageReturn : .lineFeed }
  }

  /// Whether the next byte begins a line, and lines end with LF.
  var areBetween: Bool { lineEnd == .lineFeed && carry.isEmpty && !isInLine }

  /// Returns `head`, and empties it.
  mutating func takeHead() -> [UInt8] {
    let taken = head
    head = []
    return taken
  }

  /// Returns `carry`, and empties it.
  mutating func takeCarry() -> [UInt8] {
    let taken = carry
    carry = []
    return taken
  }

  /// Puts back the array that `takeCarry` returned, to reuse its memory.
  mutating func reuse(_ taken: inout [UInt8]) {
    swap(&carry, &taken)
    carry.removeAll(keepingCapacity: true)
  }

  /// Returns the next line that ends in a piece, or a part of a long one; nil at the end of the piece, whose last bytes are then
  /// in `carry`.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    if carry.isEmpty, !isInLine {
      // Not beyond the limit, because a longer line is searched in parts.
      let limit = min(bytes.count, start + limits.line + 1)
      if let end = endOfLine(in: bytes, from: start, before: limit) {
        position = end + 1
        return .inPlace(Self.text(in: bytes, Self.withoutNULs(bytes, start..<end)))
      }
    }
    while position < bytes.count {
      let limit = min(bytes.count, position + room)
      let end = endOfLine(in: bytes, from: position, before: limit)
      append(bytes, position..<(end ?? limit))
      position = end.map { $0 + 1 } ?? limit
      if end != nil { return carried() }
      if room == 0 { return part(isLast: false) }
    }
    return nil
  }

  /// Returns the last line of the log if it has no line end; otherwise nil.
  mutating func last() -> Line? { carry.isEmpty && !isInLine ? nil : carried() }

  /// The number of bytes that can be added to the carry before it is returned as a part.
  private var room: Int { (isInLine ? limits.part : limits.line + 1) - carry.count }

  @inline(__always)
  private mutating func endOfLine(in bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
    guard lineEnd == .carriageReturn else { return bytes.index(of: .lineFeed, in: start..<limit) }
    let end = bytes.index(of: .carriageReturn, in: start..<limit)
    if let first = bytes.index(of: .lineFeed, in: start..<(end ?? limit)) {
      lineEnd = .lineFeed
      return first
    }
    return end
  }

  private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let added = carry.isEmpty && !isInLine ? Self.withoutNULs(bytes, range) : range
    // Allocated only once, because nearly every line fits.
    if carry.capacity == 0 { carry.reserveCapacity(Self.usualLine) }
    // A run of NULs counts as one: a log that was preallocated, or cut off by a crash, may have any number of them.
    if bytes.index(of: 0, in: added) == nil {
      carry.append(bytes.extracting(added))
    } else {
      for index in added where bytes[index] != 0 || (carry.last ?? lastByte) != 0 {
        carry.append(bytes[index])
      }
    }
  }

  private mutating func carried() -> Line {
    if isInLine { return part(isLast: true) }
    let text = Self.text(in: carry.span, carry.indices)
    carry.removeSubrange(text.upperBound...)
    carry.removeSubrange(..<text.lowerBound)
    return .carried
  }

  private mutating func part(isLast: Bool) -> Line {
    let isFirst = !isInLine
    if let last = carry.last { lastByte = last }
    if isFirst { carry.removeSubrange(..<Self.text(in: carry.span, carry.indices).lowerBound) }
    isInLine = !isLast
    return .part(isFirst: isFirst, isLast: isLast)
  }

  @inline(__always)
  private static func withoutNULs(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound, bytes[start] == 0 { start += 1 }
    return start..<range.upperBound
  }

  /// Returns the range of a line without the line end and byte order mark.
  @inline(__always)
  private static func text(in bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
    if end - start >= 3, bytes[start] == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF {
      start += 3
    }
    return start..<end
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
