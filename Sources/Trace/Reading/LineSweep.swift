/// Passes over lines that say nothing: those that have a header of known pieces and a message without any literal.
///
/// Of most logs nearly all lines are such, so that this is how fast a log is read. What a line is asked:
///
/// 1. Is its header made of known pieces (`KnownHeaders`)? Then it is of the same format as those, and what it says of
///    its process stands there.
/// 2. From there on, thirty-two bytes at a time, until the line ends: does a piece of four bytes stand at every fourth
///    place by which some literal is looked for (`Prefilter`), or the date that a second record begins with? Is there a
///    control character? One loop for all that and for the line's end takes half of the time of one for each.
///    It stands in the loop over the lines: what is handed on is only a turn with such a piece.
/// 3. Does the message begin with a dotted name, or with what frameworks put before it? Sixteen bytes tell of most that
///    they do not.
/// 4. Where it holds a literal: would only the lines of other processes say something by that? The answer is kept for the
///    literal and the process.
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
  private let recognizer: Recognizer
  private var filter: Prefilter
  /// What a message is read into that has a literal.
  private var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
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

  /// What is known of the line that was just stopped at, once.
  @inline(__always)
  mutating func takeStop() -> SweptLine? {
    guard let stop else { return nil }
    self.stop = nil
    return stop
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
    var (position, lines) = (passed.end, 0)
    var newest: (start: Int, format: Format)?
    while position < last {
      guard let header = headers.match(bytes, position) else {
        passed.isLost = true
        break
      }
      if let newest, newest.format != header.format {
        passed.goesOn = true
        break
      }
      let seen = filter.sweep(bytes, from: header.message, &finds)
      guard let end = seen.end, end &- position <= LineReader.longestLine else { break }
      if header.mayHaveOrigin || !MessageStart.isPlain(bytes, header.message),
        MessageStart.maySay(bytes, header.message..<end, mayHaveOrigin: header.mayHaveOrigin)
      {
        break
      }
      if seen.marks != 0, !isSilent(bytes, position..<end, header, seen.marks, finds) { break }
      if header.mayHaveOrigin { headers.learnOrigin(bytes, header.message..<end) }
      newest = (position, header.format)
      lines &+= 1
      position = end &+ 1
      if bytes[end] != .lineFeed { position = end &+ 2 }
    }
    watch.candidates += finds.candidates
    (passed.end, passed.lines) = (position, lines)
    // Once more, as no line needs it but the last one.
    passed.header = newest.flatMap { headers.match(bytes, $0.start) }
  }

  /// Whether a line reports nothing in which a literal or a date was seen.
  @inline(never)
  private mutating func isSilent(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ header: KnownHeaders.Match, _ marks: UInt8,
    _ finds: Prefilter.Finds
  ) -> Bool {
    if marks & Prefilter.ofDate != 0,
      SharedLine.second(in: bytes.extracting(line), from: header.message - line.lowerBound) != nil
    {
      return false
    }
    return marks & Prefilter.ofLiteral == 0
      || isSilent(bytes.extracting(line), finds, header, line.lowerBound)
  }

  /// Whether a line with a literal reports nothing all the same: since another process would have to tell it, as it
  /// was found before.
  private mutating func isSilent(
    _ line: Span<UInt8>, _ finds: Prefilter.Finds, _ match: KnownHeaders.Match, _ start: Int
  ) -> Bool {
    guard !match.mayHaveOrigin else { return false }
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    let message = match.message - start..<end
    let literal = finds.literal.range.moved(by: -start)
    // Where no word goes on over its ends, nothing else matters but the process and what follows.
    let isWhole = line.isWhole(literal, in: message)
    let isForeign = isWhole && headers.isForeign(finds.literal.number, to: match)
    if isForeign, finds.isOnly { return true }
    guard let process = headers.process(match) else { return false }
    var header = Header(message: message)
    header.format = match.format
    header.process = process.name.moved(by: -start)
    header.pid = process.pid
    guard recognizer.isSilent(line, header, literal: literal, &event) else {
      if headers.complete(&header, of: line), literal.upperBound <= end {
        stop = SweptLine(place: line.indices.moved(by: start), header: header, literal: literal)
      }
      return false
    }
    if isWhole, !isForeign { headers.noteForeign(finds.literal.number, to: match) }
    return true
  }

  /// What is looked at in the messages of a sample.
  private mutating func counts(of bytes: Span<UInt8>, from start: Int) -> Prefilter.Counts {
    var counts = Prefilter.Counts()
    var start = start
    let limit = min(bytes.count, start + PieceWatch.sample)
    while let end = bytes.index(of: .lineFeed, in: start..<max(start, limit)) {
      let message = headers.match(bytes, start)?.message ?? start
      if message < end { counts.add(bytes, message..<end) }
      start = end + 1
    }
    return counts
  }
}

extension Span<UInt8> {
  /// Whether a literal has whole words of a message, which goes on behind it.
  fileprivate func isWhole(_ literal: Range<Int>, in message: Range<Int>) -> Bool {
    literal.upperBound < message.upperBound && !self[literal.upperBound].isIdentifier
      && (literal.lowerBound == message.lowerBound || !self[literal.lowerBound - 1].isIdentifier)
  }
}
