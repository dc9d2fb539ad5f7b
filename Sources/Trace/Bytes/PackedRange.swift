/// An optional range of bytes in 64 bits. Offsets fit in 32 bits, because a line that is read at once has at most 1 MiB.
@frozen @usableFromInline
package struct PackedRange: Sendable, Hashable, BitwiseCopyable {
  /// The start in the lower half, and the end in the upper half.
  @usableFromInline let places: UInt64

  @inlinable @inline(__always)
  init(places: UInt64) { self.places = places }

  /// The value that represents nil.
  @inlinable @inline(__always)
  package static var none: PackedRange { PackedRange(places: .max) }

  @inlinable @inline(__always)
  package init(_ range: Range<Int>) {
    let (start, end) = (
      UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound)
    )
    places = UInt64(start) | UInt64(end) &<< 32
  }

  @inlinable @inline(__always)
  package init(_ range: Range<Int>?) { self = range.map { PackedRange($0) } ?? .none }

  /// The range; meaningless for `none`.
  @inlinable @inline(__always)
  package var range: Range<Int> {
    Int(truncatingIfNeeded: places & 0xFFFF_FFFF)..<Int(truncatingIfNeeded: places &>> 32)
  }

  /// The end of the range; meaningless for `none`.
  @inlinable @inline(__always)
  package var end: Int { Int(truncatingIfNeeded: places &>> 32) }
  @inlinable @inline(__always)
  package var count: Int { end &- Int(truncatingIfNeeded: places & 0xFFFF_FFFF) }

  @inlinable @inline(__always)
  package var asOptional: Range<Int>? { isNone ? nil : range }

  @inlinable @inline(__always)
  package var isNone: Bool { places == .max }

  /// The range in two bytes, for a line of at most 254 bytes.
  package var short: UInt16 {
    UInt16(truncatingIfNeeded: places & 0xFF) | UInt16(truncatingIfNeeded: places >> 24) & 0xFF00
  }

  package init(short: UInt16) {
    places = short == .max ? .max : UInt64(short & 0xFF) | UInt64(short >> 8) << 32
  }
}
