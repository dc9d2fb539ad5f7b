/// Lists by number, one behind the other in one array: one of them is walked without a reference to it being counted.
struct RaggedArray<Element: Sendable>: Sendable {
  private let elements: [Element]
  /// Where each list begins, and behind them where the last one ends.
  private let bounds: [Int]

  init(_ lists: [[Element]]) {
    var (elements, bounds): ([Element], [Int]) = ([], [0])
    bounds.reserveCapacity(lists.count + 1)
    for list in lists {
      elements += list
      bounds.append(elements.count)
    }
    (self.elements, self.bounds) = (elements, bounds)
  }

  /// The places of the elements of one of them.
  @inline(__always)
  func places(_ list: Int) -> Range<Int> { bounds[list]..<bounds[list + 1] }

  @inline(__always)
  subscript(_ place: Int) -> Element { elements[place] }

  /// One of the elements of one of them.
  @inline(__always)
  subscript(_ list: Int, _ number: Int) -> Element { elements[bounds[list] + number] }
}
