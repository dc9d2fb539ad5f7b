/// A duration bound for all openings of a span. The openings are due in the order in which they began, so a FIFO queue is enough.
/// An opening that has closed stays in the queue until it is the first.
struct DurationTimer {
  let sentence: Int
  let instance: ScopeInstance
  /// In nanoseconds.
  let limit: Int64
  /// The number of the timer, which is its bit in the entries of `OpeningStore`.
  private let number: Int
  private var waiting = Queue<Waiting>()
  /// Openings whose duration can no longer be measured, because the clock has changed since they began.
  private var unmeasured: [Opening] = []

  /// An opening, by its number in `OpeningStore` and its place in log order. The number is reused after the opening has closed,
  /// the place is not.
  private struct Opening {
    var number: Int32
    var order: Int
  }

  /// An opening with its due time, in nanoseconds of counted time.
  private struct Waiting {
    var opening: Opening
    var due: Int64
    /// The order among timers that are due at the same time.
    var sequence: Int
  }

  /// Creates a timer that runs for no opening.
  init(_ number: Int, of limit: Int64, for sentence: Int, _ instance: ScopeInstance) {
    self.number = number
    self.limit = limit
    self.sentence = sentence
    self.instance = instance
  }

  /// The due time and sequence number of the first opening in the queue; nil if the queue is empty.
  var first: (due: Int64, sequence: Int)? { waiting.first.map { ($0.due, $0.sequence) } }

  /// The numbers of the openings for which the timer still runs, or which cannot be measured.
  func openings(_ openingStore: borrowing OpeningStore) -> [Int32] {
    var numbers: [Int32] = []
    for opening in unmeasured where isAwaited(opening, openingStore) { numbers.append(opening.number) }
    for waiting in waiting.all where isAwaited(waiting.opening, openingStore) {
      numbers.append(waiting.opening.number)
    }
    return numbers
  }

  /// Whether the timer still runs for an opening: the opening has not closed.
  private func isAwaited(_ opening: Opening, _ openingStore: borrowing OpeningStore) -> Bool {
    openingStore.isAwaited(opening.number, openedAt: opening.order, by: number)
  }

  /// Starts the timer for an opening, at a counted time.
  mutating func begin(_ opening: Int32, at counted: Int64, sequence: Int, _ openingStore: inout OpeningStore)
  {
    forgetClosed(&openingStore)
    waiting.append(wait(for: opening, from: counted, sequence: sequence, &openingStore))
  }

  /// Starts the timer for an opening that is older than others for which it already runs.
  mutating func insert(
    earlier opening: Int32, at counted: Int64, sequence: Int, _ openingStore: inout OpeningStore
  ) {
    forgetClosed(&openingStore)
    let order = openingStore.order(of: opening)
    waiting.insert(wait(for: opening, from: counted, sequence: sequence, &openingStore)) {
      $0.opening.order > order
    }
  }

  /// Records in the store that the timer runs for an opening, and returns an element of the queue.
  private func wait(
    for opening: Int32, from counted: Int64, sequence: Int, _ openingStore: inout OpeningStore
  ) -> Waiting {
    let (due, isTooLate) = counted.addingReportingOverflow(limit)
    openingStore.await(opening, number)
    return Waiting(
      opening: Opening(number: opening, order: openingStore.order(of: opening)), due: isTooLate ? .max : due,
      sequence: sequence)
  }

  /// Removes the first opening, and returns it if its time is over at a line. Returns nil if it has closed. Also returns nil if
  /// its start cannot be compared with the line, because it then cannot be compared with any later line either.
  mutating func end(at line: Occurrence, _ openingStore: inout OpeningStore) -> OpenSpan? {
    guard let opening = waiting.first?.opening else { return nil }
    waiting.removeFirst()
    guard isAwaited(opening, openingStore) else { return nil }
    if openingStore.moment(of: opening.number).isComparable(with: line) {
      _ = openingStore.stopTimer(opening.number, number)
      return openingStore.opening(opening.number)
    }
    let number = number
    unmeasured.removeAll { !openingStore.isAwaited($0.number, openedAt: $0.order, by: number) }
    unmeasured.append(opening)
    return nil
  }

  /// Removes the closed openings at the front of the queue.
  mutating func forgetClosed(_ openingStore: inout OpeningStore) {
    while let first = waiting.first,
      !openingStore.isAwaited(first.opening.number, openedAt: first.opening.order, by: number)
    { waiting.removeFirst() }
  }
}
