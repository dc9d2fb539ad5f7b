/// What a message may begin with that says something before any literal does: a dotted name, what frameworks put before
/// theirs, or an origin or a tag with one of these behind it.
enum MessageStart {
  /// Whether a message surely begins with nothing of that, by its first bytes or those behind a tag.
  @inline(__always)
  static func isPlain(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "[") ? isPlainBehindTag(bytes, index) : isPlainText(bytes, index)
  }

  /// The same of one that begins with no tag, by its first twenty-four bytes.
  @inline(__always)
  private static func isPlainText(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    let first = bytes[index]
    guard first > UInt8(ascii: " "), first < 0x80, first != UInt8(ascii: "["), first != UInt8(ascii: "(")
    else { return false }
    guard first.isLower else { return true }
    let word = bytes.word(at: index)
    if CanonicalForm.isWord(word) { return true }
    // The eighth byte may be the colon of `flutter:`.
    guard word.marks(of: UInt8(ascii: ".")) == 0, word &>> 56 != UInt64(UInt8(ascii: ":")) else {
      return false
    }
    let next = bytes.word(at: index &+ 8)
    return CanonicalForm.isWord(next)
      || next.marks(of: UInt8(ascii: ".")) == 0 && CanonicalForm.isWord(bytes.word(at: index &+ 16))
  }

  /// The same of one that begins with a bracket, which closes near: it is no tag where no blank follows. The bracket may
  /// be one of the next line; then there is no tag, and what is behind it does not matter.
  @inline(never)
  private static func isPlainBehindTag(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard let close = bytes.index(ofNear: UInt8(ascii: "]"), from: index), close &+ 1 < bytes.count else {
      return false
    }
    let next = bytes[close &+ 1]
    // What may be a no-break space is read as a blank (`OddBytes`).
    guard next.isBlank || next == 0xC2 else { return true }
    return close &+ 2 < bytes.count && isPlainText(bytes, close &+ 2)
  }

  /// Whether a message that does not begin plainly begins with a dotted name or a framework's mark, also behind the
  /// library and the subsystem that `log` puts before it, or a tag: wherever it may be held to begin.
  @inline(never)
  static func maySay(_ bytes: Span<UInt8>, _ message: Range<Int>, mayHaveOrigin: Bool) -> Bool {
    let end = message.upperBound
    var index = message.lowerBound
    // What may be a no-break space is read as a blank (`OddBytes`).
    guard bytes[index] > UInt8(ascii: " "), bytes[index] != 0xC2 else { return true }
    if mayHaveOrigin, bytes[index] == UInt8(ascii: "("),
      let close = bytes.index(of: UInt8(ascii: ")"), in: index..<end),
      close + 1 < end
    {
      if bytes[close + 1] == 0xC2 { return true }
      if bytes[close + 1].isBlank { index = bytes.skippingBlanks(close + 1, before: end) }
    }
    for _ in 0..<2 where index < end && bytes[index] == UInt8(ascii: "[") {
      guard let close = bytes.index(of: UInt8(ascii: "]"), in: index..<end) else { return false }
      // Brackets in a subsystem's name: who knows where it ends.
      if mayHaveOrigin, bytes.index(of: UInt8(ascii: "["), in: index + 1..<close) != nil { return true }
      guard close + 1 < end, bytes[close + 1].isBlank else {
        return close + 1 < end && bytes[close + 1] == 0xC2
      }
      index = bytes.skippingBlanks(close + 1, before: end)
      if index < end, isPlain(bytes, index) { return false }
    }
    guard index < end else { return false }
    if bytes[index] == 0xC2 { return true }
    return Header.mayHavePrefix(bytes, index..<end) || CanonicalForm.mayBegin(bytes, index..<end)
  }
}

extension Span<UInt8> {
  /// The index of the first such byte among sixty-four: mostly it is one of the first thirty-two, and no branch depends on
  /// how many come before it.
  @inline(__always)
  fileprivate func index(ofNear byte: UInt8, from start: Int) -> Int? {
    guard start &+ 64 <= count else { return nil }
    for half in 0..<2 {
      let index = start &+ half &* 32
      // Of a known length, so that it needs no checks.
      let place = unsafe extracting(index..<index &+ 32).bytes.place(of: byte)
      if place < 32 { return index &+ place }
    }
    return nil
  }
}
