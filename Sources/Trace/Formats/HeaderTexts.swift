/// Texts of headers, found by a few of their bytes.
struct HeaderTexts {
  private struct Text {
    /// Its first bytes, and which of these are its own, where it is no longer: always as many, so that no branch depends
    /// on how many there are.
    var head = SIMD8<UInt64>()
    var mask = SIMD8<UInt64>()
    /// Its last bytes, where it is longer.
    var tail = SIMD8<UInt64>()
    var count: Int
    var process: Process

    init(_ line: Span<UInt8>, _ range: Range<Int>, _ process: Process) {
      count = range.count
      self.process = process
      for word in 0..<8 {
        let own = min(max(count - word * 8, 0), 8)
        mask[word] = own == 0 ? 0 : UInt64.max >> UInt64(64 - own * 8)
        head[word] = line.word(at: range.lowerBound + word * 8) & mask[word]
        if count >= HeaderTexts.longest {
          tail[word] = line.word(at: range.upperBound - HeaderTexts.longest + word * 8)
        }
      }
    }
  }

  /// The process that a text names.
  struct Process {
    var name = 0..<0
    var pid = 0
    /// The bits of what it may tell (`Tellers`).
    var tells: UInt8 = 0

    /// The same in a line in which the text begins at an index, or seen from there.
    func moved(by distance: Int) -> Process {
      Process(name: name.moved(by: distance), pid: pid, tells: tells)
    }
  }

  /// A text that was found.
  struct Found {
    /// -1 where there is none.
    var number: Int32 = -1
    /// How long it is: beside the number, as what follows in a line waits for it.
    var count: Int16 = 0
    /// What its process may tell.
    var tells: UInt8 = 0
  }

  /// Where texts of one kind are.
  struct Index {
    /// Where the bytes stand by which they are found, eight each time.
    let keys: (Int, Int, Int)
    /// None is longer.
    var longest = HeaderTexts.longest
    /// None where free.
    fileprivate var slots: [Found] = []

    init(keys: (Int, Int, Int), longest: Int = HeaderTexts.longest) {
      self.keys = keys
      self.longest = longest
    }
  }

  private var texts: [Text] = []

  /// No text is longer but a whole one, which is not twice as long.
  static let longest = MemoryLayout<SIMD8<UInt64>>.size
  static let longestWhole = 2 * longest
  private static let most = 1_024
  /// How many bits the place of a text has: there are twice as many places as texts.
  private static let bits: UInt64 = 11

  /// Whether there is no place for another one.
  var isFull: Bool { texts.count == Self.most }

  /// The process that a text names which begins at an index.
  func process(_ text: Int32, at start: Int) -> Process { texts[Int(text)].process.moved(by: start) }

  /// The text that stands at an index. There are `longestWhole` bytes at least, and those of an index of whole texts are
  /// all longer than `longest`.
  @inline(__always) @unsafe
  func find(_ line: Span<UInt8>, _ start: Int, in index: borrowing Index, areWhole: Bool = false) -> Found? {
    guard !index.slots.isEmpty else { return nil }
    let bytes = unsafe line.bytes
    let keys = index.keys
    var slot = unsafe Self.slot(
      bytes.word(start &+ keys.0), bytes.word(start &+ keys.1), bytes.word(start &+ keys.2))
    while true {
      let found = index.slots[slot]
      if found.number < 0 { return nil }
      if unsafe isText(found, bytes, start, isWhole: areWhole) { return found }
      slot = Self.next(slot)
    }
  }

  @inline(__always) @unsafe
  private func isText(_ found: Found, _ line: RawSpan, _ start: Int, isWhole: Bool) -> Bool {
    let index = Int(found.number)
    var difference = unsafe Self.bytes(line, start) ^ texts[index].head
    if isWhole {
      difference |= unsafe Self.bytes(line, start &+ Int(found.count) &- Self.longest) ^ texts[index].tail
    } else {
      difference &= texts[index].mask
    }
    let half = difference.lowHalf | difference.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter.x | quarter.y == 0
  }

  @inline(__always) @unsafe
  private static func bytes(_ line: RawSpan, _ index: Int) -> SIMD8<UInt64> {
    unsafe line.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD8<UInt64>.self)
  }

  @inline(__always)
  private static func slot(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Int {
    // Little, as all that follows waits for this.
    let hash = ((first ^ second) &+ (third &<< 3)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> (64 &- bits))
  }

  @inline(__always)
  private static func next(_ slot: Int) -> Int { (slot &+ 1) & (1 &<< Int(bits) &- 1) }

  /// Takes in a text, unless it is known, or there are too many.
  mutating func insert(_ line: Span<UInt8>, _ range: Range<Int>, _ process: Process, in index: inout Index) {
    guard !isFull, (index.keys.2 + 8...index.longest).contains(range.count) else { return }
    if index.slots.isEmpty { index.slots = Array(repeating: Found(), count: 1 << Int(Self.bits)) }
    let (start, keys) = (range.lowerBound, index.keys)
    var slot = Self.slot(
      line.wholeWord(at: start + keys.0), line.wholeWord(at: start + keys.1),
      line.wholeWord(at: start + keys.2))
    let text = Text(line, range, process.moved(by: -start))
    while index.slots[slot].number >= 0 {
      let known = texts[Int(index.slots[slot].number)]
      if known.head == text.head, known.tail == text.tail, known.count == text.count { return }
      slot = Self.next(slot)
    }
    index.slots[slot] = Found(
      number: Int32(truncatingIfNeeded: texts.count), count: Int16(truncatingIfNeeded: text.count),
      tells: process.tells)
    texts.append(text)
  }
}
