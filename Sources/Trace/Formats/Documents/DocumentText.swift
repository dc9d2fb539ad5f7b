/// Maps the bytes of a document's text to lines and columns of the log.
///
/// The text consists of consecutive lines of the log, without the ranges that were already read and removed. It can also be the
/// decoded value of a JSON string.
struct DocumentText {
  /// The part of the log that is shown as the location of an event: its line, or the part of a long line around the event.
  struct Excerpt {
    /// The 1-based number of the line.
    var line: Int
    /// The bytes of the line or of a part of it.
    var bytes: [UInt8]
    /// The number of code points of the line before `bytes`.
    var columns = 0
    /// The index of `bytes` in the text.
    fileprivate var start = 0

    /// Creates an excerpt of a line or of a part of it. `start` is its index in the text.
    init(line: Int, bytes: [UInt8], columns: Int = 0, start: Int = 0) {
      (self.line, self.bytes, self.columns, self.start) = (line, bytes, columns, start)
    }
  }

  /// A contiguous range of bytes of one line of the log.
  fileprivate struct Stretch {
    /// The index of its first byte in the text.
    var index: Int
    var line: Int
    /// The number of code points of the line before it.
    var columns = 0
  }

  private var stretches: [Stretch]
  /// The index of each byte of a decoded string in the text that contains the string; nil for lines.
  private let places: [Int32]?
  /// The excerpt that was returned last, for reuse: one excerpt can contain many events.
  private var newest: (excerpt: Excerpt, isWhole: Bool)?
  /// The index up to which columns were counted last, and the number of code points of the line before it.
  private var known: (index: Int, columns: Int)?

  /// The maximum number of bytes of an excerpt. Longer lines are shown in part, because a line with thousands of records
  /// would otherwise be kept once for each of them.
  static let longestExcerpt = 4 << 10
  /// The number of bytes before an event that are shown.
  private static let before = 1 << 10
  /// The number of bytes after an event that an excerpt must contain to be reused.
  private static let behind = 512

  /// Creates a text that begins with a line of the log.
  init(line: Int) {
    stretches = [Stretch(index: 0, line: line)]
    places = nil
  }

  /// Creates a text for the decoded value of a string in an excerpt. `places` has the index of each byte in the text that the
  /// excerpt is taken from.
  init(in excerpt: Excerpt, places: [Int32]) {
    stretches = [Stretch(index: 0, line: excerpt.line)]
    self.places = places
    newest = (excerpt, true)
  }

  /// The number of the line in which the text begins.
  var firstLine: Int { stretches[0].line }

  /// Whether a part of a line was removed from the text.
  var isCut: Bool { stretches.contains { $0.columns > 0 } }

  /// The index after the last cut. Lines that begin at or after it are whole.
  var endOfCuts: Int { stretches.last { $0.columns > 0 }.map { $0.index + 1 } ?? 0 }

  /// Marks the start of the next line at an index.
  mutating func beginLine(at index: Int) {
    let line = stretches[stretches.count - 1].line + 1
    if stretches[stretches.count - 1].index == index { stretches.removeLast() }
    stretches.append(Stretch(index: index, line: line))
  }

  /// Marks the last line of the text as incomplete.
  mutating func extendLine() { newest?.isWhole = false }

  /// Returns the number of the line that contains a byte.
  func line(at index: Int) -> Int { stretches[stretch(at: index)].line }

  /// Returns the index at which the line of a byte, or its contiguous part, begins.
  func startOfLine(at index: Int) -> Int { stretches[stretch(at: index)].index }

  /// Returns the 1-based column of a byte.
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

  /// Returns the excerpt that is shown as the location of a byte.
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

  /// Returns the number of code points of the line before an index. Counts from the index of the last call, so that a line with
  /// many records is counted only once.
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

  /// Returns the index of a byte in an excerpt; the nearest index if the byte is outside of it.
  func place(of index: Int, in excerpt: Excerpt) -> Int32 {
    let place = places.map { Int($0.isEmpty ? 0 : $0[min(index, $0.count - 1)]) } ?? index
    return Int32(min(max(place - excerpt.start, 0), max(excerpt.bytes.count - 1, 0)))
  }

  /// Updates the positions for ranges, in ascending order, that the caller is about to remove from the text.
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
  /// Whether both excerpts show the same part of the same line.
  func isSame(as other: Self) -> Bool { line == other.line && columns == other.columns }

  /// Whether the excerpt shows enough of the text around a byte. `isWhole` is true if the line ends with the excerpt.
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
  /// Returns the number of code points in a range.
  fileprivate func columns(in range: Range<Int>) -> Int {
    extracting(range).column(ofByte: range.count) - 1
  }
}

extension [UInt8] {
  /// Removes ranges, which must be in ascending order.
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
