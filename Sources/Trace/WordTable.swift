/// Words by number, found by their bytes: open addressing, nothing allocated by a search.
struct WordTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Numbers of words, -1 where free; a power of two of them, at least twice as many as words.
  private var slots: [Int32] = Array(repeating: -1, count: 16)
  /// Which lengths there are, those above 62 as 63.
  private var lengths: UInt64 = 0
  private let ignoresCase: Bool

  /// The words, numbered in order; one that came before keeps its number.
  init(_ words: some Sequence<String> = [], ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    for word in words {
      let word = Array(word.utf8)
      _ = insert(word.span, 0..<word.count)
    }
  }

  /// How many words there are.
  var count: Int { ends.count }

  /// The word of a number, as text.
  subscript(number: Int) -> String {
    String(decoding: bytes[range(of: number)], as: UTF8.self)
  }

  /// The number of the word that a range of a line holds; nil where the table has no such word.
  @inline(__always)
  func number(of range: Range<Int>, in line: Span<UInt8>) -> Int? {
    guard lengths >> UInt64(min(range.count, 63)) & 1 == 1 else { return nil }
    return search(range, line).number
  }

  /// The same, and the word is added where the table has it not.
  mutating func insert(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    let (number, slot) = search(range, line)
    if let number { return number }
    let added = ends.count
    for index in range { bytes.append(fold(line[index])) }
    ends.append(bytes.count)
    lengths |= 1 << UInt64(min(range.count, 63))
    slots[slot] = Int32(truncatingIfNeeded: added)
    if ends.count * 2 > slots.count { grow() }
    return added
  }

  private func search(_ range: Range<Int>, _ line: Span<UInt8>) -> (number: Int?, slot: Int) {
    let mask = slots.count - 1
    var slot = hash(range, line) & mask
    while true {
      let number = Int(slots[slot])
      if number < 0 { return (nil, slot) }
      if isWord(number, range, line) { return (number, slot) }
      slot = (slot + 1) & mask
    }
  }

  private func isWord(_ number: Int, _ range: Range<Int>, _ line: Span<UInt8>) -> Bool {
    let word = self.range(of: number)
    guard word.count == range.count else { return false }
    let offset = range.lowerBound - word.lowerBound
    for index in word where bytes[index] != fold(line[index + offset]) { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for number in ends.indices {
      let slot = search(range(of: number), bytes.span).slot
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  @inline(__always)
  private func hash(_ range: Range<Int>, _ line: Span<UInt8>) -> Int {
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range { hash = (hash ^ UInt64(fold(line[index]))) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always)
  private func fold(_ byte: UInt8) -> UInt8 { ignoresCase && byte.isUpper ? byte | 0x20 : byte }
}
