/// Texts of headers, found by a few of their bytes.
struct HeaderTexts {
  private struct Text {
    /// Where it stands in `bytes`.
    var range: Range<Int>
    var process: Range<Int>
    var pid: Int
    /// The literals by which the process says nothing.
    var foreign: [Int32] = []
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
  /// One behind the other.
  private var bytes: [UInt8] = []

  static let longest = 64
  static let longestWhole = 128
  private static let most = 1_024

  /// Whether there is no place for another one.
  var isFull: Bool { texts.count == Self.most }

  @inline(__always)
  func count(_ text: Int32) -> Int { texts[Int(text)].range.count }

  func process(_ text: Int32) -> (Range<Int>, pid: Int) { (texts[Int(text)].process, texts[Int(text)].pid) }

  func isForeign(_ literal: Int32, to text: Int32) -> Bool { texts[Int(text)].foreign.contains(literal) }

  mutating func noteForeign(_ literal: Int32, to text: Int32) { texts[Int(text)].foreign.append(literal) }

  /// The number of the text that stands at an index; -1 for none. There are as many bytes as the longest one has.
  @inline(__always) @unsafe
  func find(_ line: Span<UInt8>, _ start: Int, in index: borrowing Index) -> Int32 {
    guard !index.slots.isEmpty else { return -1 }
    let bytes = unsafe line.bytes
    let keys = index.keys
    var slot = unsafe Self.slot(
      bytes.word(start &+ keys.0), bytes.word(start &+ keys.1), bytes.word(start &+ keys.2))
    while true {
      let number = index.slots[slot]
      if number < 0 || isText(number, line, start) { return number }
      slot = (slot &+ 1) & (Self.most * 2 - 1)
    }
  }

  @inline(__always)
  private func isText(_ number: Int32, _ line: Span<UInt8>, _ start: Int) -> Bool {
    let range = texts[Int(number)].range
    return bytes.span.extracting(range).isEqual(to: line.extracting(start..<start &+ range.count))
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
    while index.slots[slot] >= 0 {
      let number = index.slots[slot]
      if count(number) == range.count, isText(number, line, start) { return }
      slot = (slot + 1) & (Self.most * 2 - 1)
    }
    index.slots[slot] = Int32(truncatingIfNeeded: texts.count)
    texts.append(
      Text(
        range: bytes.count..<bytes.count + range.count, process: process.moved(by: -start), pid: pid))
    bytes.append(line.extracting(range))
  }
}
