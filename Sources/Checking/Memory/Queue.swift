/// First in, first out; what was taken out is let go at once, and what stays is seldom moved.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { start == elements.count }
  var first: Element? { isEmpty ? nil : elements[start] }
  var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// All of them, in their order.
  var all: some Sequence<Element> { elements[start...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Puts one in front of the last of those that come after it, which stand at the end.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    var place = elements.count
    while place > start, let other = elements[place - 1], isLater(other) { place -= 1 }
    elements.insert(element, at: place)
  }

  /// Keeps what fits, in its order.
  mutating func keep(_ fits: (Element) -> Bool) {
    elements.drop { $0.map(fits) != true }
    start = 0
  }

  /// Takes out the first of at least one.
  mutating func removeFirst() {
    elements[start] = nil
    start += 1
    guard start * 2 > elements.count else { return }
    // One by one, for a range that is taken out asks for memory.
    let count = elements.count - start
    for place in 0..<count { elements.swapAt(place, start + place) }
    while elements.count > count { elements.removeLast() }
    start = 0
  }
}
