/// Headers that were read, in pieces, so that lines can be passed over whose headers are made of the same ones.
///
///     2026-08-11 17:15:22.031 Df Walk[80328:9875ec] (WalkKit) [com.example.walk:life] walked
///     ~~~~~~~~~~~~~~~~~~~~~~~                ______ message
///     2024-03-15 10:00:00.123456-0700 0x1a2b3    Default     0x0                  312    0    Walk: walked
///     ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~   _____                  _                                    message
///
/// What is marked `~` has the same characters but for its digits in all lines of a log; what is marked `_` is a
/// hexadecimal number of any length; all other bytes stand in some header that was read, from number to number. So
/// nothing else can follow from them than followed then. A log has a few hundred such texts and any number of headers.
struct KnownHeaders {
  /// What the header of a line says that is passed over.
  struct Match {
    let format: Format
    /// Where the message begins, or the library and the subsystem before it, if they are not known.
    fileprivate(set) var message: Int
    /// Whether a library or a subsystem may stand before the message.
    fileprivate(set) var mayHaveOrigin: Bool
    /// The text that names the process, where it begins, and whether it is a whole one.
    fileprivate let text: Int32
    fileprivate let start: Int
    fileprivate let isWhole: Bool
  }

  /// No header that is known is longer.
  static let longest = HeaderTime.length + 3 * HeaderTexts.longest + 64

  /// That of the newest header, apart from the others so that no copy of it is made.
  private var layout = HeaderLayout()
  /// Those of other formats.
  private var others: [HeaderLayout] = []
  /// Libraries and subsystems.
  private var origins = HeaderTexts(keys: (0, 12, 12))

  /// The header of the line that begins at an index; nil where some part of it is not known, or less than `longest` bytes
  /// follow.
  @inline(__always)
  mutating func match(_ line: Span<UInt8>, _ start: Int) -> Match? {
    guard start >= 0, line.count &- start >= Self.longest else { return nil }
    // No known header is longer than what was just found to be there.
    return unsafe line.withUnsafeBytes { bytes in
      guard var match = unsafe layout.match(bytes, start) ?? matchOther(bytes, start) else { return nil }
      guard match.mayHaveOrigin else { return match }
      let origin = unsafe origins.find(bytes, match.message)
      if origin >= 0 {
        match.mayHaveOrigin = false
        match.message &+= origins.count(origin)
        layout.learn(match, of: line, from: start)
      }
      return match
    }
  }

  @inline(never)
  private mutating func matchOther(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Match? {
    for number in others.indices {
      guard let match = unsafe others[number].match(bytes, start) else { continue }
      swap(&layout, &others[number])
      return match
    }
    return nil
  }

  /// The process that a header names.
  func process(_ match: Match) -> (name: Range<Int>, pid: Int)? {
    layout.format == match.format
      ? layout.process(match) : others.first { $0.format == match.format }?.process(match)
  }

  /// Takes in the library and the subsystem of a message, which was found to have none that are known.
  mutating func learnOrigin(_ line: Span<UInt8>, _ message: Range<Int>) {
    var header = Header(message: message)
    header.takeOrigin(line)
    guard !header.message.isEmpty else { return }
    origins.insert(line, message.lowerBound..<header.message.lowerBound, 0..<0, 0)
  }

  /// Takes in the pieces of a header that was just read.
  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    guard let found = HeaderLayout(line, header) else { return }
    if found.format != layout.format {
      if let known = others.firstIndex(where: { $0.format == found.format }) {
        swap(&layout, &others[known])
      } else {
        if !layout.isEmpty { others.append(layout) }
        layout = found
      }
    }
    if !layout.hasTime(of: found) { layout = found }
    layout.learn(line, header)
  }
}

/// How the headers of a format are laid out in a log.
private struct HeaderLayout {
  let format: Format
  private let time: HeaderTime
  /// The texts before the first number, or behind it, and behind the second one.
  private var first = HeaderTexts(keys: (0, 0, 0))
  private var last = HeaderTexts(keys: (8, 16, 16))
  /// All that stands between the first number and the message, where the second number is 0 as in most lines: one text
  /// to look for instead of three.
  private var wholes = HeaderTexts(keys: (0, 48, 80), longest: HeaderTexts.longestWhole)

  /// That of no header.
  init() {
    format = .bare
    time = HeaderTime()
  }

  var isEmpty: Bool { format == .bare }

  init?(_ line: Span<UInt8>, _ header: Header) {
    guard header.coding == .plain, header.process != nil, header.pid != nil, header.thread != nil,
      case .clock(let clock) = header.time, clock.isDated, clock.text.lowerBound == 0,
      line[4] == UInt8(ascii: "-"), let time = HeaderTime(line, clock.text)
    else { return nil }
    switch header.format {
    case .oslogDefault: break
    case .nslog, .oslogCompact:
      // Where the thread is a word, the text before it is not what it is before a number: `Df Walk[42:main]`.
      guard let thread = header.thread, thread.allSatisfy({ line[$0].isHex }) else { return nil }
    default: return nil
    }
    format = header.format
    self.time = time
  }

  func hasTime(of other: HeaderLayout) -> Bool { time == other.time }

  @inline(__always)
  func match(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> KnownHeaders.Match? {
    guard unsafe time.fits(bytes, start) else { return nil }
    var index = start &+ time.end
    if format == .oslogDefault {
      let mark = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      guard UInt32(littleEndian: mark) & 0xFF_FFFF == 0x78_30_20 else { return nil }
      let thread = unsafe HeaderTexts.skippingHex(bytes, index &+ 3)
      guard thread > index &+ 3 else { return nil }
      let whole = unsafe wholes.find(bytes, thread)
      if whole >= 0 {
        return KnownHeaders.Match(
          format: format, message: thread &+ wholes.count(whole), mayHaveOrigin: false, text: whole,
          start: thread,
          isWhole: true)
      }
      let type = unsafe first.find(bytes, thread)
      guard type >= 0 else { return nil }
      let activity = thread &+ first.count(type)
      index = unsafe HeaderTexts.skippingHex(bytes, activity)
      guard index > activity else { return nil }
      let text = unsafe last.find(bytes, index)
      guard text >= 0 else { return nil }
      return unsafe match(bytes, message: index &+ last.count(text), text, at: index)
    }
    let text = unsafe first.find(bytes, index)
    guard text >= 0 else { return nil }
    let thread = index &+ first.count(text)
    let end = unsafe HeaderTexts.skippingHex(bytes, thread)
    guard end > thread, unsafe bytes[end] == UInt8(ascii: "]"), unsafe bytes[end &+ 1] == UInt8(ascii: " ")
    else { return nil }
    return unsafe match(bytes, message: end &+ 2, text, at: index)
  }

  @inline(__always)
  private func match(
    _ bytes: UnsafeRawBufferPointer, message: Int, _ text: Int32, at start: Int
  ) -> KnownHeaders.Match {
    let first = unsafe bytes[message]
    let mayHaveOrigin = format != .nslog && (first == UInt8(ascii: "(") || first == UInt8(ascii: "["))
    return .init(
      format: format, message: message, mayHaveOrigin: mayHaveOrigin, text: text, start: start, isWhole: false
    )
  }

  func process(_ match: KnownHeaders.Match) -> (name: Range<Int>, pid: Int) {
    let (name, pid) = (format != .oslogDefault ? first : match.isWhole ? wholes : last).process(match.text)
    return (name.lowerBound + match.start..<name.upperBound + match.start, pid)
  }

  /// Takes in the whole of a header whose pieces are known, and what it names.
  @inline(never)
  mutating func learn(_ match: KnownHeaders.Match, of line: Span<UInt8>, from start: Int) {
    guard format == .oslogDefault, line.has("x0", at: match.start - 2, before: match.start), !wholes.isFull
    else { return }
    var thread = start + time.end + 3
    while line[thread].isHex { thread += 1 }
    let (name, pid) = process(match)
    wholes.insert(line, thread..<match.message, name, pid)
  }

  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    guard let process = header.process, let pid = header.pid, let thread = header.thread else { return }
    guard format == .oslogDefault else {
      guard line.byte(at: thread.upperBound) == UInt8(ascii: "]") else { return }
      return first.insert(line, time.end..<thread.lowerBound, process, pid)
    }
    let end = process.upperBound + 2
    guard line.has(" 0x", at: time.end, before: thread.upperBound),
      line.has(": ", at: end - 2, before: line.count),
      let zero = line.index(of: UInt8(ascii: "0"), in: thread.upperBound..<process.lowerBound)
    else { return }
    var activity = zero + 2
    while activity < end, line[activity].isHex { activity += 1 }
    for index in activity..<process.lowerBound where !line[index].isDigit && !line[index].isBlank { return }
    first.insert(line, thread.upperBound..<zero + 2, process, pid)
    last.insert(line, activity..<end, process, pid)
  }
}

/// The time that a line begins with: the same but for its digits.
private struct HeaderTime: Equatable {
  private var mask = SIMD4<UInt64>()
  private var value = SIMD4<UInt64>()
  private var add = SIMD4<UInt64>()
  let end: Int

  static let length = 32

  /// One that stands nowhere.
  init() {
    value = SIMD4(repeating: 1)
    end = 0
  }

  init?(_ line: Span<UInt8>, _ text: Range<Int>) {
    guard text.count <= Self.length else { return nil }
    end = text.count
    for index in text {
      let (part, shift) = (index / 8, UInt64(index % 8) * 8)
      let isDigit = line[index].isDigit
      mask[part] |= (isDigit ? 0xF0 : 0xFF) << shift
      value[part] |= UInt64(isDigit ? 0x30 : line[index]) << shift
      add[part] |= (isDigit ? 6 : 0) << shift
    }
  }

  /// Whether it stands at an index.
  @inline(__always)
  func fits(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    let text = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
    // `add` takes a byte that has to be a digit out of the bits of `mask` where it is above `9`.
    let difference = ((text ^ value) | ((text &+ add) ^ value)) & mask
    let half = difference.lowHalf | difference.highHalf
    return half.x | half.y == 0
  }
}

/// Texts of headers, found by a few of their bytes.
private struct HeaderTexts {
  private struct Text {
    var bytes = SIMD8<UInt64>()
    var rest = SIMD8<UInt64>()
    var count: Int
    var process: Range<Int>
    var pid: Int
  }

  private var texts: [Text] = []
  /// Numbers of texts, -1 where free.
  private var slots: [Int32] = []
  /// As many bytes with all bits set as a text may have, and as many with none: where one begins that covers a text,
  /// depends on its length. So texts of any length are compared without a branch, which could not be foretold.
  private let masks: [UInt8]
  /// Where those bytes stand, eight each time.
  private let keys: (Int, Int, Int)
  private let longest: Int

  static let longest = 64
  static let longestWhole = 128
  private static let most = 1_024

  init(keys: (Int, Int, Int), longest: Int = Self.longest) {
    self.keys = keys
    self.longest = longest
    masks = Array(repeating: 0xFF, count: Self.longestWhole) + Array(repeating: 0, count: Self.longestWhole)
  }

  /// Whether the next text would let all others be forgotten.
  var isFull: Bool { texts.count == Self.most }

  @inline(__always)
  func count(_ text: Int32) -> Int { texts[Int(text)].count }

  func process(_ text: Int32) -> (Range<Int>, pid: Int) { (texts[Int(text)].process, texts[Int(text)].pid) }

  /// The number of the text that stands at an index; -1 for none.
  @inline(__always)
  func find(_ line: UnsafeRawBufferPointer, _ index: Int) -> Int32 {
    guard !slots.isEmpty else { return -1 }
    let bytes = unsafe line.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
    var slot = unsafe Self.slot(
      word(line, index &+ keys.0), word(line, index &+ keys.1), word(line, index &+ keys.2))
    while true {
      let number = slots[slot]
      if number < 0 { return number }
      if isText(Int(number), bytes) {
        let isLong = texts[Int(number)].count > Self.longest
        if unsafe !isLong || isRest(Int(number), line, index &+ Self.longest) { return number }
      }
      slot = (slot &+ 1) & (Self.most * 2 - 1)
    }
  }

  @inline(__always)
  private func word(_ line: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe line.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Whether some bytes begin with a text, or with the first part of a long one.
  @inline(__always)
  private func isText(_ number: Int, _ bytes: SIMD8<UInt64>) -> Bool {
    Self.isZero((bytes ^ texts[number].bytes) & mask(texts[number].count))
  }

  /// Whether the rest of a long text stands at an index.
  @inline(__always)
  private func isRest(_ number: Int, _ line: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    let bytes = unsafe line.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
    return Self.isZero((bytes ^ texts[number].rest) & mask(texts[number].count - Self.longest))
  }

  @inline(__always)
  private func mask(_ count: Int) -> SIMD8<UInt64> {
    // No text is longer than half of the masks.
    unsafe masks.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: Self.longestWhole &- count, as: SIMD8<UInt64>.self)
    }
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
      let byte = UInt64(line[index]) << UInt64(offset % 8 * 8)
      if offset < Self.longest { text.bytes[offset / 8] |= byte } else { text.rest[offset / 8 - 8] |= byte }
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

  /// The end of the hexadecimal digits at an index, of sixteen at most.
  @inline(__always)
  static func skippingHex(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let count = unsafe hexDigits(bytes, index)
    return count < 8 ? index &+ count : unsafe index &+ 8 &+ hexDigits(bytes, index &+ 8)
  }

  /// How many of eight bytes are such digits, from the first one on. What makes a byte's highest bit one shows where it
  /// is above the start of a range.
  @inline(__always)
  private static func hexDigits(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
    let text = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    let low = text & all(0x7F)
    let digits = (low &+ all(0x80 - 0x30)) & ~(low &+ all(0x80 - 0x3A))
    let small = low | all(0x20)
    let letters = (small &+ all(0x80 - 0x61)) & ~(small &+ all(0x80 - 0x67))
    let others = ~((digits | letters) & ~text) & all(0x80)
    return others.trailingZeroBitCount &>> 3
  }
}
