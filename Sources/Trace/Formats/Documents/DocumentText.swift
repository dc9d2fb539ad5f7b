/// Where a text that is read as a whole stands in the log: some lines from a first one on, or what one string of a line
/// means without its escapes.
struct DocumentText {
  /// The line of the first byte, from 1.
  private(set) var firstLine: Int
  /// Where the lines after the first begin, and their numbers.
  private var starts: [(index: Int, line: Int)] = []
  /// For each byte its place in the line; nil where that is the place behind the line's start.
  private let places: [Int32]?
  /// The line that was asked for last: many events may stand in one.
  private var newest: (line: Int, bytes: [UInt8])?

  /// Lines from that one on.
  init(line: Int) {
    firstLine = line
    places = nil
  }

  /// A string's text: where each byte stands in the line.
  init(line: Int, bytes: [UInt8], places: [Int32]) {
    firstLine = line
    self.places = places
    newest = (line, bytes)
  }

  /// The next line begins there.
  mutating func begin(lineAt index: Int) {
    starts.append((index, (starts.last?.line ?? firstLine) + 1))
  }

  /// Forgets the lines before that of a byte. Gives back how many bytes they have.
  mutating func forget(before index: Int) -> Int {
    let cut = start(ofLineAt: index)
    guard cut > 0 else { return 0 }
    firstLine = line(at: index)
    forget(0..<cut)
    starts.removeFirst()
    return cut
  }

  /// Forgets a stretch up to the start of a line.
  mutating func forget(_ range: Range<Int>) {
    let kept = starts.filter { !range.contains($0.index) }
    starts = kept.map { ($0.index < range.lowerBound ? $0.index : $0.index - range.count, $0.line) }
  }

  /// The number of the line that a byte is in.
  func line(at index: Int) -> Int { entry { $0.index <= index }?.line ?? firstLine }

  /// Where the line begins that a byte is in.
  func start(ofLineAt index: Int) -> Int { entry { $0.index <= index }?.index ?? 0 }

  /// The last line after the first for which that holds, as it does for all before.
  private func entry(_ holds: ((index: Int, line: Int)) -> Bool) -> (index: Int, line: Int)? {
    let number = count(holds)
    return number > 0 ? starts[number - 1] : nil
  }

  /// For how many lines after the first that holds.
  private func count(_ holds: ((index: Int, line: Int)) -> Bool) -> Int {
    var (low, high) = (0, starts.count + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(starts[middle - 1]) { low = middle } else { high = middle }
    }
    return low
  }

  /// The place of a byte in its line.
  func place(of index: Int) -> Int32 {
    if let places { return index < places.count ? places[index] : -1 }
    return Int32(truncatingIfNeeded: index - start(ofLineAt: index))
  }

  /// The bytes of a line.
  mutating func bytes(of line: Int, in text: Span<UInt8>) -> [UInt8] {
    if let newest, newest.line == line { return newest.bytes }
    let number = count { $0.line <= line }
    let start = number > 0 ? starts[number - 1].index : 0
    let end = number < starts.count ? starts[number].index - 1 : text.count
    let bytes = [UInt8](text.extracting(start..<max(start, end)))
    newest = (line, bytes)
    return bytes
  }
}
