/// Cuts a log that comes in pieces into lines: the same lines for every size of the pieces.
///
/// LF ends a line, and the CRs before it belong to the end. A log without any LF in its first 64 KiB that has
/// CRs is one with CR line ends, until the first LF comes. NULs and byte order marks at the start of a line
/// are no part of it: preallocated and joined files have them.
struct LineReader: ~Copyable {
  /// A line that is longer than one may be is handed out in parts, so that memory stays bounded. The first part has one byte
  /// more than a line may have: that tells that the line is longer.
  private let limits: ReaderLimits
  private static let usualLine = 1 << 10
  private static let sniffed = 1 << 16

  /// The start of the log while its line ends are not known.
  private(set) var head: [UInt8] = []
  /// A line that the pieces before this one began; complete, and to be taken, when `next` says `carried`.
  private(set) var carry: [UInt8] = []
  private var lineEnd: UInt8?
  /// Whether a part of the line was handed out.
  private var isInLine = false
  /// The last byte of that.
  private var lastByte: UInt8 = 0

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// A line of the log.
  enum Line {
    /// These bytes of the piece.
    case inPlace(Range<Int>)
    /// All of `carry`, which has to be taken before the next line.
    case carried
    /// The same, and only a part of a line that is too long.
    case part(isFirst: Bool, isLast: Bool)

    /// Whether it is a part of a line of which another was handed out before.
    var isRest: Bool { if case .part(isFirst: false, _) = self { true } else { false } }
  }

  /// Keeps the start of the log in `head` until it shows how its lines end. True when that is known:
  /// `head` is then the first piece, and of `bytes` what comes from `position` on the next.
  mutating func settle(with bytes: Span<UInt8>, from position: inout Int) -> Bool {
    if lineEnd != nil { return true }
    let end = min(bytes.count, Self.sniffed - head.count)
    if bytes.index(of: .lineFeed, in: 0..<end) != nil {
      lineEnd = .lineFeed
      return true
    }
    head.append(bytes.extracting(0..<end))
    position = end
    if head.count == Self.sniffed { settle() }
    return lineEnd != nil
  }

  /// Settles for what `head` shows: nothing more is known or comes.
  mutating func settle() {
    if lineEnd == nil { lineEnd = head.contains(.carriageReturn) ? .carriageReturn : .lineFeed }
  }

  /// Whether the next byte begins a line, and LF ends it.
  var areBetween: Bool { lineEnd == .lineFeed && carry.isEmpty && !isInLine }

  /// `head`, which is then empty.
  mutating func takeHead() -> [UInt8] {
    let taken = head
    head = []
    return taken
  }

  /// `carry`, which is then empty.
  mutating func takeCarry() -> [UInt8] {
    let taken = carry
    carry = []
    return taken
  }

  /// Gives back what `takeCarry` gave, for its memory.
  mutating func reuse(_ taken: inout [UInt8]) {
    swap(&carry, &taken)
    carry.removeAll(keepingCapacity: true)
  }

  /// The next line that ends in a piece, or a part of one; nil when the rest of the piece is kept for the next.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    if carry.isEmpty, !isInLine {
      // No further than a line may go, as a longer one is looked through in parts.
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

  /// The last line, which no line end closed.
  mutating func last() -> Line? { carry.isEmpty && !isInLine ? nil : carried() }

  /// How many bytes the carry takes before it is handed out as a part.
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
    // Room for nearly every line there is, once for all.
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

  /// A line without line end and byte order mark.
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
