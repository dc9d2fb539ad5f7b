/// Passes over lines that say nothing: those that have a header of known pieces and a message without any literal.
///
/// Of most logs nearly all lines are such, so that this is how fast a log is read. What a line is asked:
///
/// 1. Is its header made of known pieces (`KnownHeaders`)? Then it is of the same format as those, and what it says of
///    its process stands there.
/// 2. From there on, thirty-two bytes at a time, until the line ends: does a piece of four bytes stand at every fourth
///    place that some literal has in its window (`Prefilter`)? Is there a colon with another one three bytes behind it,
///    as in the time of a second record? Is there a control character? One loop for all three and for the line's end
///    takes half of the time of one for each.
/// 3. Does the message begin with a dotted name, or with what frameworks put before it?
/// 4. Where it holds a literal: would only the lines of other processes say something by that? The answer is kept for the
///    literal and the process.
///
/// Any other answer leaves the line to be read as others are, so that what is passed over is exactly what would be read
/// and counted without an event. The windows of the literals are those that are rarest where this log is looked at:
/// after the first stretch, and where candidates become more frequent than there, they are chosen anew.
struct LineSweep {
  /// Lines that were passed over, all of one format.
  struct Passed {
    var lines = 0
    /// Where the next one begins.
    var end: Int
    /// The header of the last one.
    var header: KnownHeaders.Match?
    /// Whether the next line's header is not known.
    var isLost = false
    /// Whether the next line is of another format, and may well be passed over.
    var goesOn = false
  }

  private var headers = KnownHeaders()
  private let recognizer: Recognizer
  private var filter: Prefilter
  /// What a message is read into that has a literal.
  private var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
  /// Whether the banner of `log`'s compact style stood above the headers.
  private var isCompactLog = false
  /// How many lines are not to be tried, and how many after that if the next one cannot be passed over.
  private var wait = 0
  private var nextWait = 0
  private var windows = Windows()

  /// What has to be known to choose windows in time.
  private struct Windows {
    /// Bytes since they were looked at last, and how many places in them had to be looked at closely.
    var swept = 0
    var candidates = 0
    /// So many candidates in a stretch are few enough.
    var most = few
    /// How often they were chosen, and whether what comes of the last choice is not known yet.
    var choices = 0
    var areNew = false

    static let stretch = 1 << 17
    static let few = stretch >> 10
    /// Choosing takes as long as sweeping a few of these.
    static let longestPause = 7
    /// A sample of that length tells most of what a longer one would.
    static let sample = 1 << 17
  }

  private static let stride = 4
  private static let longestWait = 31

  /// A sweep for what a recognizer may find.
  init(_ recognizer: Recognizer) {
    self.recognizer = recognizer
    filter = recognizer.filter
  }

  /// Takes in a header that was not known.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header, isCompactLog: Bool) {
    if isCompactLog != self.isCompactLog { headers = KnownHeaders() }
    self.isCompactLog = isCompactLog
    headers.learn(line, header)
  }

  /// The process that the header of a line names.
  func process(_ header: KnownHeaders.Match) -> (name: Range<Int>, pid: Int)? { headers.process(header) }

  /// Whether the next line is to be tried: in a log full of events it is a waste of time.
  @inline(__always)
  mutating func isWorthwhile() -> Bool {
    if wait == 0 { return true }
    wait -= 1
    return false
  }

  /// Passes over the lines from an index on, as far as they are of one format.
  @inline(never)
  mutating func pass(_ bytes: Span<UInt8>, from start: Int, isCompactLog: Bool) -> Passed {
    var passed = Passed(end: start)
    guard isCompactLog == self.isCompactLog else {
      passed.isLost = true
      return passed
    }
    guard filter.stride == Self.stride, !filter.isOpen else { return passed }
    chooseWindows(bytes, from: start)
    sweep(bytes, &passed)
    windows.swept += passed.end - start
    (wait, nextWait) = passed.lines > 0 ? (0, 0) : (nextWait, min(nextWait * 2 + 1, Self.longestWait))
    return passed
  }

  private mutating func sweep(_ bytes: Span<UInt8>, _ passed: inout Passed) {
    let last = bytes.count - KnownHeaders.longest
    // Once for all lines.
    let filter = filter
    while passed.end < last {
      guard let header = headers.match(bytes, passed.end) else {
        passed.isLost = true
        return
      }
      if let other = passed.header, other.format != header.format {
        passed.goesOn = true
        return
      }
      guard let end = endOfMessage(bytes, line: passed.end, header, filter) else { return }
      passed.lines += 1
      passed.header = header
      passed.end = end + 1
    }
  }

  /// The end of a line that says nothing.
  @inline(__always)
  private mutating func endOfMessage(
    _ bytes: Span<UInt8>, line start: Int, _ header: KnownHeaders.Match, _ filter: borrowing Prefilter
  ) -> Int? {
    let found = filter.sweep(bytes, from: header.message)
    windows.candidates &+= found.candidates
    guard let end = found.end, end - start <= LineReader.longestLine else { return nil }
    if !Self.isPlain(bytes[header.message]) || found.literal != nil || found.hasColons || header.mayHaveOrigin
    {
      guard isSilent(bytes, start..<end, header, found) else { return nil }
    }
    return bytes[end] == .lineFeed ? end : end + 1
  }

  /// Whether a message may not be held to begin with a name, a mark or an origin, as its first character is none of theirs.
  @inline(__always)
  private static func isPlain(_ first: UInt8) -> Bool {
    first > UInt8(ascii: " ") && first < 0x80 && !first.isLower && first != UInt8(ascii: "[")
      && first != UInt8(ascii: "(")
  }

  /// Whether a line reports nothing of which something was seen that may be a report.
  @inline(never)
  private mutating func isSilent(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ header: KnownHeaders.Match, _ found: Prefilter.Sweep
  ) -> Bool {
    let message = header.message..<line.upperBound
    guard bytes[header.message] > UInt8(ascii: " "),
      !Self.mayBegin(bytes, message, mayHaveOrigin: header.mayHaveOrigin),
      !found.hasColons
        || SharedLine.second(in: bytes.extracting(line), from: header.message - line.lowerBound) == nil,
      found.literal.map({
        isSilent(bytes.extracting(line), $0.moved(by: -line.lowerBound), header, line.lowerBound)
      }) ?? true
    else { return false }
    if header.mayHaveOrigin { headers.learnOrigin(bytes, message) }
    return true
  }

  /// Whether a line with a literal reports nothing all the same: mostly since another process would have to tell it, as
  /// it was found before.
  private mutating func isSilent(
    _ line: Span<UInt8>, _ literal: Range<Int>, _ match: KnownHeaders.Match, _ start: Int
  ) -> Bool {
    guard !match.mayHaveOrigin, let process = headers.process(match) else { return false }
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    let message = match.message - start..<end
    // Where no word goes on over its ends, nothing else matters but what follows.
    let number = recognizer.foreignLiteral(literal, line, message)
    if let number, headers.isForeign(number, to: match),
      filter.first(in: line, literal.upperBound..<end) == nil
    {
      return true
    }
    var header = Header(message: message)
    header.format = match.format
    header.process = process.name.moved(by: -start)
    header.pid = process.pid
    guard recognizer.isSilent(line, header, literal: literal, &event) else { return false }
    if let number { headers.noteForeign(number, to: match) }
    return true
  }

  /// Whether a message begins with a dotted name or a framework's mark, also behind the library and the subsystem that
  /// `log` puts before it, or a tag: wherever it may be held to begin.
  @inline(__always)
  private static func mayBegin(_ bytes: Span<UInt8>, _ message: Range<Int>, mayHaveOrigin: Bool) -> Bool {
    let first = bytes[message.lowerBound]
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "(") {
      return mayBeginBehind(bytes, message, mayHaveOrigin: mayHaveOrigin)
    }
    return mayBegin(bytes, message)
  }

  @inline(__always)
  private static func mayBegin(_ bytes: Span<UInt8>, _ message: Range<Int>) -> Bool {
    Header.mayHavePrefix(bytes, message) || CanonicalForm.mayBegin(bytes, message)
  }

  /// The same, behind brackets.
  @inline(never)
  private static func mayBeginBehind(_ bytes: Span<UInt8>, _ message: Range<Int>, mayHaveOrigin: Bool) -> Bool
  {
    let end = message.upperBound
    var index = message.lowerBound
    if mayHaveOrigin, bytes[index] == UInt8(ascii: "("),
      let close = bytes.index(of: UInt8(ascii: ")"), in: index..<end),
      close + 1 < end, bytes[close + 1].isBlank
    {
      index = bytes.skippingBlanks(close + 1, before: end)
    }
    for _ in 0..<2 where index < end && bytes[index] == UInt8(ascii: "[") {
      guard let close = bytes.index(of: UInt8(ascii: "]"), in: index..<end) else { return false }
      // Brackets in a subsystem's name: who knows where it ends.
      if mayHaveOrigin, bytes.index(of: UInt8(ascii: "["), in: index + 1..<close) != nil { return true }
      guard close + 1 < end, bytes[close + 1].isBlank else { return false }
      index = bytes.skippingBlanks(close + 1, before: end)
    }
    return mayBegin(bytes, index..<end)
  }

  /// Chooses the windows anew where there are more candidates than there need be.
  private mutating func chooseWindows(_ bytes: Span<UInt8>, from start: Int) {
    guard windows.swept >= Windows.stretch << min(windows.choices, Windows.longestPause),
      bytes.count - start >= Windows.sample / 2
    else { return }
    let candidates = windows.candidates * Windows.stretch / windows.swept
    if windows.areNew {
      windows.areNew = false
      windows.most = max(Windows.few, candidates * 2)
    } else if candidates > windows.most {
      filter = filter.fitted(to: counts(of: bytes, from: start))
      windows.choices += 1
      windows.areNew = true
    }
    (windows.swept, windows.candidates) = (0, 0)
  }

  /// What is looked at in the messages of a sample.
  private mutating func counts(of bytes: Span<UInt8>, from start: Int) -> Prefilter.Counts {
    var counts = Prefilter.Counts()
    var start = start
    let limit = min(bytes.count, start + Windows.sample)
    while let end = bytes.index(of: .lineFeed, in: start..<max(start, limit)) {
      let message = headers.match(bytes, start)?.message ?? start
      if message < end { counts.add(bytes, message..<end) }
      start = end + 1
    }
    return counts
  }
}
