/// A table that can be built in advance and stored. `init` reads the parts in the order in which `write` writes them.
protocol StoredTable {
  /// Reads a table. The result is undefined if the reader is damaged afterwards.
  init(from reader: inout TableReader)
  func write(to writer: inout TableWriter)
}

/// Stores tables as bytes. Equal tables give equal bytes.
struct TableWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a number in four bytes, with the lowest one first. It must be from -2^31 to 2^31 - 1.
  mutating func write(_ number: Int) { append(UInt64(UInt32(bitPattern: Int32(number))), 4) }

  /// Appends a word in eight bytes, with the lowest one first.
  mutating func write(_ word: UInt64) { append(word, 8) }

  mutating func write(_ range: Range<Int>) {
    write(range.lowerBound)
    write(range.count)
  }

  mutating func write(_ table: some StoredTable) { table.write(to: &self) }

  mutating func write(_ bytes: [UInt8]) {
    write(bytes.count)
    self.bytes += bytes
  }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  /// Appends the number of the elements, and each of them.
  mutating func write<Element>(
    _ elements: [Element], _ writeElement: (Element, inout TableWriter) -> Void
  ) {
    write(elements.count)
    for element in elements { writeElement(element, &self) }
  }

  private mutating func append(_ word: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(index * 8))) }
  }
}

/// Reads stored tables, in the order in which they were written. If the bytes are too few or not valid, all further numbers are 0.
struct TableReader {
  private let bytes: StoredBytes
  private var index = 0
  private(set) var isDamaged = false

  init(_ bytes: StoredBytes) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  @inline(__always)
  mutating func number() -> Int {
    guard let start = advance(4) else { return 0 }
    return Int(bytes.value(at: start) as Int32)
  }

  @inline(__always)
  mutating func word() -> UInt64 { advance(8).map { bytes.value(at: $0) } ?? 0 }

  mutating func range() -> Range<Int> {
    let (start, count) = (number(), count(0))
    return start..<start + count
  }

  mutating func read<Table: StoredTable>() -> Table { Table(from: &self) }

  mutating func read() -> [UInt8] { part().array }

  mutating func text() -> String { part().text }

  /// Reads bytes without copying them.
  mutating func part() -> StoredBytes {
    let count = count(1)
    return advance(count).map { bytes[$0..<$0 + count] } ?? bytes[0..<0]
  }

  /// Reads the number of elements, and each of them. An element has at least four bytes.
  @inline(__always)
  mutating func read<Element>(_ readElement: (inout TableReader) -> Element) -> [Element] {
    let count = count(4)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(readElement(&self)) }
    return elements
  }

  /// Reads a number of elements that have at least `size` bytes each.
  private mutating func count(_ size: Int) -> Int {
    let count = number()
    if count < 0 || count * size > bytes.count - index { isDamaged = true }
    return isDamaged ? 0 : count
  }

  @inline(__always)
  private mutating func advance(_ count: Int) -> Int? {
    guard !isDamaged, bytes.count - index >= count else {
      isDamaged = true
      return nil
    }
    index += count
    return index - count
  }
}
