import BasicContainers

/// The instances of a sentence's scope that are open, in the order in which they opened.
struct ScopeInstances: ~Copyable {
  private var open = UniqueArray<UnretainedReference<ScopeInstance>>()

  var count: Int { open.count }
  var isEmpty: Bool { open.isEmpty }

  /// The first one, handed out; nil where none is open.
  var first: ScopeInstance? { open.isEmpty ? nil : open[0].object }

  /// All of them, handed out.
  var all: [ScopeInstance] { open.indices.map { open[$0].object } }

  /// Has the one at a place do something; none is taken in or out meanwhile.
  @inline(__always) @discardableResult
  func with<Result>(_ place: Int, _ body: (ScopeInstance) -> Result) -> Result { open[place].with(body) }

  /// Has each do something; none is taken in or out meanwhile.
  @inline(__always)
  func forEach(_ body: (ScopeInstance) -> Void) {
    for place in open.indices { open[place].with(body) }
  }

  /// The first that fits, handed out; nil where none does.
  func first(where fits: (ScopeInstance) -> Bool) -> ScopeInstance? {
    for place in open.indices where open[place].with(fits) { return open[place].object }
    return nil
  }

  mutating func append(_ instance: consuming ScopeInstance) { open.append(UnretainedReference(instance)) }

  /// Takes one out.
  mutating func remove(_ instance: ScopeInstance) {
    if open.count == 1 {
      if holds(0, instance) { open.removeLast() }
      return
    }
    // They stand in their order: what is looked for is found without a look at each.
    var (low, high) = (0, open.count)
    while low < high {
      let middle = (low + high) / 2
      if open[middle].with({ $0.order }) < instance.order { low = middle + 1 } else { high = middle }
    }
    if let place = place(of: instance, from: low) ?? place(of: instance, from: 0) { open.remove(at: place) }
  }

  private func place(of instance: ScopeInstance, from first: Int) -> Int? {
    (first..<open.count).first { holds($0, instance) }
  }

  private func holds(_ place: Int, _ instance: ScopeInstance) -> Bool { open[place].with { $0 === instance } }

  mutating func removeAll() { open.removeAll() }
}
