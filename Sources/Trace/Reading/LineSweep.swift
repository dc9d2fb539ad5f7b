/// Passes over lines that say nothing: those that have a header of known pieces and a message without any literal.
///
/// Of most logs nearly all lines are such, so that this is how fast a log is read. What a line is asked:
///
/// 1. Is its header made of known pieces (`KnownHeaders`)? Then it is of the same format as those, and what it says of
///    its process stands there.
/// 2. From there on, thirty-two bytes at a time, until the line ends: does a piece of four bytes stand at every fourth
///    place by which some literal is looked for that the process may tell (`Prefilter`, `Tellers`), or the date that a
///    second record begins with? Is there a control character? One loop for all that and for the line's end takes half
///    of the time of one for each. It stands in the loop over the lines: what is handed on is only a turn with such a
///    piece.
/// 3. Does the message begin with a dotted name, or with what frameworks put before it? A few words tell of most that
///    they do not.
///
/// Any other answer leaves the line to be read, if all of its header is known only the message (`SweptLine`), so that
/// what is passed over is exactly what would be read and counted without an event. The pieces of the literals are those
/// that are rarest where this log is looked at: after the first stretch, and where candidates become more frequent than
/// there, they are chosen anew.
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
  private var filter: Prefilter
  private let longestLine: Int
  /// Whether the banner of `log`'s compact style stood above the headers.
  private var isCompactLog = false
  /// How many lines are not to be tried, and how many after that if the next one cannot be passed over.
  private var wait = 0
  private var nextWait = 0
  private var watch = PieceWatch()
  /// The line that the newest ones ended at, if it has a literal, and a header of which all is known.
  private var stop: SweptLine?

  private static let stride = 4
  private static let longestWait = 31

  /// A sweep for what a recognizer may find.
  init(_ recognizer: Recognizer, longestLine: Int) {
    filter = recognizer.filter
    self.longestLine = longestLine
  }

  /// Takes in a header that was not known.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header, isCompactLog: Bool) {
    if isCompactLog != self.isCompactLog { headers = KnownHeaders() }
    self.isCompactLog = isCompactLog
    headers.learn(line, header, tells: filter.tellers.bits(in: line, header))
  }

  /// What is known of the line that was just stopped at, once.
  @inline(__always)
  mutating func takeStop() -> SweptLine? {
    guard let stop else { return nil }
    self.stop = nil
    return stop
  }

  /// The process that the header of a line names.
  func process(_ header: KnownHeaders.Match) -> HeaderTexts.Process? { headers.process(header) }

  /// Whether the next line is to be tried: in a log full of events it is a waste of time.
  @inline(__always)
  mutating func isWorthwhile() -> Bool {
    if wait == 0 { return true }
    wait -= 1
    return false
  }

  /// Whether the newest lines had headers that are not known, or were full of events.
  var hasGivenUp: Bool { nextWait == Self.longestWait }

  /// Passes over the lines from an index on, as far as they are of one format.
  @inline(never)
  mutating func pass(_ bytes: Span<UInt8>, from start: Int, isCompactLog: Bool) -> Passed {
    var passed = Passed(end: start)
    guard isCompactLog == self.isCompactLog else {
      passed.isLost = true
      return passed
    }
    guard filter.stride == Self.stride, !filter.isOpen else { return passed }
    if watch.isTime(for: bytes.count - start) { filter = filter.fitted(to: counts(of: bytes, from: start)) }
    sweep(bytes, &passed)
    watch.swept += passed.end - start
    (wait, nextWait) =
      passed.lines > 0 || stop != nil ? (0, 0) : (nextWait, min(nextWait * 2 + 1, Self.longestWait))
    return passed
  }

  private mutating func sweep(_ bytes: Span<UInt8>, _ passed: inout Passed) {
    let last = bytes.count - KnownHeaders.longest
    // Once for all lines.
    let filter = filter
    var finds = Prefilter.Finds()
    var told: Range<Int>?
    var (position, lines) = (passed.end, 0)
    var newest = position
    var format = headers.format
    while position < last {
      guard let header = headers.match(bytes, position) else {
        passed.isLost = true
        break
      }
      if header.format != format {
        passed.goesOn = lines > 0
        if passed.goesOn { break }
        format = header.format
      }
      let seen = filter.sweep(bytes, from: header.message, for: header.tells, &finds)
      guard let end = seen.end, end &- position <= longestLine else { break }
      if header.mayHaveOrigin || !MessageStart.isPlain(bytes, header.message),
        MessageStart.maySay(bytes, header.message..<end, mayHaveOrigin: header.mayHaveOrigin)
      {
        break
      }
      if seen.holds.contains(.date), Self.isShared(bytes, position..<end, header.message) { break }
      if seen.holds.contains(.literal) {
        told = position..<end
        break
      }
      if header.mayHaveOrigin { headers.learnOrigin(bytes, header.message..<end) }
      newest = position
      lines &+= 1
      position = seen.next
    }
    watch.candidates += finds.candidates
    (passed.end, passed.lines) = (position, lines)
    // Once more, as no line needs it but the last one and one with a literal.
    if lines > 0 { passed.header = header(bytes, newest) }
    if let told { stop = swept(bytes, told, finds.literal) }
  }

  /// The header of a line, where it is known.
  @inline(never)
  private mutating func header(_ bytes: Span<UInt8>, _ start: Int) -> KnownHeaders.Match? {
    headers.match(bytes, start)
  }

  /// Whether a second record begins in a line, behind the start of its message.
  @inline(never)
  private static func isShared(_ bytes: Span<UInt8>, _ line: Range<Int>, _ message: Int) -> Bool {
    SharedLine.second(in: bytes.extracting(line), from: message - line.lowerBound) != nil
  }

  /// What is known of a line with a literal; nil where it has to be read from its start.
  @inline(never)
  private mutating func swept(
    _ bytes: Span<UInt8>, _ place: Range<Int>, _ literal: Range<Int>
  ) -> SweptLine? {
    let (line, start) = (bytes.extracting(place), place.lowerBound)
    guard let match = header(bytes, start), !match.mayHaveOrigin,
      let process = headers.process(match)?.moved(by: -start)
    else { return nil }
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    var header = Header(message: match.message - start..<end)
    header.format = match.format
    header.process = process.name
    header.pid = process.pid
    let literal = literal.moved(by: -start)
    guard headers.complete(&header, of: line), literal.upperBound <= end else { return nil }
    return SweptLine(place: place, header: header, literal: literal)
  }

  /// What is looked at in the messages of a sample.
  private mutating func counts(of bytes: Span<UInt8>, from start: Int) -> Prefilter.Counts {
    var counts = Prefilter.Counts()
    var start = start
    let limit = min(bytes.count, start + PieceWatch.sample)
    while let end = bytes.index(of: .lineFeed, in: start..<max(start, limit)) {
      let message = header(bytes, start)?.message ?? start
      if message < end { counts.add(bytes, message..<end) }
      start = end + 1
    }
    return counts
  }
}
