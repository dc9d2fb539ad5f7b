/// Texts of headers, found by a few of their bytes.
struct HeaderTexts {
  private struct Text {
    /// The first part, the rest of a long one, and the bits of the bytes that they have: so texts of any length are
    /// compared without a branch, which could not be foretold.
    var bytes = SIMD8<UInt64>()
    var mask = SIMD8<UInt64>()
    var rest = SIMD8<UInt64>()
    var restMask = SIMD8<UInt64>()
    var count: Int
    var process: Range<Int>
    var pid: Int
    /// The newest literal by which the process says nothing, -1 for none.
    var foreign: Int32 = -1
  }

  private var texts: [Text] = []
  /// Numbers of texts, -1 where free.
  private var slots: [Int32] = []
  /// Where the bytes stand by which they are found, eight each time.
  private let keys: (Int, Int, Int)
  private let longest: Int

  static let longest = 64
  static let longestWhole = 128
  private static let most = 1_024

  init(keys: (Int, Int, Int), longest: Int = Self.longest) {
    self.keys = keys
    self.longest = longest
  }

  /// Whether the next text would let all others be forgotten.
  var isFull: Bool { texts.count == Self.most }

  @inline(__always)
  func count(_ text: Int32) -> Int { texts[Int(text)].count }

  func process(_ text: Int32) -> (Range<Int>, pid: Int) { (texts[Int(text)].process, texts[Int(text)].pid) }

  func isForeign(_ literal: Int32, to text: Int32) -> Bool { texts[Int(text)].foreign == literal }

  mutating func noteForeign(_ literal: Int32, to text: Int32) { texts[Int(text)].foreign = literal }

  /// The number of the text that stands at an index; -1 for none. There are as many bytes as the longest one has.
  @inline(__always) @unsafe
  func find(_ line: RawSpan, _ index: Int) -> Int32 {
    guard !slots.isEmpty else { return -1 }
    let bytes = unsafe line.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD8<UInt64>.self)
    var slot = unsafe Self.slot(
      line.word(index &+ keys.0), line.word(index &+ keys.1), line.word(index &+ keys.2))
    while true {
      let number = slots[slot]
      if number < 0 { return number }
      let text = Int(number)
      if Self.isZero((bytes ^ texts[text].bytes) & texts[text].mask),
        unsafe texts[text].count <= Self.longest || isRest(text, line, index &+ Self.longest)
      {
        return number
      }
      slot = (slot &+ 1) & (Self.most * 2 - 1)
    }
  }

  /// Whether the rest of a long text stands at an index.
  @inline(__always) @unsafe
  private func isRest(_ text: Int, _ line: RawSpan, _ index: Int) -> Bool {
    let bytes = unsafe line.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD8<UInt64>.self)
    return Self.isZero((bytes ^ texts[text].rest) & texts[text].restMask)
  }

  @inline(__always)
  private static func isZero(_ bits: SIMD8<UInt64>) -> Bool {
    let half = bits.lowHalf | bits.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter.x | quarter.y == 0
  }

  @inline(__always)
  private static func slot(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Int {
    let hash =
      ((first &* 0xBF58_476D_1CE4_E5B9 ^ second) &* 0x9E37_79B9_7F4A_7C15 ^ third) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash &>> 40) & (most * 2 - 1)
  }

  /// Takes in a text, unless it is known; where there are too many, all others are forgotten.
  mutating func insert(_ line: Span<UInt8>, _ range: Range<Int>, _ process: Range<Int>, _ pid: Int) {
    guard (keys.2 + 8...longest).contains(range.count) else { return }
    if texts.count == Self.most { self = HeaderTexts(keys: keys, longest: longest) }
    if slots.isEmpty { slots = Array(repeating: -1, count: Self.most * 2) }
    let name = process.lowerBound - range.lowerBound..<process.upperBound - range.lowerBound
    var text = Text(count: range.count, process: name, pid: pid)
    for (offset, index) in range.enumerated() {
      let (part, shift) = (offset / 8, UInt64(offset % 8 * 8))
      if offset < Self.longest {
        text.bytes[part] |= UInt64(line[index]) << shift
        text.mask[part] |= 0xFF << shift
      } else {
        text.rest[part - 8] |= UInt64(line[index]) << shift
        text.restMask[part - 8] |= 0xFF << shift
      }
    }
    var slot = Self.slot(
      line.wholeWord(at: range.lowerBound + keys.0), line.wholeWord(at: range.lowerBound + keys.1),
      line.wholeWord(at: range.lowerBound + keys.2))
    while slots[slot] >= 0 {
      let known = texts[Int(slots[slot])]
      if known.count == text.count, known.bytes == text.bytes, known.rest == text.rest { return }
      slot = (slot + 1) & (Self.most * 2 - 1)
    }
    slots[slot] = Int32(texts.count)
    texts.append(text)
  }
}

/// What is read without a check, where there are known to be so many bytes.
extension RawSpan {
  @inline(__always) @unsafe
  fileprivate func word(_ index: Int) -> UInt64 {
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// The end of the hexadecimal digits at an index, of sixteen at most.
  @inline(__always) @unsafe
  func skippingHex(_ index: Int) -> Int {
    let count = unsafe hexDigits(index)
    return count < 8 ? index &+ count : unsafe index &+ 8 &+ hexDigits(index &+ 8)
  }

  /// How many of eight bytes are such digits, from the first one on. What makes a byte's highest bit one shows where it
  /// is above the start of a range.
  @inline(__always) @unsafe
  private func hexDigits(_ index: Int) -> Int {
    func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
    let text = unsafe word(index)
    let low = text & all(0x7F)
    let digits = (low &+ all(0x80 - 0x30)) & ~(low &+ all(0x80 - 0x3A))
    let small = low | all(0x20)
    let letters = (small &+ all(0x80 - 0x61)) & ~(small &+ all(0x80 - 0x67))
    let others = ~((digits | letters) & ~text) & all(0x80)
    return others.trailingZeroBitCount &>> 3
  }
}
