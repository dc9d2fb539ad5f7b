/// The shapes of headers that were read: what begins just like one, but for the digits of its time and its thread, has the
/// same parts at the same places and need not be read again. In most logs that is nearly every line.
///
/// Only headers of NSLog with a thread and of `log`'s compact style are kept: where a letter or a hyphen follows, what they
/// mean does not depend on the message.
struct HeaderShapes {
  private var shapes: [HeaderShape] = []
  /// The one that the newest line had, and the one that is given up next.
  private var newest = 0
  private var next = 0
  /// How many lines are to be passed over before the next shape is kept, and how many after that if it serves for none.
  private var wait = 0
  private var nextWait = 0

  private static let most = 8
  private static let longestWait = 64

  /// Whether a line has one of the shapes; `header` is then for it.
  @inline(__always)
  mutating func fit(_ line: Span<UInt8>) -> Bool {
    !shapes.isEmpty && (shapes[newest].fits(line) || otherFits(line))
  }

  @inline(never)
  private mutating func otherFits(_ line: Span<UInt8>) -> Bool {
    guard let index = shapes.firstIndex(where: { $0.fits(line) }) else { return false }
    newest = index
    nextWait = 0
    return true
  }

  /// The header of the line that was found to fit.
  @inline(__always)
  func header(of line: Span<UInt8>) -> Header {
    var header = shapes[newest].header
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    header.message = header.message.lowerBound..<end
    return header
  }

  /// Keeps the shape of a header that was just read, unless the last ones that were kept served for nothing.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    guard wait == 0 else { return wait -= 1 }
    guard let shape = HeaderShape(line, header) else { return }
    (wait, nextWait) = (nextWait, min(Self.longestWait, nextWait * 2 + 1))
    newest = next
    if next < shapes.count { shapes[next] = shape } else { shapes.append(shape) }
    next = (next + 1) % Self.most
  }
}

/// The shape of one header.
private struct HeaderShape {
  /// Eight bytes of the header: where a bit of `mask` is set they are those of `value`; `add` takes a byte that has to be
  /// a digit out of these bits where it is above `9`.
  private struct Word {
    var mask: UInt64 = 0
    var value: UInt64 = 0
    var add: UInt64 = 0
  }

  private var words: [Word]
  let header: Header
  private let thread: Range<Int>

  private static let longest = 128

  /// The shape of a line's header; nil where it may be another one for another message.
  init?(_ line: Span<UInt8>, _ header: Header) {
    // What `log` says of its own run is told by the message.
    guard header.format == .nslog || header.process?.count != 3, header.coding == .plain,
      let thread = header.thread,
      case .clock(let clock) = header.time, clock.text.lowerBound == 0,
      header.message.lowerBound <= Self.longest, !header.message.isEmpty
    else { return nil }
    self.header = header
    self.thread = thread
    words = Array(repeating: Word(), count: (header.message.lowerBound + 7) / 8)
    guard isThread(line) else { return nil }
    for index in 0..<header.message.lowerBound where !thread.contains(index) {
      let isDigit = index < clock.text.upperBound && line[index].isDigit
      let shift = UInt64(index % 8) * 8
      words[index / 8].mask |= (isDigit ? 0xF0 : 0xFF) << shift
      words[index / 8].value |= UInt64(isDigit ? 0x30 : line[index]) << shift
      words[index / 8].add |= (isDigit ? 6 : 0) << shift
    }
  }

  /// Whether a line has that shape.
  @inline(__always)
  func fits(_ line: Span<UInt8>) -> Bool {
    guard line.count >= words.count &* 8, hasText(line), isThread(line) else { return false }
    let first = line.byte(at: header.message.lowerBound)
    return first.isLetter || first == UInt8(ascii: "-")
  }

  @inline(__always)
  private func hasText(_ line: Span<UInt8>) -> Bool {
    // Every load ends within the eight bytes of a word, and the line has as many as all words.
    unsafe line.withUnsafeBytes { bytes in
      unsafe words.withUnsafeBufferPointer { words in
        var difference: UInt64 = 0
        for index in 0..<words.count {
          let word = unsafe words[index]
          let text = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
          difference |= (text & word.mask) ^ word.value
          difference |= ((text &+ word.add) & word.mask) ^ word.value
        }
        return difference == 0
      }
    }
  }

  @inline(__always)
  private func isThread(_ line: Span<UInt8>) -> Bool {
    for index in thread where !line[index].isHex { return false }
    return true
  }
}
