import BasicContainers

/// The monitors of a session, by sentence; none for a sentence of the other kind of session.
final class Monitors {
  private let all: UniqueArray<Lent<Monitor>>
  /// The place of each sentence's; negative where there is none.
  private let places: UniqueArray<Int>

  /// Of no sentence.
  init() {
    all = UniqueArray()
    places = UniqueArray()
  }

  /// Those of so many sentences.
  init(sentences: Int, _ monitor: (_ sentence: Int) -> Monitor?) {
    var all = UniqueArray<Lent<Monitor>>()
    var places = UniqueArray<Int>(minimumCapacity: sentences)
    for sentence in 0..<sentences {
      let own = monitor(sentence)
      places.append(own == nil ? -1 : all.count)
      if let own { all.append(Lent(own)) }
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

  /// Has each do something, in the order of their sentences.
  func forEach(_ body: (Monitor) -> Void) {
    for place in all.indices { all[place].with(body) }
  }
}
