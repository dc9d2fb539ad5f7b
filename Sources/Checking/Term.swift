/// A time that every opening of a span may last: those that run end in the order in which they began, so that the next
/// one is found without any order being made, and an opening that closes in time is let go when its turn comes.
struct Term {
  /// At most so many are told apart in a session.
  static let most = 64

  unowned let monitor: Monitor
  let instance: Instance
  /// In nanoseconds.
  let limit: Int64
  private let number: Int
  private var waiting = Queue<Waiting>()
  /// Those that nobody knows the length of any more.
  private var unmeasured: [OpenSpan] = []

  private struct Waiting {
    var opening: OpenSpan
    var due: Int64
    /// Its place among all that is waited for.
    var sequence: Int
  }

  /// A term for which nothing waits yet.
  init(_ number: Int, of limit: Int64, for monitor: Monitor, _ instance: Instance) {
    self.number = number
    self.limit = limit
    self.monitor = monitor
    self.instance = instance
  }

  /// When the first one is due, and its place; nil where none is.
  var first: (due: Int64, sequence: Int)? { waiting.first.map { ($0.due, $0.sequence) } }

  /// The openings that it is not known to be over for.
  var openings: [OpenSpan] {
    (unmeasured + waiting.all.map(\.opening)).filter { $0.isAwaited(by: number) }
  }

  /// Lets it run for an opening, from a moment of the session's clock.
  mutating func begin(_ opening: OpenSpan, at counted: Int64, sequence: Int) {
    forgetClosed()
    let (due, isTooLate) = counted.addingReportingOverflow(limit)
    opening.await(term: number)
    waiting.append(Waiting(opening: opening, due: isTooLate ? .max : due, sequence: sequence))
  }

  /// Takes out the first one, for which it is over at a line; nil where the two cannot be compared, for then they never
  /// can be.
  mutating func end(at line: Occurrence) -> OpenSpan? {
    guard let opening = waiting.first?.opening else { return nil }
    waiting.removeFirst()
    guard opening.isAwaited(by: number) else { return nil }
    if opening.openedAt.isComparable(with: line) {
      return opening.ceaseAwaiting(term: number) ? opening : nil
    }
    unmeasured.removeAll { !$0.isAwaited(by: number) }
    unmeasured.append(opening)
    return nil
  }

  /// Lets go of those that have closed in time.
  mutating func forgetClosed() {
    while let first = waiting.first, !first.opening.isAwaited(by: number) { waiting.removeFirst() }
  }
}
