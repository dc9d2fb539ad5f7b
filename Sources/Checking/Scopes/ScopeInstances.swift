import BasicContainers

/// The open instances of a sentence's scope, in the order in which they were made. Mostly, this is also the order in which they
/// opened.
struct ScopeInstances: ~Copyable {
  private var open = UniqueArray<UnretainedReference<ScopeInstance>>()

  var count: Int { open.count }
  var isEmpty: Bool { open.isEmpty }

  /// The first instance, retained; nil if none is open.
  var first: ScopeInstance? { open.isEmpty ? nil : open[0].object }

  /// All instances, retained.
  var all: [ScopeInstance] { open.indices.map { open[$0].object } }

  /// Calls a function with the instance at an index, without retaining it. The function must not add or remove instances.
  @inline(__always) @discardableResult
  func with<Result>(_ place: Int, _ body: (ScopeInstance) -> Result) -> Result { open[place].with(body) }

  /// Calls a function with each instance, without retaining it. The function must not add or remove instances.
  @inline(__always)
  func forEach(_ body: (ScopeInstance) -> Void) {
    for place in open.indices { open[place].with(body) }
  }

  /// Returns the first instance that fulfills a condition, retained; nil if there is none.
  func first(where fits: (ScopeInstance) -> Bool) -> ScopeInstance? {
    for place in open.indices where open[place].with(fits) { return open[place].object }
    return nil
  }

  mutating func append(_ instance: consuming ScopeInstance) { open.append(UnretainedReference(instance)) }

  mutating func remove(_ instance: ScopeInstance) {
    if open.count == 1 {
      if holds(0, instance) { open.removeLast() }
      return
    }
    // A binary search by sequence number finds the instance if all are in order. Instances that are made after they opened
    // (`during S`) may be out of order. Then all are searched.
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
