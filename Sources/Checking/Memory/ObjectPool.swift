import BasicContainers

/// Objects that are used again once nothing else refers to them, so that a steady log makes no new ones.
struct ObjectPool<Element: AnyObject>: ~Copyable {
  private var elements = UniqueArray<Element>()
  private var next = 0
  /// How many busy ones may still be passed over before one more is made: so the pool follows what is held, with half
  /// as many again, and then stays as it is, be some of it busy for long and side by side.
  private var patience = Self.least

  private static var least: Int { 24 }
  private static var most: Int { 96 }
  /// So many may be passed over for each that is taken.
  private static var allowance: Int { 2 }

  /// One that nothing else refers to: an old one, or where none is near at hand a new one.
  mutating func make(_ make: () -> Element) -> Element {
    let count = elements.count
    patience = min(patience + Self.allowance, Self.most)
    for _ in 0..<min(count, patience) {
      next = next + 1 < count ? next + 1 : 0
      if isKnownUniquelyReferenced(&elements[next]) { return elements[next] }
      patience -= 1
    }
    patience = Self.least
    let new = make()
    elements.append(new)
    return new
  }
}
