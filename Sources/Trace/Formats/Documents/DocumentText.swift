/// Maps the bytes of a document's text to lines and columns of the log.
///
/// The text is a window over the log: lines from a first one on, from which stretches may have been removed because
/// nobody needs them any more. It may also be the value of a JSON string, whose escapes were undone.
struct DocumentText {
  /// What is shown of a line as the place of an event: the line itself, or of a long one the part around the event.
  struct Excerpt {
    /// The 1-based line.
    var line: Int
    /// The bytes of the line, or of a part of it.
    var bytes: [UInt8]
    /// How many code points of the line come before `bytes`.
    var columns = 0
    /// Where in the text `bytes` begin.
    fileprivate var start = 0

    /// A line, or a part of it that begins at an index of the text.
    init(line: Int, bytes: [UInt8], columns: Int = 0, start: Int = 0) {
      (self.line, self.bytes, self.columns, self.start) = (line, bytes, columns, start)
    }
  }

  /// Bytes that follow one another in a line of the log.
  fileprivate struct Stretch {
    /// Where in the text they begin.
    var index: Int
    var line: Int
    /// How many code points of the line come before them.
    var columns = 0
  }

  private var stretches: [Stretch]
  /// For each byte of a string's value its place in the text that holds the string; nil for lines.
  private let places: [Int32]?
  /// The excerpt that was asked for last: many events may be in one.
  private var newest: (excerpt: Excerpt, isWhole: Bool)?
  /// A byte and how many code points of its line come before it.
  private var known: (index: Int, columns: Int)?

  /// The most bytes of an excerpt. Longer lines are shown in part, so that a line with thousands of records is not kept
  /// for each of them.
  static let longestExcerpt = 4 << 10
  /// How many bytes are shown before the place of an event.
  private static let before = 1 << 10
  /// How many bytes behind the place of an event an excerpt has to have that is used again.
  private static let behind = 512

  /// Lines from that one on.
  init(line: Int) {
    stretches = [Stretch(index: 0, line: line)]
    places = nil
  }

  /// The value of a string that is in an excerpt: for each byte its place in the text that the excerpt is of.
  init(in excerpt: Excerpt, places: [Int32]) {
    stretches = [Stretch(index: 0, line: excerpt.line)]
    self.places = places
    newest = (excerpt, true)
  }

  /// The line that the text begins in.
  var firstLine: Int { stretches[0].line }

  /// Whether something was removed from the text.
  var isCut: Bool { stretches.contains { $0.columns > 0 } }

  /// A line that begins there or later is whole.
  var endOfCuts: Int { stretches.last { $0.columns > 0 }.map { $0.index + 1 } ?? 0 }

  /// The next line begins at an index.
  mutating func beginLine(at index: Int) {
    let line = stretches[stretches.count - 1].line + 1
    if stretches[stretches.count - 1].index == index { stretches.removeLast() }
    stretches.append(Stretch(index: index, line: line))
  }

  /// The line that the text ends with goes on.
  mutating func extendLine() { newest?.isWhole = false }

  /// The line that a byte is in.
  func line(at index: Int) -> Int { stretches[stretch(at: index)].line }

  /// Where in the text the line begins that a byte is in.
  func startOfLine(at index: Int) -> Int { stretches[stretch(at: index)].index }

  /// The 1-based column of a byte.
  func column(at index: Int, in text: Span<UInt8>) -> Int {
    let stretch = stretches[stretch(at: index)]
    return stretch.columns + text.columns(in: stretch.index..<max(index, stretch.index)) + 1
  }

  private func stretch(at index: Int) -> Int {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].index <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// What is shown as the place of a byte.
  mutating func excerpt(at index: Int, in text: Span<UInt8>) -> Excerpt {
    if let newest, newest.excerpt.covers(index, isWhole: newest.isWhole) || places != nil {
      return newest.excerpt
    }
    let number = stretch(at: index)
    let stretch = stretches[number]
    let range = stretch.index..<end(of: number, in: text)
    if stretch.columns == 0, range.count <= Self.longestExcerpt {
      return storeExcerpt(
        Excerpt(line: stretch.line, bytes: [UInt8](text.extracting(range)), start: range.lowerBound))
    }
    var start = max(range.lowerBound, min(index, range.upperBound) - Self.before)
    while start > range.lowerBound, text[start] & 0xC0 == 0x80 { start -= 1 }
    let part = start..<min(range.upperBound, start + Self.longestExcerpt)
    return storeExcerpt(
      Excerpt(
        line: stretch.line, bytes: [UInt8](text.extracting(part)),
        columns: columns(before: start, stretch, text),
        start: start),
      isWhole: part.upperBound == range.upperBound)
  }

  private mutating func storeExcerpt(_ excerpt: Excerpt, isWhole: Bool = true) -> Excerpt {
    newest = (excerpt, isWhole)
    return excerpt
  }

  /// Counted on from the byte that was asked for last, so that a line with many records is counted once.
  private mutating func columns(before index: Int, _ stretch: Stretch, _ text: Span<UInt8>) -> Int {
    var start = (index: stretch.index, columns: stretch.columns)
    if let known, (stretch.index...index).contains(known.index) { start = known }
    let columns = start.columns + text.columns(in: start.index..<index)
    known = (index, columns)
    return columns
  }

  private func end(of number: Int, in text: Span<UInt8>) -> Int {
    guard number + 1 < stretches.count else {
      let start = min(stretches[number].index, text.count)
      return text.endOfLine(from: start)
    }
    let end = stretches[number + 1].index
    return end > stretches[number].index && text[end - 1] == .lineFeed ? end - 1 : end
  }

  /// The place of a byte in an excerpt; of one outside of it the nearest place.
  func place(of index: Int, in excerpt: Excerpt) -> Int32 {
    let place = places.map { Int($0.isEmpty ? 0 : $0[min(index, $0.count - 1)]) } ?? index
    return Int32(min(max(place - excerpt.start, 0), max(excerpt.bytes.count - 1, 0)))
  }

  /// Removes ranges, which ascend, of a text that still has them.
  mutating func remove(_ ranges: [Range<Int>], from text: Span<UInt8>) {
    guard !ranges.isEmpty else { return }
    var kept: [Stretch] = []
    var next = 0
    var removed = 0
    func add(_ stretch: Stretch) {
      if kept.last?.index == stretch.index { kept.removeLast() }
      kept.append(stretch)
    }
    for range in ranges {
      while next < stretches.count, stretches[next].index < range.lowerBound {
        add(stretches[next].moved(by: -removed))
        next += 1
      }
      var last = next > 0 ? stretches[next - 1] : stretches[0]
      while next < stretches.count, stretches[next].index <= range.upperBound {
        last = stretches[next]
        next += 1
      }
      let columns = columns(before: range.upperBound, last, text)
      add(Stretch(index: range.lowerBound - removed, line: last.line, columns: columns))
      removed += range.count
    }
    for stretch in stretches[next...] { add(stretch.moved(by: -removed)) }
    stretches = kept
    newest = nil
    known = nil
  }
}

extension DocumentText.Excerpt {
  /// Whether another one is the same part of the same line.
  func isSame(as other: Self) -> Bool { line == other.line && columns == other.columns }

  /// Whether it shows enough around a byte of the text; `isWhole` says that the line ends with it.
  fileprivate func covers(_ index: Int, isWhole: Bool) -> Bool {
    let end = start + bytes.count
    return index >= start && (isWhole ? index <= end : index + DocumentText.behind <= end)
  }
}

extension DocumentText.Stretch {
  fileprivate func moved(by distance: Int) -> Self {
    Self(index: index + distance, line: line, columns: columns)
  }
}

extension Span<UInt8> {
  /// How many code points a range has.
  fileprivate func columns(in range: Range<Int>) -> Int {
    extracting(range).column(ofByte: range.count) - 1
  }
}

extension [UInt8] {
  /// Removes ranges, which ascend.
  mutating func remove(_ ranges: [Range<Int>]) {
    guard let first = ranges.first else { return }
    var end = first.lowerBound
    for (number, range) in ranges.enumerated() {
      let next = number + 1 < ranges.count ? ranges[number + 1].lowerBound : count
      for index in range.upperBound..<next {
        self[end] = self[index]
        end += 1
      }
    }
    removeSubrange(end...)
  }
}
