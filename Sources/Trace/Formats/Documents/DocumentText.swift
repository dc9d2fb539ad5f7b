/// Where a text that is read as a whole stands in the log: some lines from a first one on, or what one string of a line
/// means without its escapes.
struct DocumentText {
  /// The line of the first byte, from 1.
  private(set) var firstLine: Int
  /// Where each line after the first begins.
  private var starts: [Int] = []
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
  mutating func begin(lineAt index: Int) { starts.append(index) }

  /// Forgets the lines before that of a byte. Gives back how many bytes they have.
  mutating func forget(before index: Int) -> Int {
    let count = line(at: index) - firstLine
    let cut = start(of: count)
    firstLine += count
    starts = starts[count...].map { $0 - cut }
    return cut
  }

  /// The number of the line that a byte is in.
  func line(at index: Int) -> Int {
    var (low, high) = (0, starts.count + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle - 1] <= index { low = middle } else { high = middle }
    }
    return firstLine + low
  }

  private func start(of line: Int) -> Int { line == 0 ? 0 : starts[line - 1] }

  /// The place of a byte in its line.
  func place(of index: Int) -> Int32 {
    if let places { return index < places.count ? places[index] : -1 }
    return Int32(truncatingIfNeeded: index - start(of: line(at: index) - firstLine))
  }

  /// The bytes of a line.
  mutating func bytes(of line: Int, in text: Span<UInt8>) -> [UInt8] {
    if let newest, newest.line == line { return newest.bytes }
    let number = line - firstLine
    let start = start(of: number)
    let end = number < starts.count ? starts[number] - 1 : text.count
    let range = start..<max(start, end)
    let bytes = range.map { text[$0] }
    newest = (line, bytes)
    return bytes
  }
}
