/// A ragged array: lists by number, one after the other in one array (compressed sparse rows). Walking a list retains nothing.
struct RaggedArray<Element: Sendable>: Sendable {
  private let elements: [Element]
  /// The start of each list in `elements`, followed by the end of the last one.
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

  /// Returns the range of a list's elements, as indices of the first subscript.
  @inline(__always)
  func places(_ list: Int) -> Range<Int> { bounds[list]..<bounds[list + 1] }

  @inline(__always)
  subscript(_ place: Int) -> Element { elements[place] }

  /// The element of a list at an index in that list.
  @inline(__always)
  subscript(_ list: Int, _ number: Int) -> Element { elements[bounds[list] + number] }
}
