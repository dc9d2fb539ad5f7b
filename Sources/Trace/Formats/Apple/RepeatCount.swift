/// The number of times that the message above was repeated: `--- last message repeated 3 times ---`.
struct RepeatCount {
  let times: Int
  /// The range of `last message repeated 3 times`.
  let text: Range<Int>

  init?(_ line: Span<UInt8>, _ message: Range<Int>) {
    let limit = message.upperBound
    let phrase: StaticString = "last message repeated "
    var index = message.lowerBound
    for _ in 0..<2 where !line.has(phrase, at: index, before: limit) {
      // Skips a host or three hyphens.
      while index < limit, !line[index].isSpace { index += 1 }
      index = line.skippingSpaces(index, before: limit)
    }
    guard line.has(phrase, at: index, before: limit) else { return nil }
    let digits =
      index + phrase.utf8CodeUnitCount..<line.skippingDigits(index + phrase.utf8CodeUnitCount, before: limit)
    guard !digits.isEmpty, line.has(" time", at: digits.upperBound, before: limit) else {
      return nil
    }
    times = digits.count < 19 ? line.number(digits) : .max
    let end = digits.upperBound + 5
    text = index..<(line.byte(at: end) == UInt8(ascii: "s") && end < limit ? end + 1 : end)
    var rest = line.skippingSpaces(text.upperBound, before: limit)
    while rest < limit, line[rest] == UInt8(ascii: "-") { rest += 1 }
    guard rest == limit else { return nil }
  }
}
