/// The families of events, which are the first parts of dotted names: `timer` of `timer.start`.
struct FamilyNames: Sendable {
  private let names: WordTable
  private let longest: Int
  /// A bitmap of the hashes of the last three bytes of each name and the dot after them. It rejects most dots without a lookup.
  private var ends = Array(repeating: UInt64(0), count: 1 << 10)

  /// Creates the families from their names, which may occur several times.
  init(_ names: [String]) {
    let table = WordTable(names)
    self.names = table
    longest = names.map(\.utf8.count).max() ?? 0
    for number in 0..<table.count where !table[number].isEmpty {
      let name = table[number]
      var ends = [Array((name + ".").utf8).suffix(4)]
      // Any byte may precede a short name.
      while let end = ends.first, end.count < 4 {
        ends = ends.flatMap { end in (UInt8.min...UInt8.max).map { [$0] + end } }
      }
      for end in ends {
        let hash = Prefilter.hash(of: Array(end).span.piece(at: 0))
        self.ends[hash >> 6] |= 1 << UInt64(hash & 63)
      }
    }
  }

  /// Whether the dot at an index follows the name of a family, and both can be part of an event's dotted name.
  @inline(__always)
  func endsName(at dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard dot &+ 1 < range.upperBound, dot < 3 || mayEnd(bytes.piece(at: dot &- 3)) else { return false }
    return isName(before: dot, in: bytes, range)
  }

  @inline(__always)
  private func mayEnd(_ piece: UInt32) -> Bool {
    let hash = Prefilter.hash(of: piece)
    return ends[hash &>> 6] &>> UInt64(truncatingIfNeeded: hash & 63) & 1 == 1
  }

  @inline(never)
  private func isName(before dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard Self.isInName(bytes[dot &+ 1]), !goesOn(behind: dot, in: bytes, range) else { return false }
    var start = dot
    while start > range.lowerBound, dot &- start <= longest, Self.isInName(bytes[start &- 1]) { start -= 1 }
    return names.number(of: start..<dot, in: bytes) != nil
  }

  /// Whether the name that contains a dot is followed by a character that never follows an event's name, as in `timer.fire(`.
  private func goesOn(behind dot: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var end = dot &+ 1
    while end < range.upperBound, Self.isInName(bytes[end]), bytes[end] != UInt8(ascii: "_") { end += 1 }
    return end < range.upperBound && Self.others.contains(bytes[end])
  }

  private static let others = ByteSet(":=(/_@[+*#?!;%")

  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }
}

extension FamilyNames: StoredTable {
  init(from reader: inout TableReader) {
    names = reader.read()
    longest = reader.number()
    ends = reader.read { $0.word() }
  }

  func write(to writer: inout TableWriter) {
    writer.write(names)
    writer.write(longest)
    writer.write(ends) { $1.write($0) }
  }
}
