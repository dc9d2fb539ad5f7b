/// The byte range of a scalar.
enum ScalarExtent {
  /// Trims libyaml's range of a scalar: removes trailing whitespace and the comment in the header of an empty block.
  /// libyaml ends a block scalar at the start of the next token, and can place an empty scalar there.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    guard let first = bytes[range].first else {
      let end = bytes[..<range.lowerBound].lastIndex { !$0.isBlankOrBreak }.map { $0 + 1 } ?? range.lowerBound
      return end..<end
    }
    guard first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else { return range }
    let header = bytes[range].firstIndex(where: \.isBreak) ?? range.upperBound
    if let last = bytes[header..<range.upperBound].lastIndex(where: { !$0.isBlankOrBreak }) {
      return range.lowerBound..<last + 1
    }
    return range.lowerBound..<(bytes[range].firstIndex(where: \.isBlankOrBreak) ?? range.upperBound)
  }
}
