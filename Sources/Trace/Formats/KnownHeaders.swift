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
    var message: Int
    /// Whether a library or a subsystem may stand before the message.
    var mayHaveOrigin: Bool
    /// The text that names the process, and where it begins.
    let text: Int32
    let start: Int
    /// The bits of what the process may tell (`Tellers`).
    let tells: UInt8
  }

  /// No header that is known is longer, nor is more looked at, where the last of its texts may be a longest one.
  static let longest = HeaderTime.length + 2 * HeaderTexts.longest + HeaderTexts.longestWhole + 64

  /// That of the newest header, apart from the others so that no copy of it is made.
  private var layout = HeaderLayout()
  /// Those of other formats.
  private var others: [HeaderLayout] = []
  /// Libraries and subsystems.
  private var origins = HeaderTexts()
  private var originIndex = HeaderTexts.Index(keys: (0, 12, 12))

  /// The header of the line that begins at an index; nil where some part of it is not known, or less than `longest` bytes
  /// follow.
  @inline(__always)
  mutating func match(_ line: Span<UInt8>, _ start: Int) -> Match? {
    guard start >= 0, line.count &- start >= Self.longest else { return nil }
    // No known header is longer than what was just found to be there.
    return unsafe layout.matchWhole(line, start) ?? matchPieces(line, start)
  }

  /// The same of a header that is not known as a whole.
  @inline(never)
  private mutating func matchPieces(_ line: Span<UInt8>, _ start: Int) -> Match? {
    guard let match = layout.match(line, start) ?? matchOther(line, start) else { return nil }
    return match.mayHaveOrigin ? withOrigin(match, line, from: start) : match
  }

  @inline(never)
  private mutating func matchOther(_ line: Span<UInt8>, _ start: Int) -> Match? {
    for number in others.indices {
      guard let match = others[number].match(line, start) else { continue }
      swap(&layout, &others[number])
      return match
    }
    return nil
  }

  /// The same header with the library and the subsystem behind it, where they are known.
  @inline(never)
  private mutating func withOrigin(_ header: Match, _ line: Span<UInt8>, from start: Int) -> Match {
    guard let origin = unsafe origins.find(line, header.message, in: originIndex) else { return header }
    var match = header
    match.mayHaveOrigin = false
    match.message &+= Int(origin.count)
    layout.learn(match, of: line, from: start)
    return match
  }

  /// The format of the newest header that was found.
  var format: Format { layout.format }

  /// The process that a header names.
  func process(_ match: Match) -> HeaderTexts.Process? {
    layout.format == match.format
      ? layout.process(match) : others.first { $0.format == match.format }?.process(match)
  }

  /// Gives the header of a line that is made of known pieces the rest beside the message and whose it is; false where
  /// there may be more to it.
  func complete(_ header: inout Header, of line: Span<UInt8>) -> Bool {
    let first = line[header.message.lowerBound]
    // What `log` says of its own run is told by the message; and behind a library a subsystem may follow.
    guard header.format == .oslogDefault, header.process?.count != 3,
      first != UInt8(ascii: "("), first != UInt8(ascii: "["),
      let clock = ClockReading(line, at: 0, before: line.count),
      let thread = Header.address(line, at: clock.text.upperBound + 1, before: line.count)
    else { return false }
    header.time = .clock(clock)
    header.thread = thread
    return true
  }

  /// Takes in the library and the subsystem of a message, which was found to have none that are known.
  mutating func learnOrigin(_ line: Span<UInt8>, _ message: Range<Int>) {
    var header = Header(message: message)
    header.takeOrigin(line)
    guard !header.message.isEmpty else { return }
    if origins.isFull {
      origins = HeaderTexts()
      originIndex = .init(keys: originIndex.keys)
    }
    origins.insert(line, message.lowerBound..<header.message.lowerBound, .init(), in: &originIndex)
  }

  /// Takes in the pieces of a header that was just read, and the bits of what its process may tell.
  mutating func learn(_ line: Span<UInt8>, _ header: Header, tells: UInt8) {
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
    layout.learn(line, header, tells: tells)
  }
}
