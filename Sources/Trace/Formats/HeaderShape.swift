/// The shape of a header that was read: what begins just like it, but for the digits of its time and its thread, has the
/// same parts at the same places and need not be read again. In most logs that is nearly every line.
///
/// Only headers of NSLog with a thread are kept: what they mean does not depend on the message behind them.
struct HeaderShape {
  /// Eight bytes of the header: where a bit of `mask` is set they are those of `value`; `add` takes a byte that has to be
  /// a digit out of these bits where it is above `9`.
  private struct Word {
    var mask: UInt64 = 0
    var value: UInt64 = 0
    var add: UInt64 = 0
  }

  private var words: [Word] = []
  private var header = Header(message: 0..<0)
  private var thread = 0..<0
  /// How many lines are to be passed over before the next shape is kept, and how many after that if it serves for none.
  private var wait = 0
  private var nextWait = 0

  private static let longest = 128
  private static let longestWait = 64

  /// The header of a line of that shape; nil where it has another one.
  @inline(__always)
  mutating func header(of line: Span<UInt8>) -> Header? {
    let count = words.count
    guard count > 0, line.count >= count &* 8, fits(line), isThread(line) else { return nil }
    let start = header.message.lowerBound
    guard line.byte(at: start).isLetter || line.byte(at: start) == UInt8(ascii: "-") else { return nil }
    nextWait = 0
    var end = line.count
    while line[end - 1].isBlank { end -= 1 }
    var found = header
    found.message = start..<end
    return found
  }

  @inline(__always)
  private func fits(_ line: Span<UInt8>) -> Bool {
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

  /// Keeps the shape of a header that was just read, unless the last ones that were kept served for nothing.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    guard header.format == .nslog, header.coding == .plain, let thread = header.thread,
      case .clock(let clock) = header.time, clock.text.lowerBound == 0,
      header.message.lowerBound <= Self.longest, !header.message.isEmpty
    else { return }
    guard wait == 0 else { return wait -= 1 }
    (wait, nextWait) = (nextWait, min(Self.longestWait, nextWait * 2 + 1))
    self.header = header
    self.thread = thread
    guard isThread(line) else { return words.removeAll(keepingCapacity: true) }
    words = Array(repeating: Word(), count: (header.message.lowerBound + 7) / 8)
    for index in 0..<header.message.lowerBound where !thread.contains(index) {
      let isDigit = index < clock.text.upperBound && line[index].isDigit
      let shift = UInt64(index % 8) * 8
      words[index / 8].mask |= (isDigit ? 0xF0 : 0xFF) << shift
      words[index / 8].value |= UInt64(isDigit ? 0x30 : line[index]) << shift
      words[index / 8].add |= (isDigit ? 6 : 0) << shift
    }
  }
}
