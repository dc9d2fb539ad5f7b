/// A record in JSON without some of its values: the text between them, and of which sorts they are.
struct ObjectOutline {
  /// All of the text.
  var text: [UInt8] = []
  private(set) var values: [Value] = []
  /// Where in `text` what stands behind the last value begins.
  private var end = 0
  /// Parts of the record that are in the text, in their order.
  private var known: [(part: FamiliarObjects.Part, parts: FamiliarObjects.Parts, end: Int)] = []

  /// A value, and where in `text` what stands before it is.
  struct Value {
    var before: Range<Int>
    var isString: Bool
    var part: FamiliarObjects.Part
  }

  /// Adds a value behind the text.
  mutating func addValue(isString: Bool, _ part: FamiliarObjects.Part) {
    values.append(Value(before: end..<text.count, isString: isString, part: part))
    end = text.count
  }

  /// The same record with some of its values as text.
  func filled(with texts: [[UInt8]?]) -> ObjectOutline {
    var filled = ObjectOutline()
    for (value, text) in zip(values, texts) {
      filled.text.append(self.text.span.extracting(value.before))
      guard let text else {
        filled.addValue(isString: value.isString, value.part)
        continue
      }
      let start = filled.text.count
      filled.text += text
      var parts = FamiliarObjects.Parts()
      if value.part != .none, parts.take(filled.text.span, start..<filled.text.count, value.part) {
        filled.known.append((value.part, parts, filled.text.count))
      }
    }
    filled.text.append(text.span.extracting(end..<text.count))
    return filled
  }

  /// The parts of a line that is such a record; nil where it is none, or a value is to be looked at more closely.
  func parts(of line: Span<UInt8>) -> FamiliarObjects.Parts? {
    var parts = FamiliarObjects.Parts()
    var index = 0
    var next = 0
    for value in values {
      guard let start = endOfText(value.before, line, index), let end = value.end(in: line, from: start)
      else {
        return nil
      }
      let before = value.before.upperBound
      if next < known.count, known[next].end <= before { takeKnown(before: before, at: start, &next, &parts) }
      guard value.part == .none || parts.take(line, start..<end, value.part),
        // A time is compared, and words have none.
        !value.isString || value.part == .time || !OddBytes.atWords.mayStand(in: line.extracting(start..<end))
      else { return nil }
      index = end
    }
    guard endOfText(end..<text.count, line, index) == line.count else { return nil }
    takeKnown(before: text.count, at: line.count, &next, &parts)
    return parts
  }

  /// Where in a line that is such a record the values are.
  func values(of line: Span<UInt8>) -> [Range<Int>] {
    var index = 0
    return values.compactMap { value in
      let start = index + value.before.count
      guard let end = value.end(in: line, from: start) else { return nil }
      index = end
      return start..<end
    }
  }

  /// The end of a piece of the text that stands at an index of a line.
  @inline(__always)
  private func endOfText(_ piece: Range<Int>, _ line: Span<UInt8>, _ index: Int) -> Int? {
    let end = index &+ piece.count
    guard end <= line.count, line.extracting(index..<end).isEqual(to: text.span.extracting(piece)) else {
      return nil
    }
    return end
  }

  /// Takes the parts in the text before an index, which is at another one in the line.
  @inline(never)
  private func takeKnown(
    before end: Int, at index: Int, _ next: inout Int, _ parts: inout FamiliarObjects.Parts
  ) {
    while next < known.count, known[next].end <= end {
      parts.take(known[next].parts, known[next].part, movedBy: index &- end)
      next &+= 1
    }
  }
}

extension ObjectOutline.Value {
  /// Where a value of that sort ends that begins at an index.
  @inline(__always)
  fileprivate func end(in line: Span<UInt8>, from start: Int) -> Int? {
    if isString {
      guard let quote = line.index(of: UInt8(ascii: "\""), in: start..<line.count),
        line[quote &- 1] != UInt8(ascii: "\\")
      else { return nil }
      return quote
    }
    var index = start
    var others = line.word(at: index).marksOfOthersThanDigits
    while others == 0 {
      index &+= 8
      others = line.word(at: index).marksOfOthersThanDigits
    }
    index &+= others.firstMark
    while index < line.count, line[index].isInJSONWord { index &+= 1 }
    return index > start ? index : nil
  }
}
