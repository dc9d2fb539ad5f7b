import BasicContainers

/// Objects that are given back when they are done with, and used again once nothing else refers to them, so that a steady
/// log makes no new ones.
struct FreeList<Element: AnyObject>: ~Copyable {
  private var free = UniqueArray<Element>()
  /// Those that something else still referred to when their turn came.
  private var held = UniqueArray<Element>()
  private var next = 0

  /// So many of these are looked at before one more is made.
  private static var patience: Int { 8 }

  /// One that nothing else refers to.
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

  /// One that is done with.
  mutating func giveBack(_ element: Element) { free.append(element) }
}
