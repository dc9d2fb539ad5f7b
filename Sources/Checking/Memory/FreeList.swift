import BasicContainers

/// A free list of objects. Objects are given back explicitly, and are used again once nothing else refers to them. In the steady
/// state of a log, no new objects are created.
struct FreeList<Element: AnyObject>: ~Copyable {
  private var free = UniqueArray<Element>()
  /// Objects that were given back, but were still referred to from elsewhere when they were about to be used again.
  private var held = UniqueArray<Element>()
  private var next = 0

  /// The number of objects of `held` that are examined before a new object is created.
  private static var patience: Int { 8 }

  /// Returns an object that nothing else refers to, and creates one if necessary.
  mutating func make(_ make: () -> Element) -> Element {
    while !free.isEmpty {
      let isFree = isKnownUniquelyReferenced(&free[free.count - 1])
      let newest = free.removeLast()
      if isFree { return newest }
      held.append(newest)
    }
    for _ in 0..<min(held.count, Self.patience) {
      next = next + 1 < held.count ? next + 1 : 0
      if isKnownUniquelyReferenced(&held[next]) {
        held.swapAt(next, held.count - 1)
        return held.removeLast()
      }
    }
    return make()
  }

  /// Takes back an object that is no longer used.
  mutating func recycle(_ element: Element) { free.append(element) }
}
