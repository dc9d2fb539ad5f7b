extension String {
  /// The bytes of a line in a range. Invalid UTF-8 is replaced by U+FFFD.
  package init(_ range: Range<Int>, of line: Span<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range.clamped(to: 0..<line.count) { bytes.append(line[index]) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
