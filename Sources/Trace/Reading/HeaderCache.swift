/// The headers of the newest lines. A line that begins with the same bytes as one of them has the same header, which need not be
/// parsed. The digits of the second, its fraction and the thread may differ:
///
///     2026-11-20 10:00:00.100000+0100 Walk[4242:1234567] walked
///     -----------------  -      ----------------       --
///
/// Only formats are cached in which the header of a line does not depend on its message (`Format.hasFixedHeader`), if the
/// message begins with a letter or a hyphen.
struct HeaderCache {
  private var headers: [CachedHeader] = []
  /// The index of the header that was found or inserted last, and of the one that is replaced next.
  private var newest = 0
  private var next = 0
  /// The number of headers to ignore before the next one is cached, and that number after the next insertion. It grows while no
  /// cached header is found, because in some logs no header occurs twice.
  private var wait = 0
  private var nextWait = 0

  private static let capacity = 16
  private static let longestWait = 63

  /// Finds the header of the first line of a text. The text has to be longer than the line, because headers are compared in large
  /// blocks.
  @inline(__always)
  mutating func find(in text: Span<UInt8>) -> Bool {
    guard newest < headers.count, text.count > CachedHeader.length else { return false }
    guard headers[newest].fits(text) || findOther(in: text) else { return false }
    nextWait = 0
    return true
  }

  @inline(never)
  private mutating func findOther(in text: Span<UInt8>) -> Bool {
    for index in headers.indices where index != newest && headers[index].fits(text) {
      newest = index
      return true
    }
    return false
  }

  /// Caches the header of a line that was parsed.
  @inline(never)
  mutating func insert(_ header: Header, of line: Span<UInt8>) {
    guard wait == 0 else { return wait -= 1 }
    guard let cached = CachedHeader(line, header) else { return }
    (wait, nextWait) = (nextWait, min(nextWait * 2 + 1, Self.longestWait))
    newest = next
    if next < headers.count { headers[next] = cached } else { headers.append(cached) }
    next = (next + 1) % Self.capacity
  }
}

/// Access to the header that was found last. The header itself is not returned, because it would be copied for each line.
extension HeaderCache {
  /// The index of the message's first byte.
  @inline(__always)
  var start: Int { headers[newest].header.message.lowerBound }

  @inline(__always)
  var format: Format { headers[newest].header.format }

  @inline(__always)
  var process: Range<Int>? { headers[newest].header.process }

  @inline(__always)
  var pid: Int? { headers[newest].header.pid }

  /// Whether the time lacks a day or a year.
  @inline(__always)
  var isPartial: Bool { headers[newest].isPartial }

  /// Returns the time of a line; nil if it has other bytes in place of digits.
  @inline(__always)
  func timestamp(_ line: Span<UInt8>) -> Timestamp? { headers[newest].clock.timestamp(line) }

  /// Returns the header of a line with the given message.
  func header(_ message: Range<Int>) -> Header {
    var header = headers[newest].header
    header.message = message
    return header
  }

  /// Sets the parts of an event that its header contains, except for its time.
  @inline(__always)
  func fill(_ event: inout Event) {
    event.timeText = headers[newest].header.time?.text
    event.process = headers[newest].header.process
    event.pid = headers[newest].header.pid
    event.thread = headers[newest].header.thread
    event.isMainThread = headers[newest].header.isMainThread
  }
}

/// A header, and the bytes that identify it.
private struct CachedHeader {
  let header: Header
  let clock: MinuteClock
  let isPartial: Bool
  /// The bits that are compared, and their values.
  private var mask = SIMD16<UInt64>()
  private var value = SIMD16<UInt64>()
  /// The index after the thread, and a mask of its digits that may differ, in the eight bytes before that index.
  private let threadEnd: Int
  private let threadMask: UInt64

  /// The number of bytes that are compared. Longer headers are not cached.
  static let length = MemoryLayout<SIMD16<UInt64>>.size

  /// Creates an entry for the header of a line; nil if another line with the same bytes may have a different header.
  init?(_ line: Span<UInt8>, _ header: Header) {
    let start = header.message.lowerBound
    guard header.format.hasFixedHeader, header.coding == .plain, header.function == nil, !header.isEnd,
      let thread = header.thread, thread.upperBound >= 8, !header.message.isEmpty,
      let time = header.time, let text = time.text, text.lowerBound == 0,
      let clock = MinuteClock(time, line), start < min(Self.length, line.count),
      line[start - 1].isSpace, Self.mayBeginMessage(line[start]),
      Self.isPlain(line.extracting(0..<start), after: text.upperBound)
    else { return nil }
    switch header.format {
    // A shorter tag is padded to eight characters.
    case .logcatThreadtime:
      guard let tag = header.tag, !tag.isEmpty, start > tag.lowerBound + 8 else { return nil }
    // The meaning of records that `log` writes about itself depends on the message.
    default:
      guard let process = header.process, header.format == .nslog || process.count != 3 else { return nil }
    }
    // In logcat, the number of the thread shows whether it is the main one, so it must not differ.
    let digits = thread.dropFirst(line.has("0x", at: thread.lowerBound, before: thread.upperBound) ? 2 : 0)
    let mayDiffer = header.isMainThread == nil ? digits.suffix(8) : digits.suffix(0)
    guard mayDiffer.allSatisfy({ line[$0].isHex }) else { return nil }
    self.header = header
    self.clock = clock
    isPartial = time.isPartial
    threadEnd = thread.upperBound
    threadMask = .last(mayDiffer.count)
    for index in 0..<start
    where !(clock.second..<clock.second + 2).contains(index) && !clock.fraction.contains(index)
      && !mayDiffer.contains(index)
    {
      let shift = UInt64(index % 8 * 8)
      mask[index / 8] |= 0xFF << shift
      value[index / 8] |= UInt64(line[index]) << shift
    }
  }

  /// Whether a message that begins with this byte cannot change the meaning of the header.
  private static func mayBeginMessage(_ first: UInt8) -> Bool { first.isLetter || first == UInt8(ascii: "-") }

  /// Whether a header contains neither a second time of day, which may begin another record, nor control bytes.
  private static func isPlain(_ text: Span<UInt8>, after time: Int) -> Bool {
    guard !ControlSequences.inText.mayOccur(in: text) else { return false }
    return !(time..<max(time, text.count - 3)).contains {
      text[$0] == UInt8(ascii: ":") && text[$0 + 3] == UInt8(ascii: ":")
    }
  }

  /// Whether the first line of a text has this header. The text has more than `length` bytes.
  @inline(__always)
  func fits(_ text: Span<UInt8>) -> Bool {
    unsafe ((text.bytes.words(0) & mask) ^ value).isZero
      && Self.mayBeginMessage(text[header.message.lowerBound])
      && text.wholeWord(at: threadEnd &- 8).nonHexMarks & threadMask == 0
  }
}
