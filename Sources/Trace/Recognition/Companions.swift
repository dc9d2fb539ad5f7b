/// The companions of literals: texts that each line with an event contains in addition to the literal. A literal may have several
/// lists of companions. If a line contains its whole message, but not all texts of at least one list, the literal reports no
/// event.
struct Companions: Sendable {
  /// The lists of each literal, as a range of `texts`; nil if the literal has no companions.
  private var lists: [Range<Int>?] = []
  private var texts: [Range<Int>] = []
  private var words: [Range<Int>] = []
  private var bytes: [UInt8] = []

  /// The maximum number of lists of a literal. Literals with more lists are words of many templates; lines with them are always
  /// read.
  private static let most = 24

  /// Creates the companions of all literals, in their order. A literal with an empty list has no companions.
  init(_ literals: [[[String]]]) {
    for lists in literals {
      var all: [[String]] = []
      for list in lists where !all.contains(list) { all.append(list) }
      guard !all.contains([]), all.count <= Self.most else {
        self.lists.append(nil)
        continue
      }
      let first = texts.count
      for list in all {
        texts.append(words.count..<words.count + list.count)
        for word in list {
          words.append(bytes.count..<bytes.count + word.utf8.count)
          bytes += word.utf8
        }
      }
      self.lists.append(first..<texts.count)
    }
  }

  /// Creates the companions of literals that have none.
  init(ofNone count: Int) { lists = Array(repeating: nil, count: count) }

  /// Whether a literal has companions.
  func hasCompanions(of literal: Int) -> Bool { lists[literal] != nil }

  /// Whether a line contains all texts of one of a literal's lists. `line` is its range in `bytes`.
  func areContained(in bytes: Span<UInt8>, _ line: Range<Int>, of literal: Int) -> Bool {
    guard let lists = lists[literal] else { return true }
    return lists.contains { list in
      texts[list].allSatisfy { bytes.index(of: self.bytes.span.extracting(words[$0]), in: line) != nil }
    }
  }
}
