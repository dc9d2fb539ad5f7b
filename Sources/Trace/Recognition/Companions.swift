/// What lines contain beside a literal. A line with a literal has no event if it lacks all lists of the literal's companions.
struct Companions: Sendable {
  /// The lists of each literal. A line must contain all texts of at least one list; nil if it need not contain any.
  private var lists: [Range<Int>?] = []
  private var texts: [Range<Int>] = []
  private var words: [Range<Int>] = []
  private var bytes: [UInt8] = []

  /// Literals that have more are rare words of many messages, which are read in any case.
  private static let most = 24

  /// The companions of literals, in the order of the literals. A literal with an empty list has none.
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

  /// Whether a literal has companions.
  func areKnown(of literal: Int) -> Bool { lists[literal] != nil }

  /// Whether a line, which is a range of some bytes, contains the companions of a literal.
  func areContained(in bytes: Span<UInt8>, _ line: Range<Int>, of literal: Int) -> Bool {
    guard let lists = lists[literal] else { return true }
    return lists.contains { list in
      texts[list].allSatisfy { bytes.index(of: self.bytes.span.extracting(words[$0]), in: line) != nil }
    }
  }
}
