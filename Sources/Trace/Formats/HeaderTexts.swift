/// Texts of headers, found by a few of their bytes.
struct HeaderTexts {
  private struct Text {
    /// Its bytes and which of these are its own: as many of each as the longest one has, so that no branch depends on how
    /// many there are.
    var bytes = SIMD16<UInt64>()
    var mask = SIMD16<UInt64>()
    var count: Int
    var process: Range<Int>
    var pid: Int
    /// The literals by which the process says nothing.
    var foreign: [Int32] = []

    init(_ line: Span<UInt8>, _ range: Range<Int>, process: Range<Int>, pid: Int) {
      count = range.count
      self.process = process
      self.pid = pid
      for word in 0..<(count + 7) / 8 {
        mask[word] = UInt64.max >> UInt64(64 - min(count - word * 8, 8) * 8)
        bytes[word] = line.word(at: range.lowerBound + word * 8) & mask[word]
      }
    }
  }

  /// Where texts of one kind are.
  struct Index {
    /// Where the bytes stand by which they are found, eight each time.
    let keys: (Int, Int, Int)
    /// None is longer.
    var longest = HeaderTexts.longest
    /// Numbers of texts, -1 where free.
    fileprivate var slots: [Int32] = []

    init(keys: (Int, Int, Int), longest: Int = HeaderTexts.longest) {
      self.keys = keys
      self.longest = longest
    }
  }

  private var texts: [Text] = []

  static let longest = 64
  static let longestWhole = MemoryLayout<SIMD16<UInt64>>.size
  private static let most = 1_024

  /// Whether there is no place for another one.
  var isFull: Bool { texts.count == Self.most }

  @inline(__always)
  func count(_ text: Int32) -> Int { texts[Int(text)].count }

  func process(_ text: Int32) -> (Range<Int>, pid: Int) { (texts[Int(text)].process, texts[Int(text)].pid) }

  func isForeign(_ literal: Int32, to text: Int32) -> Bool { texts[Int(text)].foreign.contains(literal) }

  mutating func noteForeign(_ literal: Int32, to text: Int32) { texts[Int(text)].foreign.append(literal) }

  /// The number of the text that stands at an index; -1 for none. There are `longestWhole` bytes at least.
  @inline(__always) @unsafe
  func find(_ line: Span<UInt8>, _ start: Int, in index: borrowing Index) -> Int32 {
    guard !index.slots.isEmpty else { return -1 }
    let bytes = unsafe line.bytes
    let keys = index.keys
    var slot = unsafe Self.slot(
      bytes.word(start &+ keys.0), bytes.word(start &+ keys.1), bytes.word(start &+ keys.2))
    while true {
      let number = index.slots[slot]
      if number < 0 { return number }
      if unsafe isText(number, bytes, start) { return number }
      slot = (slot &+ 1) & (Self.most * 2 - 1)
    }
  }

  @inline(__always) @unsafe
  private func isText(_ number: Int32, _ line: RawSpan, _ start: Int) -> Bool {
    let index = Int(number)
    return unsafe ((line.words(start) ^ texts[index].bytes) & texts[index].mask).isZero
  }

  @inline(__always)
  private static func slot(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Int {
    let hash =
      ((first &* 0xBF58_476D_1CE4_E5B9 ^ second) &* 0x9E37_79B9_7F4A_7C15 ^ third) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash &>> 40) & (most * 2 - 1)
  }

  /// Takes in a text, unless it is known, or there are too many.
  mutating func insert(
    _ line: Span<UInt8>, _ range: Range<Int>, _ process: Range<Int>, _ pid: Int, in index: inout Index
  ) {
    guard !isFull, (index.keys.2 + 8...index.longest).contains(range.count) else { return }
    if index.slots.isEmpty { index.slots = Array(repeating: -1, count: Self.most * 2) }
    let (start, keys) = (range.lowerBound, index.keys)
    var slot = Self.slot(
      line.wholeWord(at: start + keys.0), line.wholeWord(at: start + keys.1),
      line.wholeWord(at: start + keys.2))
    let text = Text(line, range, process: process.moved(by: -start), pid: pid)
    while index.slots[slot] >= 0 {
      let known = texts[Int(index.slots[slot])]
      if known.bytes == text.bytes, known.mask == text.mask { return }
      slot = (slot + 1) & (Self.most * 2 - 1)
    }
    index.slots[slot] = Int32(truncatingIfNeeded: texts.count)
    texts.append(text)
  }
}
