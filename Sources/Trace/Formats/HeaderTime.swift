/// The time that a line begins with: the same but for its digits.
struct HeaderTime: Equatable {
  private var mask = SIMD4<UInt64>()
  private var value = SIMD4<UInt64>()
  private var add = SIMD4<UInt64>()
  let end: Int

  static let length = 32

  /// One that stands nowhere.
  init() {
    value = SIMD4(repeating: 1)
    end = 0
  }

  init?(_ line: Span<UInt8>, _ text: Range<Int>) {
    guard text.count <= Self.length else { return nil }
    end = text.count
    for index in text {
      let (part, shift) = (index / 8, UInt64(index % 8) * 8)
      let isDigit = line[index].isDigit
      mask[part] |= (isDigit ? 0xF0 : 0xFF) << shift
      value[part] |= UInt64(isDigit ? 0x30 : line[index]) << shift
      add[part] |= (isDigit ? 6 : 0) << shift
    }
  }

  /// Whether it stands at an index.
  @inline(__always) @unsafe
  func fits(_ bytes: RawSpan, _ index: Int) -> Bool {
    let text = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD4<UInt64>.self)
    // `add` takes a byte that has to be a digit out of the bits of `mask` where it is above `9`.
    let difference = ((text ^ value) | ((text &+ add) ^ value)) & mask
    let half = difference.lowHalf | difference.highHalf
    return half.x | half.y == 0
  }
}
