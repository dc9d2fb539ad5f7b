/// Finds candidates in a block of text: bytes whose line may report an event. The result depends only on the bytes.
///
/// A line without a candidate has no event in any format. It does not contain a literal of the vocabulary, the start of a
/// dotted name (`timer.` of `timer.start`), or a control character or unusual space that could hide one of these. This avoids
/// parsing its header and finding its record.
///
/// Each turn checks thirty-two bytes: it looks up the hashes of eight pieces in a table, as `Prefilter` does, and compares all
/// bytes with a few characters at once.
struct BlockScanner: Sendable {
  private let filter: Prefilter
  private let families: FamilyNames
  /// A set of pieces with eight bits for each hash of `Prefilter`: three more bits of the hash choose one of them. Thousands
  /// of pieces would otherwise share a hash with one of twenty pieces of any text.
  private let pieces: [UInt8]

  private typealias Block = SIMD16<UInt8>
  /// The number of bytes in a turn: two blocks.
  private static let turn = 32

  /// What scanners look for: the texts and families of dotted names of a vocabulary.
  struct Sources: Sendable {
    private let texts: [Source]
    private let families: FamilyNames

    init(_ texts: [Source], families: [String]) {
      (self.texts, self.families) = (texts, FamilyNames(families))
    }

    /// A scanner for any log.
    var scanner: BlockScanner {
      BlockScanner(families, Prefilter(texts.flatMap { BlockScanner.literals(for: $0.part) }))
    }

    /// A scanner that is fitted to a part of a log. It looks for the rarest word of each text, and so finds fewer lines
    /// without an event.
    func scanner(fittedTo sample: Span<UInt8>) -> BlockScanner {
      var counts = Prefilter.Counts()
      counts.add(sample, sample.indices)
      let common = Prefilter.commonPieces
      let literals = texts.flatMap { BlockScanner.rarest(of: $0, counts, common) }
      return BlockScanner(families, Prefilter(literals, fittedTo: counts))
    }
  }

  /// A text of the vocabulary, and the part of it that the scanner looks for.
  struct Source: Sendable {
    /// The whole text, which a line must hold to have the event.
    var text: String
    /// The part to look for if nothing is known about a log.
    var part: String
    /// The other texts of a message with this text.
    var others: [String] = []
  }

  private init(_ families: FamilyNames, _ filter: Prefilter) {
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
        let mark =
          words.x | words.y == 0
          ? nil
          : mark(in: bytes, range, index, RawSpan.nibbles(marks.0))
            ?? mark(in: bytes, range, index &+ 16, RawSpan.nibbles(marks.1))
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

  /// The first byte of a block that matters by itself. `marks` has four bits for each byte of the block.
  @inline(__always)
  private func mark(in bytes: Span<UInt8>, _ range: Range<Int>, _ start: Int, _ marks: UInt64) -> Int? {
    var marks = marks
    while marks != 0 {
      let place = marks.trailingZeroBitCount &>> 2
      marks &= ~(0xF &<< UInt64(place &* 4))
      if isMark(bytes, start &+ place, range) { return start &+ place }
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
    default: isRareMark(bytes, index, range)
    }
  }

  @inline(never)
  private func isRareMark(_ bytes: Span<UInt8>, _ index: Int, _ range: Range<Int>) -> Bool {
    switch bytes[index] {
    case 0, 8, 0x1B: return true
    case .carriageReturn:
      let next = index &+ 1
      return next < range.upperBound && bytes[next] != .lineFeed && bytes[next] != .carriageReturn
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

  // MARK: Literals

  /// Texts of lines that have no event, but decide how later lines are read: the banner of `log`, steps of a test, and pieces
  /// of messages in the log of a container.
  static let stateMarks = [
    "Timestamp  ", "Filtering the log data using ", "Test Case ", "Test Suite ", "Start Test at ",
    " stdout P ",
    " stderr P ",
  ]

  /// The texts to look for so that no line with a literal is missed.
  static func literals(for literal: String) -> [Prefilter.Literal] {
    // The longest part that JSON writes as it is.
    let parts = literal.utf8.split(whereSeparator: isEscaped)
    let text = parts.max { $0.count < $1.count }.map { String(Substring($0)) } ?? ""
    // A name of six letters is too short for the stride, so it is looked for together with the byte behind it.
    guard text.utf8.count == 6, text.utf8.allSatisfy(\.isIdentifier) else { return [.init(text: text)] }
    return (UInt8.min...UInt8.max).filter { !$0.isIdentifier }.map { .init(text: text, next: $0) }
  }

  /// The word of a text that is rarest in a sample, or the part to look for in any log.
  fileprivate static func rarest(
    of source: Source, _ sample: Prefilter.Counts, _ common: [Bool]
  ) -> [Prefilter.Literal] {
    let part = literals(for: source.part)
    guard part.count == 1 else { return part }
    let text = Array(source.text.utf8)
    /// What it costs to look for a stretch: of its pieces at each distance from a multiple of four, the cheapest.
    func cost(_ text: [UInt8], _ stretch: Range<Int>) -> Int {
      var least = (Int.max, Int.max, Int.max, Int.max)
      for index in stretch.dropLast(3) {
        let cost = Prefilter.cost(text, index, common, in: sample)
        switch (index - stretch.lowerBound) & 3 {
        case 0: least.0 = min(least.0, cost)
        case 1: least.1 = min(least.1, cost)
        case 2: least.2 = min(least.2, cost)
        default: least.3 = min(least.3, cost)
        }
      }
      return least.0 + least.1 + least.2 + least.3
    }
    let best = words(of: text).map { (cost: cost(text, $0), word: $0) }.min { $0.cost < $1.cost }
    let own = Array(part[0].text.utf8)
    let isWord = best.map { own.count < 7 || $0.cost < cost(own, own.indices) } ?? false
    guard let best, isWord else {
      return [
        .init(text: part[0].text, companion: companion(in: source.others.map { Array($0.utf8) }, sample))
      ]
    }
    let found = Array(text[best.word])
    // The message also contains the rest of the text.
    let others = [Array(text[..<best.word.lowerBound]), Array(text[best.word.upperBound...])]
    let companion = companion(in: others + source.others.map { Array($0.utf8) }, sample)
    return [.init(text: String(decoding: found, as: UTF8.self), companion: companion)]
  }

  /// The words of a text that are long enough to be looked for. A message is wrapped between words only.
  private static func words(of text: [UInt8], length: Int = Prefilter.goodLength) -> [Range<Int>] {
    text.indices.split { isEscaped(text[$0]) || text[$0].isBlank }
      .map { $0.startIndex..<$0.endIndex }.filter { $0.count >= length }
  }

  /// The word of some texts that is rarest in a sample; nil if they contain no word.
  private static func companion(in texts: [[UInt8]], _ sample: Prefilter.Counts) -> String? {
    func count(_ word: ArraySlice<UInt8>) -> Int {
      let word = Array(word)
      return (0...word.count - 4).map { sample.count(of: word.span.piece(at: $0)) }.min() ?? 0
    }
    let all = texts.flatMap { text in words(of: text, length: 4).map { text[$0] } }
    let best = all.map { (count: count($0), word: $0) }.min {
      ($0.count, -$0.word.count) < ($1.count, -$1.word.count)
    }
    return best.map { String(decoding: $0.word, as: UTF8.self) }
  }

  /// Whether JSON may write a byte in another way.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
  }

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

  /// The bytes of a block for which `isMark` may be true. As numbers, because the compiler makes loops of longer terms of masks.
  @inline(__always)
  private static func marks(_ block: Block) -> SIMD2<UInt64> {
    // One bit tells `&` from `.`, and all other characters that matter below the space are controls.
    equal(block & 0xF7, UInt8(ascii: "&")) | equal(block, UInt8(ascii: "^")) | equal(block, 0x9B)
      | equal(block, 0xC2) | RawSpan.words(block .< Block(repeating: UInt8(ascii: " ")))
  }

  @inline(__always)
  private static func equal(_ block: Block, _ byte: UInt8) -> SIMD2<UInt64> {
    RawSpan.words(block .== Block(repeating: byte))
  }
}

/// A set of ASCII characters.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: String) {
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }
}

/// The first parts of dotted names: `timer` of `timer.start`.
private struct FamilyNames: Sendable {
  private let names: WordTable
  private let longest: Int
  /// For the hash of a dot and the three bytes before it: whether a name ends with these. Most dots are behind others.
  private var ends = Array(repeating: false, count: 1 << 16)

  init(_ names: [String]) {
    self.names = WordTable(names)
    longest = names.map(\.utf8.count).max() ?? 0
    for name in names where !name.isEmpty {
      var ends = [Array((name + ".").utf8).suffix(4)]
      // Before a short name there may be any byte.
      while let end = ends.first, end.count < 4 {
        ends = ends.flatMap { end in (UInt8.min...UInt8.max).map { [$0] + end } }
      }
      for end in ends { self.ends[Prefilter.hash(of: Array(end).span.piece(at: 0))] = true }
    }
  }

  /// Whether the dot at an index ends a family's name that can begin a message, and a name goes on behind it.
  @inline(__always)
  func endsName(at dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard dot &+ 1 < range.upperBound, dot < 3 || ends[Prefilter.hash(of: bytes.piece(at: dot &- 3))] else {
      return false
    }
    return isName(before: dot, in: bytes, range)
  }

  @inline(never)
  private func isName(before dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard Self.isInName(bytes[dot &+ 1]), !goesOn(behind: dot, in: bytes, range) else { return false }
    var start = dot
    while start > range.lowerBound, dot &- start <= longest, Self.isInName(bytes[start &- 1]) { start -= 1 }
    return names.number(of: start..<dot, in: bytes) != nil
  }

  /// Whether the name with a dot goes on with a sign that no name has, and that ends no message.
  private func goesOn(behind dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var end = dot &+ 1
    while end < range.upperBound, Self.isInName(bytes[end]), bytes[end] != UInt8(ascii: "_") { end += 1 }
    return end < range.upperBound && Self.others.contains(bytes[end])
  }

  private static let others = ByteSet(":=(/_@[+*#?!;%")

  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }
}
