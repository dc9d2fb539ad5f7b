import BasicContainers

/// The monitors of a session, by sentence. A sentence of the other kind of session (one life, or `across sessions`) has none.
/// The table is noncopyable and its references are unretained, so a call of a monitor changes no reference count.
struct Monitors: ~Copyable {
  private var all: UniqueArray<UnretainedReference<Monitor>>
  /// For each sentence, the index of its monitor in `all`; -1 if there is none.
  private var places: UniqueArray<Int>

  /// Creates an empty table.
  init() {
    all = UniqueArray()
    places = UniqueArray()
  }

  /// Creates a table for a number of sentences. The function returns the monitor of a sentence, if there is one.
  init(sentences: Int, _ monitor: (_ sentence: Int) -> Monitor?) {
    var all = UniqueArray<UnretainedReference<Monitor>>()
    var places = UniqueArray<Int>(minimumCapacity: sentences)
    for sentence in 0..<sentences {
      let own = monitor(sentence)
      places.append(own == nil ? -1 : all.count)
      if let own { all.append(UnretainedReference(own)) }
    }
    self.all = all
    self.places = places
  }

  /// Calls a function with the monitor of a sentence. Returns nil if there is none.
  @inline(__always) @discardableResult
  func with<Result>(_ sentence: Int, _ body: (Monitor) -> Result) -> Result? {
    let place = places[sentence]
    return place < 0 ? nil : all[place].with(body)
  }

  /// Calls a function with each monitor, in the order of their sentences.
  func forEach(_ body: (Monitor) -> Void) {
    for place in all.indices { all[place].with(body) }
  }
}
