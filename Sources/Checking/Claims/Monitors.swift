import BasicContainers

/// The monitors of a session, by sentence; none for a sentence of the other kind of session. It has one owner, so that to ask
/// a monitor counts no references.
struct Monitors: ~Copyable {
  private var all: UniqueArray<UnretainedReference<Monitor>>
  /// The place of each sentence's; negative where there is none.
  private var places: UniqueArray<Int>

  /// Of no sentence.
  init() {
    all = UniqueArray()
    places = UniqueArray()
  }

  /// Those of so many sentences.
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

  /// Has the monitor of a sentence do something, if there is one.
  @inline(__always) @discardableResult
  func with<Result>(_ sentence: Int, _ body: (Monitor) -> Result) -> Result? {
    let place = places[sentence]
    return place < 0 ? nil : all[place].with(body)
  }

  /// The same while the state of its session is at hand.
  @inline(__always) @discardableResult
  func with<Result>(
    _ sentence: Int, _ state: inout SessionState, _ body: (Monitor, inout SessionState) -> Result
  ) -> Result? {
    let place = places[sentence]
    return place < 0 ? nil : all[place].with { body($0, &state) }
  }

  /// Has each do something, in the order of their sentences.
  func forEach(_ body: (Monitor) -> Void) {
    for place in all.indices { all[place].with(body) }
  }
}
