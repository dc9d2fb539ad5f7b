/// Finds bytes in a block of text that make their line a candidate by themselves: the dot after the name of a family of events,
/// the line feed before a line of a document, and bytes that can hide a literal.
struct MarkScanner: Sendable {
  private let families: FamilyNames
  /// The bytes that a line of a document can begin with, including spaces and tabs.
  private let lineStarts = ByteSet(DocumentReader.firstCharacters + " \t")

  private typealias Block = SIMD16<UInt8>

  init(_ families: FamilyNames) { self.families = families }

  /// Returns the index of the first mark in a part of a range; nil if there is none.
  func first(in bytes: Span<UInt8>, _ range: Range<Int>, part: Range<Int>) -> Int? {
    var index = part.lowerBound
    let last = part.upperBound &- 64
    let text = unsafe bytes.bytes
    while index <= last {
      // One bit for each byte of four blocks. A single loop over all bits has fewer mispredicted exits than four loops.
      var bits =
        unsafe Self.marks(text, index) & 0x1111_1111_1111_1111
        | Self.marks(text, index &+ 16) & 0x2222_2222_2222_2222
        | Self.marks(text, index &+ 32) & 0x4444_4444_4444_4444
        | Self.marks(text, index &+ 48) & 0x8888_8888_8888_8888
      while bits != 0 {
        let bit = bits.trailingZeroBitCount
        if isMark(bytes, index &+ (bit & 3) &* 16 &+ bit &>> 2, range) {
          return slowFirst(in: bytes, range, part: index..<part.upperBound)
        }
        bits &= bits &- 1
      }
      index &+= 64
    }
    return slowFirst(in: bytes, range, part: index..<part.upperBound)
  }

  @inline(never)
  private func slowFirst(in bytes: Span<UInt8>, _ range: Range<Int>, part: Range<Int>) -> Int? {
    part.first { isMark(bytes, $0, range) }
  }

  /// Whether the byte at an index makes its line a candidate: the dot after the name of a family, the line feed before a line of
  /// a document, or a byte that can hide a literal.
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

  /// Whether text follows the carriage return at an index.
  @inline(__always)
  private func isLoneReturn(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    let next = index &+ 1
    return next < range.upperBound && bytes[next] != .lineFeed && bytes[next] != .carriageReturn
  }

  @inline(never)
  private func isRareMark(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    switch bytes[index] {
    case 0, 8, 0x1B: return true
    // XML may escape the characters of a literal.
    case UInt8(ascii: "&"):
      return Self.escapes.contains { bytes.has($0, at: index &+ 1, before: range.upperBound) }
    case UInt8(ascii: "^"): return index &+ 1 < range.upperBound && bytes[index &+ 1] == UInt8(ascii: "[")
    case 0x9B: return index == range.lowerBound || bytes[index &- 1] < 0x80
    case 0xC2: return index &+ 1 < range.upperBound && bytes[index &+ 1] == 0xA0
    default: return false
    }
  }

  /// Whether the line at an index may begin or continue a document. An object that is complete in one line is a record, not a
  /// document.
  @inline(__always)
  func beginsDocument(_ bytes: Span<UInt8>, _ start: Int, _ range: Range<Int>) -> Bool {
    guard start < range.upperBound else { return false }
    let first = bytes[start]
    // Most lines begin with a digit or a letter that no document begins with.
    return lineStarts.contains(first) && beginsDocumentLine(bytes, start, range)
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

  private static let escapes: [StaticString] = ["quot;", "apos;", "amp;", "lt;", "gt;", "#"]

  /// Returns a mask of the bytes for which `isMark` may be true, and a few others. Each byte has four bits, the first byte the
  /// lowest ones.
  @inline(__always) @unsafe
  private static func marks(_ text: RawSpan, _ index: Int) -> UInt64 {
    let block = unsafe text.block(index)
    let words = unsafe unsafeBitCast(block, to: SIMD2<UInt64>.self)
    // Subtracting a space sets the highest bit of a control character. The borrow may also set it in the next byte.
    let controls = (words &- 0x2020_2020_2020_2020) | words
    // `&` and `.` differ only in the bit that is cleared.
    let marks = controls | equal(block & 0xF7, UInt8(ascii: "&")) | equal(block, UInt8(ascii: "^"))
    return unsafe RawSpan.nibbles(
      RawSpan.words(unsafeBitCast(marks, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0)))
  }

  @inline(__always)
  private static func equal(_ block: Block, _ byte: UInt8) -> SIMD2<UInt64> {
    RawSpan.words(block .== Block(repeating: byte))
  }
}
