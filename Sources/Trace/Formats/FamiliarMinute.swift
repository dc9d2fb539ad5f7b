/// How the newest line with a familiar header begins: most lines that follow it begin with the same bytes, but for the
/// digits of the second, its fraction and the thread.
///
///     2026-11-20 10:00:00.100000+0100 Walk[4242:1234567] walked
///     -----------------  -      ----------------       --
struct FamiliarMinute {
  private var bytes = SIMD16<UInt64>(repeating: 1)
  private var mask = SIMD16<UInt64>()
  private var clock = ClockMemory()
  /// The eight bytes that end where the thread does, where they begin, and which of them are the thread's.
  private var thread: UInt64 = 0
  private var threadStart = 0
  private var threadMask: UInt64 = 0
  /// Where the message begins.
  private(set) var message = 0
  /// The serial number of the header, and that of its shape.
  private(set) var header = 0
  private(set) var shape = 0
  /// The process by the number that the shapes have.
  private(set) var owner = 0
  /// The format of the record, and what a line of it with an event in canonical form counts as.
  private(set) var format = Format.bare
  private(set) var eventFormat = Format.bare

  /// No header is longer, and more bytes have to follow from a line's start.
  private static let length = MemoryLayout<SIMD16<UInt64>>.size

  /// That of no line.
  init() {}

  /// That of a line which has the newest of the shapes and a time that was just read.
  init(_ line: Span<UInt8>, _ shapes: borrowing HeaderShapes, _ clock: ClockMemory) {
    let familiar = shapes.familiar
    message = shapes.shape.start
    header = familiar.serial
    shape = shapes.newest
    owner = shapes.shape.owner
    format = shapes.shape.format
    eventFormat = format.isConsole ? .canonical : format
    guard let thread = familiar.header.thread, clock.knowsMinute, line.count > Self.length else { return }
    self.clock = clock
    mask = familiar.mask
    bytes = unsafe line.bytes.words(0) & mask
    threadStart = thread.upperBound - 8
    threadMask = .last(min(thread.count, 8))
    self.thread = line.wholeWord(at: threadStart)
  }

  /// The time of a line that begins like that, behind which more may follow; nil for other lines.
  @inline(__always)
  mutating func time(of line: Span<UInt8>) -> Timestamp? {
    guard line.count > Self.length, unsafe ((line.bytes.words(0) & mask) ^ bytes).isZero,
      HeaderShape.mayBeMessage(line[message]), hasThread(line)
    else { return nil }
    return clock.timestamp(ofMinute: line)
  }

  /// Whether there is a number where the thread is, which is mostly the newest one.
  @inline(__always)
  private mutating func hasThread(_ line: Span<UInt8>) -> Bool {
    let word = line.wholeWord(at: threadStart)
    if word == thread { return true }
    guard word.marksOfOthersThanHex & threadMask == 0 else { return false }
    thread = word
    return true
  }
}
