import BasicContainers

/// Events that are counted for a monitor instead of being passed to it one by one. Some monitors need only the number of events,
/// others also the newest one (`Monitor.tally`). A monitor receives the count before anything else is passed to it.
struct DeferredCounts: ~Copyable {
  /// The number of events of each sentence; negative if they are not counted.
  private var counts: UniqueArray<Int>
  /// The turn of the newest event of each sentence; 0 if only the number of events is needed. Each event that is copied for
  /// monitors begins a turn.
  private var turns: UniqueArray<Int>
  /// The newest event of the newest turn, and the number of that turn. Mostly, it is the newest event of all sentences, so it is
  /// stored once. `earlier` has the newest event of each sentence for which it is an older one.
  private var latest: Occurrence?
  private var turn = 0
  private var earlier: UniqueArray<Occurrence?>
  /// The sentences whose events are counted.
  private(set) var sentences: [Int] = []

  init(sentences: Int) {
    counts = UniqueArray(repeating: -1, count: sentences)
    turns = UniqueArray(repeating: 0, count: sentences)
    earlier = UniqueArray(repeating: nil, count: sentences)
  }

  /// Begins to count the events of a sentence, the current event included. `keepsNewest` says whether the newest event is needed,
  /// too.
  mutating func begin(_ sentence: Int, keepsNewest: Bool) {
    counts[sentence] = 1
    turns[sentence] = keepsNewest ? turn : 0
    sentences.append(sentence)
  }

  @inline(__always)
  func isCounted(_ sentence: Int) -> Bool { counts[sentence] >= 0 }

  /// Whether the newest event of a sentence is needed.
  @inline(__always)
  func keepsNewest(_ sentence: Int) -> Bool { turns[sentence] > 0 }

  /// Counts an event.
  @inline(__always)
  mutating func note(_ sentence: Int) { counts[sentence] &+= 1 }
  /// Makes the current event the newest one of a sentence.
  @inline(__always)
  mutating func becomeNewest(of sentence: Int) { turns[sentence] = turn }

  /// Begins a turn, because the current event may be the newest one of some sentences.
  @inline(__always)
  mutating func beginTurn() { turn += 1 }

  /// Ends a turn after the event was passed to all its monitors. Sentences that it does not concern keep their newest event in
  /// `earlier`.
  @inline(__always)
  mutating func endTurn(with occurrence: consuming Occurrence) {
    for sentence in sentences where turns[sentence] == turn - 1 { earlier[sentence] = latest }
    latest = occurrence
  }

  /// Stops counting the events of a sentence. Returns their number, and the newest one if it is needed.
  mutating func remove(_ sentence: Int) -> (count: Int, newest: Occurrence?) {
    defer { (counts[sentence], turns[sentence]) = (-1, 0) }
    sentences.drop { $0 == sentence }
    if turns[sentence] == 0 { return (counts[sentence], nil) }
    return (counts[sentence], turns[sentence] == turn ? latest : earlier[sentence].take())
  }
}
