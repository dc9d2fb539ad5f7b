import BasicContainers

/// Events that monitors take without a look at each: of some only how many came matters, of others the newest, too. They are
/// counted here, and handed over before anything else comes to the monitor.
struct Tallies: ~Copyable {
  /// By sentence; negative for those whose monitors look at each.
  private var counts: UniqueArray<Int>
  private var newest: UniqueArray<Occurrence?>
  /// The others.
  private(set) var sentences: [Int] = []

  init(sentences: Int) {
    counts = UniqueArray(repeating: -1, count: sentences)
    newest = UniqueArray(repeating: nil, count: sentences)
  }

  /// From here on the events of a sentence are counted, from the first one on; that is told where the newest matters.
  mutating func begin(_ sentence: Int, _ first: Occurrence? = nil) {
    counts[sentence] = 1
    newest[sentence] = first
    sentences.append(sentence)
  }

  @inline(__always)
  func isCounted(_ sentence: Int) -> Bool { counts[sentence] >= 0 }

  /// Whether the newest of those that are counted matters.
  @inline(__always)
  func keepsNewest(_ sentence: Int) -> Bool { newest[sentence] != nil }

  /// Counts an event.
  @inline(__always)
  mutating func note(_ sentence: Int) { counts[sentence] &+= 1 }
  /// Remembers it, where the newest matters.
  @inline(__always)
  mutating func become(_ occurrence: Occurrence?, of sentence: Int) { newest[sentence] = occurrence }

  /// What was counted of a sentence by now; it is counted anew.
  mutating func take(_ sentence: Int) -> (count: Int, newest: Occurrence?) {
    defer { counts[sentence] = -1 }
    sentences.drop { $0 == sentence }
    return (counts[sentence], newest[sentence].take())
  }
}
