/// How the headers of a format are laid out in a log.
struct HeaderLayout {
  let format: Format
  private let time: HeaderTime
  private var texts = HeaderTexts()
  /// The texts before the first number, or behind it, and behind the second one.
  private var first = HeaderTexts.Index(keys: (0, 0, 0))
  private var last = HeaderTexts.Index(keys: (8, 16, 16))
  /// All that stands between the column of the first number and the message, where the second number is 0 as in most
  /// lines: one text to look for instead of three, and before it is known where the number ends.
  private var wholes = HeaderTexts.Index(keys: (0, 44, 76), longest: HeaderTexts.longestWhole)
  /// The columns of the first number that were seen.
  private var columns = KnownColumns()

  /// That of no header.
  init() { self.init(.bare, HeaderTime()) }

  private init(_ format: Format, _ time: HeaderTime) {
    self.format = format
    self.time = time
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
    self.init(header.format, time)
  }

  func hasTime(of other: HeaderLayout) -> Bool { time == other.time }

  /// The header at an index behind which there are as many bytes as the longest one has, where it is known as a whole:
  /// nothing is checked. Mutating, as the compiler would hand a copy of the layout to what is not inlined.
  @inline(__always) @unsafe
  mutating func matchWhole(_ line: Span<UInt8>, _ start: Int) -> KnownHeaders.Match? {
    guard format == .oslogDefault, unsafe time.fits(line.bytes, start) else { return nil }
    let start = start &+ (time.end &+ HeaderColumn.width)
    guard let text = unsafe texts.find(line, start, in: wholes, areWhole: true),
      unsafe columns.takes(HeaderColumn(line.bytes, endingAt: start))
    else { return nil }
    return KnownHeaders.Match(
      format: .oslogDefault, message: start &+ Int(text.count), mayHaveOrigin: false, text: text.number,
      start: start, tells: text.tells)
  }

  /// The same of any header, piece by piece; nil where too few bytes follow, too.
  @inline(__always)
  mutating func match(_ line: Span<UInt8>, _ start: Int) -> KnownHeaders.Match? {
    guard start >= 0, line.count - start >= KnownHeaders.longest, unsafe time.fits(line.bytes, start) else {
      return nil
    }
    let index = start + time.end
    guard format == .oslogDefault else { return unsafe matchBrackets(line, index) }
    return line.has(" 0x", at: index, before: line.count) ? unsafe matchColumns(line, index + 3) : nil
  }

  /// The thread, of which the digits begin at an index, and what stands behind it, piece by piece.
  @unsafe
  private mutating func matchColumns(_ line: Span<UInt8>, _ digits: Int) -> KnownHeaders.Match? {
    let thread = unsafe line.bytes.skippingHex(digits)
    guard thread > digits, let type = unsafe texts.find(line, thread, in: first) else { return nil }
    let activity = thread &+ Int(type.count)
    let index = unsafe line.bytes.skippingHex(activity)
    guard index > activity, let text = unsafe texts.find(line, index, in: last) else { return nil }
    return match(line, message: index &+ Int(text.count), text, at: index)
  }

  /// The process, its number and its thread.
  @unsafe
  private mutating func matchBrackets(_ line: Span<UInt8>, _ index: Int) -> KnownHeaders.Match? {
    guard let text = unsafe texts.find(line, index, in: first) else { return nil }
    let thread = index &+ Int(text.count)
    let end = unsafe line.bytes.skippingHex(thread)
    guard end > thread, unsafe line.bytes.word(end) & 0xFFFF == 0x20_5D else { return nil }
    return match(line, message: end &+ 2, text, at: index)
  }

  @inline(__always)
  private func match(
    _ line: Span<UInt8>, message: Int, _ text: HeaderTexts.Found, at start: Int
  ) -> KnownHeaders.Match {
    let first = line[message]
    let mayHaveOrigin = format != .nslog && (first == UInt8(ascii: "(") || first == UInt8(ascii: "["))
    return .init(
      format: format, message: message, mayHaveOrigin: mayHaveOrigin, text: text.number, start: start,
      tells: text.tells)
  }

  func process(_ match: KnownHeaders.Match) -> HeaderTexts.Process {
    texts.process(match.text, at: match.start)
  }

  /// Takes in the whole of a header whose pieces are known, and what it names.
  @inline(never)
  mutating func learn(_ match: KnownHeaders.Match, of line: Span<UInt8>, from start: Int) {
    let (column, text) = (start + time.end, start + time.end + HeaderColumn.width)
    guard format == .oslogDefault, line.has("x0", at: match.start - 2, before: match.start), !texts.isFull,
      text < match.start, HeaderColumn(head: line.word(at: column), tail: line.word(at: column + 4)).isPadded
    else { return }
    texts.insert(line, text..<match.message, process(match), in: &wholes)
  }

  mutating func learn(_ line: Span<UInt8>, _ header: Header, tells: UInt8) {
    if texts.isFull { self = HeaderLayout(format, time) }
    guard let name = header.process, let pid = header.pid, let thread = header.thread else { return }
    let process = HeaderTexts.Process(name: name, pid: pid, tells: tells)
    guard format == .oslogDefault else {
      guard line.byte(at: thread.upperBound) == UInt8(ascii: "]") else { return }
      return texts.insert(line, time.end..<thread.lowerBound, process, in: &first)
    }
    let end = name.upperBound + 2
    guard line.has(" 0x", at: time.end, before: thread.upperBound),
      line.has(": ", at: end - 2, before: line.count),
      let zero = line.index(of: UInt8(ascii: "0"), in: thread.upperBound..<name.lowerBound)
    else { return }
    var activity = zero + 2
    while activity < end, line[activity].isHex { activity += 1 }
    for index in activity..<name.lowerBound where !line[index].isDigit && !line[index].isBlank { return }
    texts.insert(line, thread.upperBound..<zero + 2, process, in: &first)
    texts.insert(line, activity..<end, process, in: &last)
  }
}
