/// Tests of eight bytes at once (SIMD within a register): eight bytes of a line as one number, the first byte the lowest.
///
/// The result of a test is a word of marks: the highest bit of each byte that passes. Only the first mark is certain, because a
/// borrow may set the next one.
extension Span<UInt8> {
  /// The eight bytes from an index on, zeros for what is behind the end.
  @inlinable @inline(__always)
  package func word(at index: Int) -> UInt64 {
    // As unsigned numbers, so that an index below zero is too large as well.
    let isWhole = count >= 8 && UInt(bitPattern: index) <= UInt(bitPattern: count &- 8)
    return isWhole ? wholeWord(at: index) : lastWord(at: index)
  }

  @usableFromInline @inline(never)
  func lastWord(at index: Int) -> UInt64 { index < count ? bytes(at: index, count &- index) : 0 }

  /// So many bytes from an index on, eight at most, as the low ones of a number. They have to be there.
  @inlinable @inline(__always)
  package func bytes(at index: Int, _ count: Int) -> UInt64 {
    // Those that end where they do, without what comes before them.
    let start = index &+ count &- 8
    guard start >= 0, count > 0 else {
      return (0..<count).reduce(0) { $0 | UInt64(self[index &+ $1]) &<< UInt64($1 &* 8) }
    }
    return wholeWord(at: start) &>> UInt64(64 &- count &* 8)
  }

  /// The eight bytes from an index on, all of which there have to be.
  @inlinable @inline(__always)
  package func wholeWord(at index: Int) -> UInt64 { UInt64(littleEndian: load(at: index, as: UInt64.self)) }

  /// The four bytes from an index on.
  @inline(__always)
  func piece(at index: Int) -> UInt32 { UInt32(littleEndian: load(at: index, as: UInt32.self)) }

  @inlinable @inline(__always)
  func load<Number: BitwiseCopyable>(at index: Int, as type: Number.Type) -> Number {
    precondition(index >= 0 && index <= count &- MemoryLayout<Number>.size)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: type)
  }
}

/// What is read without a check, where there are known to be so many bytes.
extension RawSpan {
  @inline(__always) @unsafe
  func piece(_ index: Int) -> UInt32 { unsafe UInt32(littleEndian: load(index)) }

  @inline(__always) @unsafe
  func word(_ index: Int) -> UInt64 { unsafe UInt64(littleEndian: load(index)) }

  @inline(__always) @unsafe
  func block(_ index: Int) -> SIMD16<UInt8> { unsafe load(index) }

  @inline(__always) @unsafe
  func words(_ index: Int) -> SIMD16<UInt64> { unsafe load(index) }

  /// The mask of a block as numbers, of which the standard library's `any` makes a loop.
  @inline(__always)
  static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// A mask with four bits for each byte of a block instead of eight, the first byte the lowest.
  @inline(__always)
  static func nibbles(_ words: SIMD2<UInt64>) -> UInt64 {
    let pairs = unsafe unsafeBitCast(words, to: SIMD8<UInt16>.self)
    return unsafe unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs &>> 4), to: UInt64.self).littleEndian
  }

  @inline(__always) @unsafe
  private func load<Number: BitwiseCopyable>(_ index: Int) -> Number {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Number.self)
  }
}

extension SIMD16<UInt64> {
  /// Whether no bit is set.
  @inline(__always)
  var isZero: Bool {
    let half = lowHalf | highHalf
    let quarter = half.lowHalf | half.highHalf
    let eighth = quarter.lowHalf | quarter.highHalf
    return eighth.x | eighth.y == 0
  }
}

extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highest: UInt64 = 0x8080_8080_8080_8080

  /// Marks at bytes below one that is 128 at most.
  @inline(__always)
  func marks(below byte: UInt8) -> UInt64 { (self &- Self.ones &* UInt64(byte)) & ~self & Self.highest }

  /// Marks at bytes of that value.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 { (self ^ Self.ones &* UInt64(byte)).marks(below: 1) }

  /// Marks at bytes that are not ASCII.
  @inline(__always)
  var marksAboveASCII: UInt64 { self & Self.highest }

  /// Marks at bytes that are no digits; each of them is certain.
  @inline(__always)
  var marksOfOthersThanDigits: UInt64 {
    ~marks(from: UInt8(ascii: "0"), through: UInt8(ascii: "9")) & Self.highest
  }

  /// The same of hexadecimal digits.
  @inline(__always)
  var marksOfOthersThanHex: UInt64 {
    let letters = (self | Self.ones &* 0x20).marks(from: UInt8(ascii: "a"), through: UInt8(ascii: "f"))
    return ~letters & marksOfOthersThanDigits
  }

  /// Marks, each of them certain, at bytes of a range of ASCII.
  @inline(__always)
  private func marks(from first: UInt8, through last: UInt8) -> UInt64 {
    // What is added makes a byte's highest bit one where it is as great as that.
    let low = self & ~Self.highest
    let below = ~(low &+ Self.ones &* UInt64(0x80 &- first))
    let above = low &+ Self.ones &* UInt64(0x7F &- last)
    return ~(below | above | self) & Self.highest
  }

  /// Which of the eight bytes has the first of these marks; 8 where none has.
  @inline(__always)
  var firstMark: Int { trailingZeroBitCount &>> 3 }

  /// The bits of so many bytes at the end of a word, eight at most.
  @inline(__always)
  static func last(_ count: Int) -> UInt64 { count == 0 ? 0 : ~0 &<< UInt64((8 &- count) &* 8) }

  /// So many bytes of it, seven at most.
  @inline(__always)
  func first(_ count: Int) -> UInt64 { self & (1 &<< UInt64(count &* 8) &- 1) }
}
