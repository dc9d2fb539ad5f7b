/// How the headers of a format are laid out in a log.
struct HeaderLayout {
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

  /// The header at an index behind which there are as many bytes as the longest one has: nothing is checked. Mutating, as
  /// the compiler would hand a copy of the layout to what is not inlined.
  @inline(__always) @unsafe
  mutating func match(_ bytes: RawSpan, _ start: Int) -> KnownHeaders.Match? {
    guard unsafe time.fits(bytes, start) else { return nil }
    let index = start &+ time.end
    guard format == .oslogDefault else { return unsafe matchBrackets(bytes, index) }
    let mark = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self)
    guard UInt32(littleEndian: mark) & 0xFF_FFFF == 0x78_30_20 else { return nil }
    let end = unsafe bytes.skippingHex(index &+ 3)
    guard end > index &+ 3 else { return nil }
    let text = unsafe wholes.find(bytes, end)
    guard text >= 0 else { return unsafe matchColumns(bytes, end) }
    return KnownHeaders.Match(
      format: .oslogDefault, message: end &+ wholes.count(text), mayHaveOrigin: false, text: text, start: end,
      isWhole: true)
  }

  /// What stands behind the thread, piece by piece.
  @inline(never) @unsafe
  private mutating func matchColumns(_ bytes: RawSpan, _ thread: Int) -> KnownHeaders.Match? {
    let type = unsafe first.find(bytes, thread)
    guard type >= 0 else { return nil }
    let activity = thread &+ first.count(type)
    let index = unsafe bytes.skippingHex(activity)
    guard index > activity else { return nil }
    let text = unsafe last.find(bytes, index)
    guard text >= 0 else { return nil }
    return unsafe match(bytes, message: index &+ last.count(text), text, at: index)
  }

  /// The process, its number and its thread.
  @inline(never) @unsafe
  private mutating func matchBrackets(_ bytes: RawSpan, _ index: Int) -> KnownHeaders.Match? {
    let text = unsafe first.find(bytes, index)
    guard text >= 0 else { return nil }
    let thread = index &+ first.count(text)
    let end = unsafe bytes.skippingHex(thread)
    guard end > thread,
      unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: end, as: UInt16.self).littleEndian == 0x20_5D
    else { return nil }
    return unsafe match(bytes, message: end &+ 2, text, at: index)
  }

  @inline(__always) @unsafe
  private func match(
    _ bytes: RawSpan, message: Int, _ text: Int32, at start: Int
  ) -> KnownHeaders.Match {
    let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: message, as: UInt8.self)
    let mayHaveOrigin = format != .nslog && (first == UInt8(ascii: "(") || first == UInt8(ascii: "["))
    return .init(
      format: format, message: message, mayHaveOrigin: mayHaveOrigin, text: text, start: start, isWhole: false
    )
  }

  func isForeign(_ literal: Int32, to match: KnownHeaders.Match) -> Bool {
    texts(of: match).isForeign(literal, to: match.text)
  }

  mutating func noteForeign(_ literal: Int32, to match: KnownHeaders.Match) {
    if format != .oslogDefault {
      first.noteForeign(literal, to: match.text)
    } else if match.isWhole {
      wholes.noteForeign(literal, to: match.text)
    } else {
      last.noteForeign(literal, to: match.text)
    }
  }

  /// The texts of which one names the process of a header.
  private func texts(of match: KnownHeaders.Match) -> HeaderTexts {
    format != .oslogDefault ? first : match.isWhole ? wholes : last
  }

  func process(_ match: KnownHeaders.Match) -> (name: Range<Int>, pid: Int) {
    let (name, pid) = texts(of: match).process(match.text)
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
