import BasicContainers

/// Events that monitors take without a look at each: of some only how many came matters, of others the newest, too. They are
/// counted here, and handed over before anything else comes to the monitor.
struct DeferredCounts: ~Copyable {
  /// By sentence; negative for those whose monitors look at each.
  private var counts: UniqueArray<Int>
  /// Which is the newest, by sentence: 0 where that does not matter.
  private var turns: UniqueArray<Int>
  /// The newest of all and its number. Most are of all sentences: it is kept once, and of each sentence only another one.
  private var latest: Occurrence?
  private var turn = 0
  private var earlier: UniqueArray<Occurrence?>
  /// The sentences that are counted.
  private(set) var sentences: [Int] = []

  init(sentences: Int) {
    counts = UniqueArray(repeating: -1, count: sentences)
    turns = UniqueArray(repeating: 0, count: sentences)
    earlier = UniqueArray(repeating: nil, count: sentences)
  }

  /// From here on the events of a sentence are counted, from the first one on; whether the newest matters, which is the one
  /// that comes now.
  mutating func begin(_ sentence: Int, keepsNewest: Bool) {
    counts[sentence] = 1
    turns[sentence] = keepsNewest ? turn : 0
    sentences.append(sentence)
  }

  @inline(__always)
  func isCounted(_ sentence: Int) -> Bool { counts[sentence] >= 0 }

  /// Whether the newest of those that are counted matters.
  @inline(__always)
  func keepsNewest(_ sentence: Int) -> Bool { turns[sentence] > 0 }

  /// Counts an event.
  @inline(__always)
  mutating func note(_ sentence: Int) { counts[sentence] &+= 1 }
  /// It is the one that comes now.
  @inline(__always)
  mutating func becomeNewest(of sentence: Int) { turns[sentence] = turn }

  /// An event comes, which may be the newest of some sentences.
  @inline(__always)
  mutating func beginTurn() { turn += 1 }

  /// It was told to all monitors that take it.
  @inline(__always)
  mutating func endTurn(with occurrence: consuming Occurrence) {
    for sentence in sentences where turns[sentence] == turn - 1 { earlier[sentence] = latest }
    latest = occurrence
  }

  /// What was counted of a sentence by now; it is counted anew.
  mutating func remove(_ sentence: Int) -> (count: Int, newest: Occurrence?) {
    defer { (counts[sentence], turns[sentence]) = (-1, 0) }
    sentences.drop { $0 == sentence }
    if turns[sentence] == 0 { return (counts[sentence], nil) }
    return (counts[sentence], turns[sentence] == turn ? latest : earlier[sentence].take())
  }
}
