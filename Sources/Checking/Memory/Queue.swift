/// A first-in, first-out queue in an array. A removed element is released at once. The remaining ones are moved only when more
/// than half of the array is free.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { start == elements.count }
  var first: Element? { isEmpty ? nil : elements[start] }
  var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// All elements, in order.
  var all: some Sequence<Element> { elements[start...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Inserts an element before the elements at the end that belong after it.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    var place = elements.count
    while place > start, let other = elements[place - 1], isLater(other) { place -= 1 }
    elements.insert(element, at: place)
  }

  /// Removes all elements that do not fit a predicate, and keeps the order of the others.
  mutating func keep(_ fits: (Element) -> Bool) {
    elements.drop { $0.map(fits) != true }
    start = 0
  }

  /// Removes the first element. The queue must not be empty.
  mutating func removeFirst() {
    elements[start] = nil
    start += 1
    guard start * 2 > elements.count else { return }
    // One by one, because removing a range from an array allocates memory.
    let count = elements.count - start
    for place in 0..<count { elements.swapAt(place, start + place) }
    while elements.count > count { elements.removeLast() }
    start = 0
  }
}
