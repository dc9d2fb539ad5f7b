import BasicContainers

/// A pool of objects that are used again once nothing else refers to them. They are not given back explicitly. In the steady
/// state of a log, no new objects are created.
struct ObjectPool<Element: AnyObject>: ~Copyable {
  private var elements = UniqueArray<Element>()
  private var next = 0
  /// The number of busy objects that may still be skipped before a new object is created. Each request adds to it, and each
  /// skipped object is subtracted. So the pool grows to about one and a half times the number of busy objects, and then stays as
  /// it is, even if many adjacent objects are busy for long.
  private var patience = Self.least

  private static var least: Int { 24 }
  private static var most: Int { 96 }
  /// The number of objects that may be skipped for each request.
  private static var allowance: Int { 2 }

  /// Returns an object that nothing else refers to: one of the next objects of the pool, or a new one.
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
