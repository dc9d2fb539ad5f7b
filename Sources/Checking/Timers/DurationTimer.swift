/// A time that every opening of a span may last: those that run end in the order in which they began, so that the next
/// one is found without any order being made, and an opening that closes in time is let go when its turn comes.
struct DurationTimer {
  let sentence: Int
  let instance: ScopeInstance
  /// In nanoseconds.
  let limit: Int64
  private let number: Int
  private var waiting = Queue<Waiting>()
  /// Those that nobody knows the length of any more.
  private var unmeasured: [Opening] = []

  /// What runs, by its number in the ledger, and when it was opened: another one may have the number later.
  private struct Opening {
    var number: Int32
    var order: Int
  }

  private struct Waiting {
    var opening: Opening
    var due: Int64
    /// Its place among all that is waited for.
    var sequence: Int
  }

  /// A term for which nothing waits yet.
  init(_ number: Int, of limit: Int64, for sentence: Int, _ instance: ScopeInstance) {
    self.number = number
    self.limit = limit
    self.sentence = sentence
    self.instance = instance
  }

  /// When the first one is due, and its place; nil where none is.
  var first: (due: Int64, sequence: Int)? { waiting.first.map { ($0.due, $0.sequence) } }

  /// The openings that it is not known to be over for, by number.
  func openings(_ openingStore: borrowing OpeningStore) -> [Int32] {
    var numbers: [Int32] = []
    for opening in unmeasured where isAwaited(opening, openingStore) { numbers.append(opening.number) }
    for waiting in waiting.all where isAwaited(waiting.opening, openingStore) {
      numbers.append(waiting.opening.number)
    }
    return numbers
  }

  private func isAwaited(_ opening: Opening, _ openingStore: borrowing OpeningStore) -> Bool {
    openingStore.isAwaited(opening.number, openedAt: opening.order, by: number)
  }

  /// Lets it run for an opening, from a moment of the session's clock.
  mutating func begin(_ opening: Int32, at counted: Int64, sequence: Int, _ openingStore: inout OpeningStore)
  {
    forgetClosed(&openingStore)
    waiting.append(wait(for: opening, from: counted, sequence: sequence, &openingStore))
  }

  /// The same for an opening that comes before others for which it runs already.
  mutating func insert(
    earlier opening: Int32, at counted: Int64, sequence: Int, _ openingStore: inout OpeningStore
  ) {
    forgetClosed(&openingStore)
    let order = openingStore.order(of: opening)
    waiting.insert(wait(for: opening, from: counted, sequence: sequence, &openingStore)) {
      $0.opening.order > order
    }
  }

  private func wait(
    for opening: Int32, from counted: Int64, sequence: Int, _ openingStore: inout OpeningStore
  ) -> Waiting {
    let (due, isTooLate) = counted.addingReportingOverflow(limit)
    openingStore.await(opening, number)
    return Waiting(
      opening: Opening(number: opening, order: openingStore.order(of: opening)), due: isTooLate ? .max : due,
      sequence: sequence)
  }

  /// Takes out the first one, for which it is over at a line; nil where the two cannot be compared, for then they never
  /// can be.
  mutating func end(at line: Occurrence, _ openingStore: inout OpeningStore) -> OpenSpan? {
    guard let opening = waiting.first?.opening else { return nil }
    waiting.removeFirst()
    guard isAwaited(opening, openingStore) else { return nil }
    if openingStore.moment(of: opening.number).isComparable(with: line) {
      _ = openingStore.ceaseAwaiting(opening.number, number)
      return openingStore.opening(opening.number)
    }
    let number = number
    unmeasured.removeAll { !openingStore.isAwaited($0.number, openedAt: $0.order, by: number) }
    unmeasured.append(opening)
    return nil
  }

  /// Lets go of those that have closed in time.
  mutating func forgetClosed(_ openingStore: inout OpeningStore) {
    while let first = waiting.first,
      !openingStore.isAwaited(first.opening.number, openedAt: first.opening.order, by: number)
    { waiting.removeFirst() }
  }
}
