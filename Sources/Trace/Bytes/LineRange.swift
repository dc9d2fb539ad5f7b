/// A stretch of a line's bytes, or none. No line has so many that half the memory of a range would not do.
@frozen @usableFromInline
package struct LineRange: Sendable, Hashable, BitwiseCopyable {
  @usableFromInline let start: Int32
  @usableFromInline let end: Int32

  /// That there is none.
  @inlinable @inline(__always)
  package static var none: LineRange { LineRange(start: -1, end: -1) }

  @inlinable @inline(__always)
  package init(_ range: Range<Int>) {
    start = Int32(truncatingIfNeeded: range.lowerBound)
    end = Int32(truncatingIfNeeded: range.upperBound)
  }

  @inlinable @inline(__always)
  package init(_ range: Range<Int>?) { self = range.map { LineRange($0) } ?? .none }

  @inlinable @inline(__always)
  init(start: Int32, end: Int32) { (self.start, self.end) = (start, end) }

  /// Where there is one.
  @inlinable @inline(__always)
  package var range: Range<Int> { Int(start)..<Int(end) }

  @inlinable @inline(__always)
  package var orNil: Range<Int>? { isNone ? nil : range }

  @inlinable @inline(__always)
  package var isNone: Bool { start < 0 }
}
