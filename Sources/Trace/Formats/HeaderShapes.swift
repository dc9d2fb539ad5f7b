/// The shapes of headers that were read: what begins just like one, but for the digits of its time and its thread,
/// has the same parts at the same places and need not be read again. In most logs that is nearly every line.
///
/// Only headers of NSLog with a thread and of `log`'s compact style are kept: where a letter or a hyphen follows,
/// what they mean does not depend on the message.
struct HeaderShapes {
  private var shapes: [HeaderShape] = []
  /// A header of each shape.
  private var headers: [FamiliarHeader] = []
  /// How many there have been.
  private var learned = 0
  /// The texts of all shapes, one behind the other.
  private var blocks: [HeaderBlock] = []
  /// The processes that the shapes name.
  private var names = WordTable()
  private var owners: [(name: Int, pid: Int?)] = []
  /// The one that the newest line had, and the one that is given up next.
  private(set) var newest = 0
  private var next = 0
  /// How many lines are to be passed over before the next shape is kept, and how many after that if it serves for none.
  private var wait = 0
  private var nextWait = 0

  private static let most = 8
  private static let longestWait = 64

  /// The shape that the newest line had.
  @inline(__always)
  var shape: HeaderShape { shapes[newest] }

  /// The header of a line of that shape.
  func header(with message: Range<Int>) -> Header {
    var header = headers[newest].header
    header.message = message
    return header
  }

  /// The header that the newest line had, without its message.
  @inline(__always)
  var familiar: FamiliarHeader { headers[newest] }

  /// The message of a line that has one of the shapes, which is `shape` then; nil for other lines.
  @inline(__always)
  mutating func message(of line: Span<UInt8>) -> Range<Int>? {
    guard let start = start(of: line) else { return nil }
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// Where that message begins; more may follow than the line.
  @inline(__always)
  mutating func start(of line: Span<UInt8>) -> Int? {
    let index = likely(line)
    guard index < shapes.count, fits(line, index) else { return nil }
    newest = index
    nextWait = 0
    return shape.start
  }

  /// Takes a line to have the shape of that number.
  @inline(__always)
  mutating func choose(_ number: Int) { newest = number }

  /// The shape that a line has if it has any. Which one of them cannot be foretold from the lines above, so that this
  /// is found without a branch, by what is most different in the headers of one log: where they end.
  @inline(__always)
  private func likely(_ line: Span<UInt8>) -> Int {
    var found = shapes.count
    for index in 0..<shapes.count {
      let start = shapes[index].start
      guard start < line.count else { continue }
      // The load ends at the start of the message, and the line is longer.
      let others = unsafe shapes[index].end.others(line, start &- HeaderBlock.length)
      found = others.x | others.y == 0 ? index : found
    }
    return found
  }

  /// Whether a line has a shape, the end of whose header it has.
  @inline(__always)
  private func fits(_ line: Span<UInt8>, _ index: Int) -> Bool {
    let shape = shapes[index]
    guard HeaderShape.isThread(line, shape.thread) else { return false }
    guard HeaderShape.mayBeMessage(line[shape.start]) else { return false }
    let first = index &* HeaderShape.mostBlocks
    var others = SIMD2<UInt64>()
    for number in 0..<shape.blocks {
      // Every load ends before the start of the message, which is in the line.
      others |= unsafe blocks[first &+ number].others(line, number &* HeaderBlock.length)
    }
    return others.x | others.y == 0
  }

  private mutating func owner(_ shape: HeaderShape, _ line: Span<UInt8>) -> Int {
    let name = names.insert(line, shape.process ?? 0..<0)
    if let owner = owners.firstIndex(where: { $0 == (name, shape.pid) }) { return owner + 1 }
    owners.append((name, shape.pid))
    return owners.count
  }

  /// Keeps the shape of a header that was just read, unless the last ones that were kept served for nothing.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    guard wait == 0 else { return wait -= 1 }
    guard var shape = HeaderShape(line, header) else { return }
    shape.owner = owner(shape, line)
    (wait, nextWait) = (nextWait, min(Self.longestWait, nextWait * 2 + 1))
    newest = next
    learned += 1
    let header = FamiliarHeader(line, header, serial: learned)
    if next < shapes.count {
      shapes[next] = shape
      headers[next] = header
    } else {
      shapes.append(shape)
      headers.append(header)
      blocks += Array(repeating: HeaderBlock(), count: HeaderShape.mostBlocks)
    }
    for (number, block) in shape.text(of: line, header.header).enumerated() {
      blocks[next * HeaderShape.mostBlocks + number] = block
    }
    next = (next + 1) % Self.most
  }
}

/// Sixteen bytes of a header: where a bit of `mask` is set they are those of `value`; `add` takes a byte that has to
/// be a digit out of these bits where it is above `9`.
private struct HeaderBlock {
  private var mask = SIMD2<UInt64>()
  private var value = SIMD2<UInt64>()
  private var add = SIMD2<UInt64>()

  static let length = 16

  init() {}

  /// What stands from an index; the digits of the time may be others, and the thread anything.
  init(_ line: Span<UInt8>, _ start: Int, _ header: Header) {
    for index in start..<start + Self.length {
      if let thread = header.thread, thread.contains(index) { continue }
      let isDigit = index < header.time?.text?.upperBound ?? 0 && line[index].isDigit
      let (half, shift) = ((index - start) / 8, UInt64((index - start) % 8) * 8)
      mask[half] |= (isDigit ? 0xF0 : 0xFF) << shift
      value[half] |= UInt64(isDigit ? 0x30 : line[index]) << shift
      add[half] |= (isDigit ? 6 : 0) << shift
    }
  }

  /// Bits of the bytes at an index, which there have to be, that are other ones.
  @inline(__always) @unsafe
  func others(_ line: Span<UInt8>, _ index: Int) -> SIMD2<UInt64> {
    let text = unsafe line.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD2<UInt64>.self)
    return ((text & mask) ^ value) | (((text &+ add) & mask) ^ value)
  }
}

/// The shape of one header.
struct HeaderShape {
  /// The number of its process, from 1: shapes of the same one have the same.
  fileprivate(set) var owner = 0
  let format: Format
  let process: Range<Int>?
  let pid: Int?
  fileprivate let thread: Range<Int>
  /// Where the message begins.
  let start: Int
  /// What stands before that.
  fileprivate let end: HeaderBlock
  /// How many blocks there are before that one.
  fileprivate let blocks: Int

  fileprivate static let mostBlocks = 8

  /// The shape of a line's header; nil where it may be another one for another message.
  fileprivate init?(_ line: Span<UInt8>, _ header: Header) {
    // What `log` says of its own run is told by the message.
    guard header.format == .nslog || header.process?.count != 3, header.coding == .plain,
      let thread = header.thread,
      case .clock(let clock) = header.time, clock.text.lowerBound == 0,
      (HeaderBlock.length...HeaderBlock.length * Self.mostBlocks).contains(header.message.lowerBound),
      !header.message.isEmpty,
      Self.isThread(line, thread)
    else { return nil }
    format = header.format
    process = header.process
    pid = header.pid
    self.thread = thread
    start = header.message.lowerBound
    end = HeaderBlock(line, start - HeaderBlock.length, header)
    blocks = (start - 1) / HeaderBlock.length
  }

  /// What stands in the blocks.
  fileprivate func text(of line: Span<UInt8>, _ header: Header) -> [HeaderBlock] {
    (0..<blocks).map { HeaderBlock(line, $0 * HeaderBlock.length, header) }
  }

  /// Whether a header means the same before a message that begins so.
  @inline(__always)
  static func mayBeMessage(_ first: UInt8) -> Bool { first.isLetter || first == UInt8(ascii: "-") }

  /// Whether a range that ends in the header is a number of sixteen digits at most.
  @inline(__always)
  fileprivate static func isThread(_ line: Span<UInt8>, _ thread: Range<Int>) -> Bool {
    // The header is longer than a word, so that one may end where the thread does.
    let others = line.wholeWord(at: thread.upperBound &- 8).marksOfOthersThanHex
    if thread.count <= 8 { return others & .last(thread.count) == 0 }
    return thread.count <= 16 && others | line.wholeWord(at: thread.lowerBound).marksOfOthersThanHex == 0
  }
}
