/// Finds candidates in a block of text: bytes whose line may report an event. The result depends only on the bytes.
///
/// A line without a candidate has no event in any format. It does not contain a literal of the vocabulary, the start of a
/// dotted name (`timer.` of `timer.start`), or a control character or unusual space that could hide one of these. This avoids
/// parsing its header and finding its record.
///
/// Each turn checks thirty-two bytes: it looks up the hashes of eight pieces in a table, as `Prefilter` does, and compares all
/// bytes with a few characters at once.
public struct BlockScanner: Sendable {
  private let filter: Prefilter
  private let families: FamilyNames
  /// A set of pieces with eight bits for each hash of `Prefilter`: three more bits of the hash choose one of them. Thousands
  /// of pieces would otherwise share a hash with one of twenty pieces of any text.
  private let pieces: [UInt8]

  private typealias Block = SIMD16<UInt8>
  /// The number of bytes in a turn: two blocks.
  private static let turn = 32

  init(_ families: FamilyNames, _ filter: Prefilter) {
    self.filter = filter
    self.families = families
    var pieces = Array(repeating: UInt8(0), count: 1 << 16)
    for piece in filter.pieces {
      let hash = Self.hash(of: piece)
      pieces[Int(hash >> 16)] |= 1 << UInt8(hash >> 13 & 7)
    }
    self.pieces = pieces
  }

  @inline(__always)
  private static func hash(of piece: UInt32) -> UInt32 { piece &* 0x9E37_79B1 }

  /// Whether some literal is too short to be looked for, so that every line is a candidate.
  var isOpen: Bool { filter.isOpen }

  /// Whether a line has a candidate.
  func hasCandidate(_ line: Span<UInt8>) -> Bool {
    firstCandidate(in: line, line.indices) { _ in false } != nil
  }

  /// The index of a byte in the first line of a range that has a candidate; nil if no line has one. The range consists of
  /// whole lines. The caller knows whether the line with a byte contains its whole message.
  func firstCandidate(
    in bytes: Span<UInt8>, _ range: Range<Int>, isWholeMessage: (Int) -> Bool
  ) -> Int? {
    if isOpen || beginsDocument(bytes, range.lowerBound, range) {
      return range.isEmpty ? nil : range.lowerBound
    }
    var index = range.lowerBound
    let last = range.upperBound &- Self.turn
    let table = pieces.span
    let stride = filter.stride
    let text = unsafe bytes.bytes
    if stride == 4 {
      while index <= last {
        let isPiece = unsafe Self.looks(text, index, table) != 0
        let marks = unsafe (Self.marks(text.block(index)), Self.marks(text.block(index &+ 16)))
        let words = marks.0 | marks.1
        let mark = words.x | words.y == 0 ? nil : mark(in: bytes, range, index, marks.0, marks.1)
        let literal = isPiece ? literal(in: bytes, range, turn: index, isWholeMessage) : nil
        if mark != nil || literal != nil { return min(mark ?? .max, literal ?? .max) }
        index &+= Self.turn
      }
    }
    return slowCandidate(in: bytes, range, from: index, isWholeMessage)
  }

  /// The first candidate from an index on, byte by byte.
  @inline(never)
  private func slowCandidate(
    in bytes: Span<UInt8>, _ range: Range<Int>, from start: Int, _ isWholeMessage: (Int) -> Bool
  ) -> Int? {
    var index = start
    while index < range.upperBound {
      if isPiece(bytes, index, range), (index &- range.lowerBound) % filter.stride == 0,
        filter.mayReport(bytes, range, at: index, isWholeMessage: { isWholeMessage(index) })
      {
        return index
      }
      if isMark(bytes, index, range) { return index }
      index &+= 1
    }
    return nil
  }

  /// The first literal in a turn that may report an event.
  @inline(__always)
  private func literal(
    in bytes: Span<UInt8>, _ range: Range<Int>, turn start: Int, _ isWholeMessage: (Int) -> Bool
  ) -> Int? {
    for number in 0..<Self.turn / 4 {
      let index = start &+ number &* 4
      if isPiece(bytes.piece(at: index)),
        filter.mayReport(bytes, range, at: index, isWholeMessage: { isWholeMessage(index) })
      {
        return index
      }
    }
    return nil
  }

  /// The first byte of a turn that matters by itself, if it is one of the marks of its blocks.
  @inline(__always)
  private func mark(
    in bytes: Span<UInt8>, _ range: Range<Int>, _ start: Int, _ first: SIMD2<UInt64>, _ second: SIMD2<UInt64>
  ) -> Int? {
    mark(in: bytes, range, start, first.x) ?? mark(in: bytes, range, start &+ 8, first.y)
      ?? mark(in: bytes, range, start &+ 16, second.x) ?? mark(in: bytes, range, start &+ 24, second.y)
  }

  @inline(__always)
  private func mark(in bytes: Span<UInt8>, _ range: Range<Int>, _ start: Int, _ marks: UInt64) -> Int? {
    var marks = marks
    while marks != 0 {
      let index = start &+ marks.firstMark
      if isMark(bytes, index, range) { return index }
      marks &= marks &- 1
    }
    return nil
  }

  /// Whether a literal is looked for by the four bytes at an index.
  @inline(__always)
  private func isPiece(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    index &+ 4 <= range.upperBound
      && isPiece(bytes.piece(at: index))
  }

  @inline(__always)
  private func isPiece(_ piece: UInt32) -> Bool {
    let hash = Self.hash(of: piece)
    return pieces[Int(hash &>> 16)] &>> UInt8(truncatingIfNeeded: hash &>> 13 & 7) & 1 == 1
  }

  /// Whether the byte at an index makes its line a candidate: the dot behind the name of a family, or a byte that can hide a
  /// literal.
  @inline(__always)
  private func isMark(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "."): families.endsName(at: index, in: bytes, range)
    case .lineFeed: beginsDocument(bytes, index &+ 1, range)
    case .carriageReturn: isLoneReturn(bytes, index, range)
    case ..<0x80, 0x9B, 0xC2: isRareMark(bytes, index, range)
    default: false
    }
  }

  /// Whether text follows a carriage return.
  @inline(__always)
  private func isLoneReturn(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    let next = index &+ 1
    return next < range.upperBound && bytes[next] != .lineFeed && bytes[next] != .carriageReturn
  }

  @inline(never)
  private func isRareMark(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    switch bytes[index] {
    case 0, 8, 0x1B: return true
    // In XML, a literal may be escaped.
    case UInt8(ascii: "&"):
      return Self.escapes.contains { bytes.has($0, at: index &+ 1, before: range.upperBound) }
    case UInt8(ascii: "^"): return index &+ 1 < range.upperBound && bytes[index &+ 1] == UInt8(ascii: "[")
    case 0x9B: return index == range.lowerBound || bytes[index &- 1] < 0x80
    case 0xC2: return index &+ 1 < range.upperBound && bytes[index &+ 1] == 0xA0
    default: return false
    }
  }

  /// Whether the line at an index may begin or continue a document. A whole object in one line is a record of its own.
  @inline(__always)
  private func beginsDocument(_ bytes: Span<UInt8>, _ start: Int, _ range: Range<Int>) -> Bool {
    guard start < range.upperBound else { return false }
    let first = bytes[start]
    // Most lines begin with a digit or a letter that no document begins with.
    guard first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") || Self.documentMarks.contains(first)
    else { return false }
    return beginsDocumentLine(bytes, start, range)
  }

  @inline(never)
  private func beginsDocumentLine(_ bytes: Span<UInt8>, _ start: Int, _ range: Range<Int>) -> Bool {
    let end = bytes.index(of: .lineFeed, in: start..<range.upperBound) ?? range.upperBound
    let line = bytes.extracting(start..<end)
    let header = Header(bare: line)
    guard !header.message.isEmpty, DocumentReader.mayBegin(line, header) else { return false }
    return line[header.message.lowerBound] != UInt8(ascii: "{")
      || line[header.message.upperBound - 1] != UInt8(ascii: "}")
  }

  /// The bytes that the lines of documents can begin with.
  static let documentMarks = ByteSet("{[,}<IPE`")

  private static let escapes: [StaticString] = ["quot;", "apos;", "amp;", "lt;", "gt;", "#"]

  // MARK: Turns

  /// The bytes of `pieces` for the eight pieces of a turn, together.
  @inline(__always) @unsafe
  private static func looks(_ text: RawSpan, _ index: Int, _ table: Span<UInt8>) -> UInt8 {
    let bits =
      unsafe Prefilter.look(text, index, table) | Prefilter.look(text, index &+ 4, table)
      | Prefilter.look(text, index &+ 8, table) | Prefilter.look(text, index &+ 12, table)
      | Prefilter.look(text, index &+ 16, table) | Prefilter.look(text, index &+ 20, table)
      | Prefilter.look(text, index &+ 24, table) | Prefilter.look(text, index &+ 28, table)
    return bits
  }

  /// The highest bits of the bytes of a block for which `isMark` may be true, and of a few others.
  @inline(__always)
  private static func marks(_ block: Block) -> SIMD2<UInt64> {
    let words = unsafe unsafeBitCast(block, to: SIMD2<UInt64>.self)
    // A control sets the bit if a space is subtracted. The borrow may set it for the next byte, too.
    let controls = (words &- 0x2020_2020_2020_2020) | words
    // One bit tells `&` from `.`.
    return (controls | equal(block & 0xF7, UInt8(ascii: "&")) | equal(block, UInt8(ascii: "^")))
      & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func equal(_ block: Block, _ byte: UInt8) -> SIMD2<UInt64> {
    RawSpan.words(block .== Block(repeating: byte))
  }
}
