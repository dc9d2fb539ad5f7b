/// Numbers words in the order of insertion: a hash table with open addressing. A lookup allocates nothing.
struct WordTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The number of the word in each slot; -1 for a free slot. The number of slots is a power of two, and at least twice the
  /// number of words.
  private var slots: [Int32] = Array(repeating: -1, count: 16)
  /// A bit set of the words' lengths. Bit 63 covers all lengths above 62.
  private var lengths: UInt64 = 0
  private let ignoresCase: Bool

  /// Creates a table of words, numbered in order. A word that occurs again keeps its number.
  init(_ words: some Sequence<String> = [], ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    for word in words { insert(word) }
  }

  /// The number of words.
  var count: Int { ends.count }

  /// The word with a number, as text.
  subscript(number: Int) -> String {
    String(decoding: bytes[range(of: number)], as: UTF8.self)
  }

  /// Returns the number of the word in a range of a line; nil if it is not in the table.
  @inline(__always)
  func number(of range: Range<Int>, in line: Span<UInt8>) -> Int? {
    guard lengths >> UInt64(min(range.count, 63)) & 1 == 1 else { return nil }
    return search(range, line).number
  }

  private mutating func insert(_ word: String) {
    let start = bytes.count
    bytes += word.utf8
    let (number, slot) = search(start..<bytes.count, bytes.span)
    guard number == nil else { return bytes.removeSubrange(start...) }
    if ignoresCase {
      for index in start..<bytes.count { bytes[index] = fold(bytes[index]) }
    }
    register(start, slot)
  }

  /// Returns the number of the word in a range of a line. Adds the word if it is not in the table.
  mutating func insert(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    let (number, slot) = search(range, line)
    if let number { return number }
    let added = ends.count
    for index in range { bytes.append(fold(line[index])) }
    register(bytes.count - range.count, slot)
    return added
  }

  /// Registers the bytes from an index on as the next word, in a free slot.
  private mutating func register(_ start: Int, _ slot: Int) {
    lengths |= 1 << UInt64(min(bytes.count - start, 63))
    slots[slot] = Int32(truncatingIfNeeded: ends.count)
    ends.append(bytes.count)
    if ends.count * 2 > slots.count { grow() }
  }

  @inline(__always)
  private func search(_ range: Range<Int>, _ line: Span<UInt8>) -> (number: Int?, slot: Int) {
    let word = line.extracting(range)
    let mask = slots.count - 1
    var slot = word.hash(ignoringCase: ignoresCase) & mask
    while true {
      let number = Int(slots[slot])
      if number < 0 { return (nil, slot) }
      if isWord(number, word) { return (number, slot) }
      slot = (slot + 1) & mask
    }
  }

  @inline(__always)
  private func isWord(_ number: Int, _ word: Span<UInt8>) -> Bool {
    let own = bytes.span.extracting(range(of: number))
    guard ignoresCase else { return own.isEqual(to: word) }
    guard own.count == word.count else { return false }
    for index in own.indices where own[index] != fold(word[index]) { return false }
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
  private func fold(_ byte: UInt8) -> UInt8 { ignoresCase && byte.isUpper ? byte | 0x20 : byte }
}

extension WordTable: StoredTable {
  init(from reader: inout TableReader) {
    bytes = reader.read()
    ends = reader.read { $0.number() }
    slots = reader.read { Int32(truncatingIfNeeded: $0.number()) }
    lengths = reader.word()
    ignoresCase = reader.number() != 0
  }

  func write(to writer: inout TableWriter) {
    writer.write(bytes)
    writer.write(ends) { $1.write($0) }
    writer.write(slots) { $1.write(Int($0)) }
    writer.write(lengths)
    writer.write(ignoresCase ? 1 : 0)
  }
}
