/// Objects that are used again once nothing else refers to them, so that a steady log makes no new ones.
struct Pool<Element: AnyObject> {
  private var elements: [Element] = []
  private var next = 0

  /// One more is made where so many are busy one behind the other: the pool follows what is held, and then stays as it is.
  private static var patience: Int { 32 }

  /// One that nothing else refers to: an old one, or where none is near at hand a new one.
  mutating func take(_ make: () -> Element) -> Element {
    for _ in 0..<min(Self.patience, elements.count) {
      next = next + 1 < elements.count ? next + 1 : 0
      if isKnownUniquelyReferenced(&elements[next]) { return elements[next] }
    }
    let new = make()
    elements.append(new)
    return new
  }
}
