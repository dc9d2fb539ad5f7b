/// SIMD within a register: tests eight bytes of a line at once, as one number whose lowest byte is the first.
///
/// The result of a test is a word of marks: the highest bit of each byte that passes. Only the first mark is reliable, because
/// a borrow may set the next one.
extension Span<UInt8> {
  /// Returns the eight bytes from an index on, with zeros after the end.
  @inlinable @inline(__always)
  package func word(at index: Int) -> UInt64 {
    // Compared as unsigned numbers, because a negative index is then too large.
    let isWhole = count >= 8 && UInt(bitPattern: index) <= UInt(bitPattern: count &- 8)
    return isWhole ? wholeWord(at: index) : lastWord(at: index)
  }

  @usableFromInline @inline(never)
  func lastWord(at index: Int) -> UInt64 { index < count ? bytes(at: index, count &- index) : 0 }

  /// Returns `count` bytes from an index on, at most eight, as the low bytes of a number. All of them have to exist.
  @inlinable @inline(__always)
  package func bytes(at index: Int, _ count: Int) -> UInt64 {
    // The eight bytes with the same end, shifted to remove the bytes before `index`.
    let start = index &+ count &- 8
    guard start >= 0, count > 0 else {
      return (0..<count).reduce(0) { $0 | UInt64(self[index &+ $1]) &<< UInt64($1 &* 8) }
    }
    return wholeWord(at: start) &>> UInt64(64 &- count &* 8)
  }

  /// Returns the eight bytes at an index. The span must contain all of them.
  @inlinable @inline(__always)
  package func wholeWord(at index: Int) -> UInt64 { UInt64(littleEndian: load(at: index, as: UInt64.self)) }

  /// Returns the four bytes at an index. The span must contain all of them.
  @inline(__always)
  func piece(at index: Int) -> UInt32 { UInt32(littleEndian: load(at: index, as: UInt32.self)) }

  @inlinable @inline(__always)
  func load<Number: BitwiseCopyable>(at index: Int, as type: Number.Type) -> Number {
    precondition(index >= 0 && index <= count &- MemoryLayout<Number>.size)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: type)
  }
}

/// Loads without bounds checks, for callers that know that the bytes exist.
extension RawSpan {
  @inline(__always) @unsafe
  func piece(_ index: Int) -> UInt32 { unsafe UInt32(littleEndian: load(index)) }

  @inline(__always) @unsafe
  func word(_ index: Int) -> UInt64 { unsafe UInt64(littleEndian: load(index)) }

  @inline(__always) @unsafe
  func block(_ index: Int) -> SIMD16<UInt8> { unsafe load(index) }

  @inline(__always) @unsafe
  func words(_ index: Int) -> SIMD16<UInt64> { unsafe load(index) }

  /// Returns a mask as two words, because the standard library's `any` compiles to a loop.
  @inline(__always)
  static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// Returns a mask with four instead of eight bits for each byte of a block. The first byte has the lowest bits.
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

  /// Marks the bytes that are less than `byte`, which is at most 128.
  @inline(__always)
  func marks(below byte: UInt8) -> UInt64 { (self &- Self.ones &* UInt64(byte)) & ~self & Self.highest }

  /// Marks the bytes that are equal to `byte`.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 { (self ^ Self.ones &* UInt64(byte)).marks(below: 1) }

  /// Marks the bytes that are not ASCII.
  @inline(__always)
  var marksAboveASCII: UInt64 { self & Self.highest }

  /// Marks the bytes that are not digits. All marks are reliable.
  @inline(__always)
  var nonDigitMarks: UInt64 {
    ~marks(from: UInt8(ascii: "0"), through: UInt8(ascii: "9")) & Self.highest
  }

  /// Marks the bytes that are not hexadecimal digits. All marks are reliable.
  @inline(__always)
  var nonHexMarks: UInt64 {
    let letters = (self | Self.ones &* 0x20).marks(from: UInt8(ascii: "a"), through: UInt8(ascii: "f"))
    return ~letters & nonDigitMarks
  }

  /// Marks the bytes in a range of ASCII characters. All marks are reliable.
  @inline(__always)
  private func marks(from first: UInt8, through last: UInt8) -> UInt64 {
    // The first sum sets the highest bit of each byte that is at least `first`, the second one of each byte greater than
    // `last`.
    let low = self & ~Self.highest
    let below = ~(low &+ Self.ones &* UInt64(0x80 &- first))
    let above = low &+ Self.ones &* UInt64(0x7F &- last)
    return ~(below | above | self) & Self.highest
  }

  /// The index of the first marked byte; 8 if there is none.
  @inline(__always)
  var firstMark: Int { trailingZeroBitCount &>> 3 }

  /// Returns a mask of the last `count` bytes of a word, at most eight.
  @inline(__always)
  static func last(_ count: Int) -> UInt64 { count == 0 ? 0 : ~0 &<< UInt64((8 &- count) &* 8) }

  /// Returns the first `count` bytes of the word, at most seven.
  @inline(__always)
  func first(_ count: Int) -> UInt64 { self & (1 &<< UInt64(count &* 8) &- 1) }
}
