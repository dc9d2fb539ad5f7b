/// The bytes that a scalar covers.
enum ScalarExtent {
  /// The range that libyaml gives a scalar, without the blanks, line ends and header comment that are no part of its
  /// text. A block scalar ends with libyaml where the next token begins, and an empty one may stand there as well.
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
