/// The first number of a header that has columns, with the blanks before and behind it: ` 0x1a2b3    `.
struct HeaderColumn: Equatable {
  /// Its first and its last eight bytes.
  let head: UInt64
  let tail: UInt64

  static let width = 12

  /// The one that ends at an index, where there have to be so many bytes before.
  @inline(__always) @unsafe
  init(_ bytes: RawSpan, endingAt end: Int) {
    unsafe (head, tail) = (bytes.word(end &- Self.width), bytes.word(end &- 8))
  }

  init(head: UInt64, tail: UInt64) { (self.head, self.tail) = (head, tail) }

  /// Whether it is a hexadecimal number that is filled up with blanks.
  var isPadded: Bool {
    let number = head >> 24 | (tail >> 32) << 40
    let digits = number.marksOfOthersThanHex.firstMark
    return head & 0xFF_FFFF == 0x78_30_20 && tail >> 56 == 0x20 && digits > 0
      && (number ^ 0x2020_2020_2020_2020) & .last(8 - digits) == 0
  }
}

/// Columns that were looked at: a log has few threads at a time, and to find one takes a quarter of reading it.
struct KnownColumns {
  /// Each at the place that its bytes tell, where the newest one stays; none until there is one.
  private var columns: [HeaderColumn] = []

  private static let bits: UInt64 = 8

  /// Whether a column is a hexadecimal number that is filled up with blanks.
  @inline(__always)
  mutating func takes(_ column: HeaderColumn) -> Bool {
    let place = Self.place(of: column)
    return place < columns.count && columns[place] == column || learn(column)
  }

  @inline(never)
  private mutating func learn(_ column: HeaderColumn) -> Bool {
    guard column.isPadded else { return false }
    // Of what is there at first, the two halves are of no one column.
    if columns.isEmpty {
      columns = Array(repeating: HeaderColumn(head: 0, tail: 1), count: 1 << Int(Self.bits))
    }
    columns[Self.place(of: column)] = column
    return true
  }

  @inline(__always)
  private static func place(of column: HeaderColumn) -> Int {
    Int(truncatingIfNeeded: (column.tail &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- bits))
  }
}
