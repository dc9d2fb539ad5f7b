import BasicContainers

/// The timers of a session: a binary heap of single deadlines and of the first elements of queues, and the duration timers. A
/// cancelled deadline stays in the heap until it reaches the top, or until more than half of the entries are cancelled. Memory is
/// therefore proportional to the running timers.
struct Deadlines: ~Copyable {
  private var heap = UniqueArray<Entry>()
  /// The deadlines in the heap, each at the `place` of its entry, and the free places.
  private var running: [Deadline?] = []
  private var free: [Int] = []
  /// The newest sequence number. Each start and each postponement of a timer gets a new one.
  private(set) var sequence = 0
  /// The number of cancelled deadlines in the heap.
  private var cancelled = 0
  /// The number of cancelled deadlines up to which the heap is not compacted.
  private let mostCancelled: Int
  private var pool = ObjectPool<Deadline>()
  /// The duration timers, by number; nil for timers of the other kind of session (one session, or all sessions of an app).
  private var terms: [DurationTimer?] = []
  /// The earliest due time of a duration timer, or a lower bound of it.
  private var nextDurationDue = Int64.max
  /// The queues of timers with the same delay, by number.
  private var timerQueues: [FixedDelayQueue] = []

  /// Creates an empty collection.
  init(_ limits: Limits) { mostCancelled = limits.cancelledDeadlines }

  /// An element of the heap. It contains no references, so moving it needs no reference counting.
  struct Entry {
    var due: Int64
    var sequence: Int
    let kind: Kind
    /// The index of the deadline in `running`, or the number of the queue whose first element this is.
    let place: Int32

    enum Kind { case deadline, timerQueue }
  }

  /// A timer that has expired.
  enum Expired {
    case deadline(Deadline)
    /// A timer of a queue of timers with the same delay.
    case turn(FixedDelayQueue.Waiting, timerQueue: Int)
  }

  /// A lower bound of the due times of all timers, in nanoseconds of counted time; `Int64.max` if there are none.
  var due: Int64 { heap.isEmpty ? nextDurationDue : min(heap[0].due, nextDurationDue) }

  /// Adds a duration timer under its number.
  mutating func add(_ term: DurationTimer, as number: Int) {
    while terms.count <= number { terms.append(nil) }
    terms[number] = term
  }

  /// Starts a duration timer for an opening, at a counted time.
  mutating func begin(
    term number: Int, for opening: Int32, at counted: Int64, _ openingStore: inout OpeningStore
  ) {
    sequence += 1
    terms[number]?.begin(opening, at: counted, sequence: sequence, &openingStore)
    if let due = terms[number]?.first?.due, due < nextDurationDue { nextDurationDue = due }
  }

  /// Starts a duration timer for an opening that is older than others for which it already runs.
  mutating func startDurationTimer(
    _ number: Int, forEarlier opening: Int32, at counted: Int64, sequence: Int,
    _ openingStore: inout OpeningStore
  ) {
    terms[number]?.insert(earlier: opening, at: counted, sequence: sequence, &openingStore)
    if let due = terms[number]?.first?.due, due < nextDurationDue { nextDurationDue = due }
  }

  /// The limit of a duration timer, in nanoseconds; nil if this session has no timer of that number.
  func limit(ofTerm number: Int) -> Int64? { terms.indices.contains(number) ? terms[number]?.limit : nil }

  /// The duration timer of a number; nil if this session has none.
  func term(_ number: Int) -> DurationTimer? { terms.indices.contains(number) ? terms[number] : nil }

  /// Adds a queue of timers with the same delay, and returns its number.
  mutating func add(_ timerQueue: FixedDelayQueue) -> Int {
    timerQueues.append(timerQueue)
    return timerQueues.count - 1
  }

  /// Starts a timer of a queue, at a moment that has a time. `number` identifies the timer in its sentence.
  mutating func begin(_ number: Int32, in timerQueue: Int, at moment: Moment) {
    sequence += 1
    timerQueues[timerQueue].begin(number, at: moment, sequence: sequence)
    if timerQueues[timerQueue].isInHeap { return }
    guard let next = timerQueues[timerQueue].next else { return }
    timerQueues[timerQueue].isInHeap = true
    push(Entry(due: next.due, sequence: next.sequence, kind: .timerQueue, place: Int32(timerQueue)))
  }

  /// Cancels a timer of a queue.
  mutating func cancelTimer(_ number: Int32, in timerQueue: Int) { timerQueues[timerQueue].cancel(number) }

  /// Whether a timer that expired was not cancelled since.
  func isWaiting(_ one: FixedDelayQueue.Waiting, in timerQueue: Int) -> Bool {
    timerQueues[timerQueue].isWaiting(one)
  }
  /// The delay of a queue's timers, in nanoseconds.
  func limit(of timerQueue: Int) -> Int64 { timerQueues[timerQueue].limit }
  /// The number of the sentence to which a queue belongs.
  func sentence(of timerQueue: Int) -> Int { timerQueues[timerQueue].sentence }

  /// Starts a deadline that expires later than `limit` nanoseconds after a line.
  mutating func begin(
    for sentence: Int, from start: Occurrence, after limit: Int64, of subject: consuming Deadline.Subject
  ) -> Deadline {
    let deadline = pool.make { Deadline(of: sentence, from: start) }
    deadline.begin(for: sentence, from: start, after: limit, of: subject)
    add(deadline)
    return deadline
  }

  /// Postpones a running deadline to start at a later line. Returns false if the deadline would become earlier, or was cancelled.
  /// Its heap entry moves only when it reaches the top, so postponing a deadline with every event is cheap.
  mutating func renew(_ deadline: Deadline, at line: Occurrence, after limit: Int64) -> Bool {
    let due = Deadline.due(limit, after: line)
    if deadline.isCancelled || due < deadline.due { return false }
    deadline.renew(from: line, due: due)
    sequence += 1
    deadline.sequence = sequence
    return true
  }

  private mutating func add(_ deadline: Deadline) {
    sequence += 1
    deadline.sequence = sequence
    let place = free.popLast() ?? running.count
    if place == running.count { running.append(deadline) } else { running[place] = deadline }
    push(Entry(due: deadline.due, sequence: sequence, kind: .deadline, place: Int32(place)))
  }

  /// Inserts an entry into the heap.
  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Cancels a deadline, and compacts the heap if more than half of it is cancelled.
  mutating func cancel(_ deadline: Deadline) {
    deadline.forget()
    guard !deadline.isCancelled else { return }
    deadline.isCancelled = true
    cancelled += 1
    if cancelled > mostCancelled, cancelled * 2 > heap.count {
      removeCancelled()
      for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }
  }

  /// Removes cancelled deadlines. The caller must restore the heap order.
  private mutating func removeCancelled() {
    var kept = 0
    for place in heap.indices {
      if heap[place].kind == .deadline, running[Int(heap[place].place)]?.isCancelled == true {
        release(Int(heap[place].place))
      } else {
        heap[kept] = heap[place]
        kept += 1
      }
    }
    heap.removeLast(heap.count - kept)
    cancelled = 0
  }

  /// Frees an index of `running`.
  private mutating func release(_ place: Int) {
    running[place] = nil
    free.append(place)
  }

  /// Removes all timers at the end of the session.
  mutating func removeAll() {
    for deadline in running { deadline?.forget() }
    heap.removeAll()
    running = []
    free = []
    cancelled = 0
    terms = []
    nextDurationDue = .max
    timerQueues = []
  }

  /// Whether a timer is due before a counted time. Entries that were cancelled or postponed are removed or moved on the way.
  mutating func areDue(before counted: Int64, _ openingStore: inout OpeningStore) -> Bool {
    while !heap.isEmpty, heap[0].due < counted {
      let entry = heap[0]
      switch entry.kind {
      case .timerQueue:
        guard let (due, sequence) = next(ofQueue: Int(entry.place)) else {
          removeFirst()
          continue
        }
        if sequence == entry.sequence { return true }
        postpone(to: due, sequence)
      case .deadline:
        guard let first = running[Int(entry.place)] else { return true }
        if first.isCancelled {
          removeFirst()
          cancelled -= 1
        } else if first.sequence != entry.sequence {
          postpone(to: first.due, first.sequence)
        } else {
          return true
        }
      }
    }
    return isDurationDue(before: counted, &openingStore)
  }

  /// Returns the first element of a queue that waits for its due time. If there is none, the queue is marked as not in the heap,
  /// and the result is nil; the caller must then remove the entry.
  @inline(__always)
  private mutating func next(ofQueue place: Int) -> (due: Int64, sequence: Int)? {
    if let next = timerQueues[place].next { return (next.due, next.sequence) }
    timerQueues[place].isInHeap = false
    return nil
  }

  /// Whether a duration timer is due before a counted time.
  private mutating func isDurationDue(before counted: Int64, _ openingStore: inout OpeningStore) -> Bool {
    // The opening for which the timer seems due may have closed.
    if nextDurationDue < counted { nextDurationDue = firstDurationTimer(&openingStore)?.due ?? .max }
    return nextDurationDue < counted
  }

  /// Moves the top of the heap to a later due time.
  private mutating func postpone(to due: Int64, _ sequence: Int) {
    (heap[0].due, heap[0].sequence) = (due, sequence)
    sift(0)
  }

  /// Removes the top of the heap.
  private mutating func removeFirst() {
    if heap[0].kind == .deadline { release(Int(heap[0].place)) }
    heap[0] = heap[heap.count - 1]
    heap.removeLast()
    sift(0)
  }

  /// Removes the timers that are due before a line. Adds them to `expired`, except for those whose start cannot be compared with
  /// the line.
  mutating func takeExpired(
    at line: Occurrence, to expired: inout [Expired], _ openingStore: inout OpeningStore
  ) {
    while areDue(before: line.counted, &openingStore) {
      if nextDurationDue < line.counted, let term = firstDurationTimer(&openingStore),
        term.due < line.counted,
        heap.isEmpty || (term.due, term.sequence) < (heap[0].due, heap[0].sequence)
      {
        if let deadline = end(term: term.number, at: line, &openingStore) {
          expired.append(.deadline(deadline))
        }
        continue
      }
      // A timer whose start cannot be compared with this line cannot be compared with any later line either, so it is dropped.
      let place = Int(heap[0].place)
      switch heap[0].kind {
      case .timerQueue:
        guard let next = timerQueues[place].next else { return }
        timerQueues[place].removeFirst()
        if next.era == line.era { expired.append(.turn(next, timerQueue: place)) }
      case .deadline:
        guard let first = running[place] else { return }
        removeFirst()
        first.isCancelled = true
        if first.start.isComparable(with: line) { expired.append(.deadline(first)) }
      }
    }
  }

  /// Returns the duration timer that is due first. This visits all duration timers of the session.
  private mutating func firstDurationTimer(_ openingStore: inout OpeningStore) -> (
    number: Int, due: Int64, sequence: Int
  )? {
    var first: (number: Int, due: Int64, sequence: Int)?
    for number in terms.indices {
      terms[number]?.forgetClosed(&openingStore)
      guard let (due, sequence) = terms[number]?.first else { continue }
      if let first, (first.due, first.sequence) < (due, sequence) { continue }
      first = (number, due, sequence)
    }
    return first
  }

  /// Removes the first opening of a duration timer. Returns a deadline for it, outside of the heap, if its time is over at a
  /// line.
  private mutating func end(term number: Int, at line: Occurrence, _ openingStore: inout OpeningStore)
    -> Deadline?
  {
    guard let opening = terms[number]?.end(at: line, &openingStore), let term = terms[number] else {
      return nil
    }
    let deadline = pool.make { Deadline(of: term.sentence, from: opening.openedAt) }
    deadline.begin(
      for: term.sentence, from: opening.openedAt, after: term.limit, of: .opening(opening, term.instance))
    return deadline
  }

  /// Moves an entry down the heap to its place.
  private mutating func sift(_ start: Int) {
    var parent = start
    while case var child = 2 * parent + 1, child < heap.count {
      if child + 1 < heap.count, isBefore(child + 1, child) { child += 1 }
      if !isBefore(child, parent) { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  /// Whether one index of the heap must come before another.
  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (one, other) = (heap[a].due, heap[b].due)
    return one != other ? one < other : heap[a].sequence < heap[b].sequence
  }
}
