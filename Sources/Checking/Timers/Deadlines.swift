import BasicContainers

/// The deadlines of a session, the earliest first. One that is cancelled stays until its turn comes or until half of all
/// are cancelled, so that memory follows what is awaited.
struct Deadlines: ~Copyable {
  private var heap = UniqueArray<Entry>()
  /// Those of the heap, each at the place that its entry tells, and the places of none.
  private var running: [Deadline?] = []
  private var free: [Int] = []
  /// How often something began to wait, or began anew.
  var sequence = 0
  private var cancelled = 0
  private let mostCancelled: Int
  private var pool = ObjectPool<Deadline>()
  /// By number; nil for those of other kinds of session.
  private var terms: [DurationTimer?] = []
  /// The earliest end of a term, or an earlier time.
  private var nextTerm = Int64.max
  private var timerQueues: [FixedDelayQueue] = []
  var queues = UniqueArray<ObligationQueue>()

  /// None yet.
  init(_ limits: Limits) { mostCancelled = limits.cancelledDeadlines }

  /// It refers to nothing, so that it is moved without a count of references.
  struct Entry {
    var due: Int64
    var sequence: Int
    let kind: Kind
    /// Where the deadline is, or the number of the succession or docket whose first one it is.
    let place: Int32

    enum Kind { case deadline, timerQueue, queue }
  }

  /// What should have come.
  enum Expired {
    case deadline(Deadline)
    case turn(FixedDelayQueue.Waiting, timerQueue: Int)
    case entry(Int, queue: Int)
  }

  /// No earlier than this one is due, in counted nanoseconds; never where there is none.
  var due: Int64 { heap.isEmpty ? nextTerm : min(heap[0].due, nextTerm) }

  /// Sets up a term, by its number.
  mutating func add(_ term: DurationTimer, as number: Int) {
    while terms.count <= number { terms.append(nil) }
    terms[number] = term
  }

  /// Has a term begin for an opening of the ledger, at that time of the session's clock.
  mutating func begin(
    term number: Int, for opening: Int32, at counted: Int64, _ openingStore: inout OpeningStore
  ) {
    sequence += 1
    terms[number]?.begin(opening, at: counted, sequence: sequence, &openingStore)
    if let due = terms[number]?.first?.due, due < nextTerm { nextTerm = due }
  }

  /// The same for an opening before others for which it has begun already.
  mutating func startTerm(
    _ number: Int, forEarlier opening: Int32, at counted: Int64, sequence: Int,
    _ openingStore: inout OpeningStore
  ) {
    terms[number]?.insert(earlier: opening, at: counted, sequence: sequence, &openingStore)
    if let due = terms[number]?.first?.due, due < nextTerm { nextTerm = due }
  }

  /// How long a term is, in nanoseconds; nil if this session has none of that number.
  func limit(ofTerm number: Int) -> Int64? { terms.indices.contains(number) ? terms[number]?.limit : nil }

  /// The term of a number.
  func term(_ number: Int) -> DurationTimer? { terms.indices.contains(number) ? terms[number] : nil }

  /// Sets up a succession; its number.
  mutating func add(_ timerQueue: FixedDelayQueue) -> Int {
    timerQueues.append(timerQueue)
    return timerQueues.count - 1
  }

  /// Has something begin to wait in a succession, at a moment that has a time.
  mutating func begin(_ number: Int32, in timerQueue: Int, at moment: Moment) {
    sequence += 1
    timerQueues[timerQueue].begin(number, at: moment, sequence: sequence)
    if timerQueues[timerQueue].isEntered { return }
    guard let next = timerQueues[timerQueue].next else { return }
    timerQueues[timerQueue].isEntered = true
    push(Entry(due: next.due, sequence: next.sequence, kind: .timerQueue, place: Int32(timerQueue)))
  }

  /// What waits in a succession waits no more.
  mutating func settle(_ number: Int32, in timerQueue: Int) { timerQueues[timerQueue].settle(number) }

  /// Whether what was found to be over was not settled since; and how much time it had, in nanoseconds.
  func isWaiting(_ one: FixedDelayQueue.Waiting, in timerQueue: Int) -> Bool {
    timerQueues[timerQueue].isWaiting(one)
  }
  func limit(of timerQueue: Int) -> Int64 { timerQueues[timerQueue].limit }
  func sentence(of timerQueue: Int) -> Int { timerQueues[timerQueue].sentence }

  /// Sets a deadline so many nanoseconds after a line.
  mutating func begin(
    for sentence: Int, from start: Occurrence, after limit: Int64, of subject: consuming Deadline.Subject
  ) -> Deadline {
    let deadline = pool.make { Deadline(of: sentence, from: start) }
    deadline.begin(for: sentence, from: start, after: limit, of: subject)
    add(deadline)
    return deadline
  }

  /// Has a deadline that still runs begin anew at a later line; false where it would end earlier, or runs no more. It keeps
  /// its entry, which goes to its place when its turn comes: what is renewed with each event costs next to nothing.
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

  mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

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

  private mutating func release(_ place: Int) {
    running[place] = nil
    free.append(place)
  }

  /// The session is over: nothing is waited for any more.
  mutating func removeAll() {
    for deadline in running { deadline?.forget() }
    heap.removeAll()
    running = []
    free = []
    cancelled = 0
    terms = []
    nextTerm = .max
    timerQueues = []
    queues.removeAll()
  }

  /// Whether any is due before a time.
  mutating func areDue(before counted: Int64, _ openingStore: inout OpeningStore) -> Bool {
    first(before: counted, &openingStore) != nil
  }

  /// What is due before a time, before all others.
  enum First {
    /// What waits for an answer to a sentence, for so many nanoseconds; its times are of that era.
    case turn(sentence: Int, Deadline.Awaited, era: Int32, limit: Int64)
    case deadline(sentence: Int)
    case other
  }

  /// What is due before a time, before all others. What seems so goes to its place if it was renewed.
  mutating func first(before counted: Int64, _ openingStore: inout OpeningStore) -> First? {
    while !heap.isEmpty, heap[0].due < counted {
      let entry = heap[0]
      let place = Int(entry.place)
      switch entry.kind {
      case .timerQueue, .queue:
        guard let (due, sequence, turn) = turn(of: entry) else {
          removeFirst()
          continue
        }
        if sequence == entry.sequence { return isTermDue(before: counted, &openingStore) ? .other : turn }
        postpone(to: due, sequence)
      case .deadline:
        guard let first = running[place] else { return .other }
        if first.isCancelled {
          removeFirst()
          cancelled -= 1
        } else if first.sequence != entry.sequence {
          postpone(to: first.due, first.sequence)
        } else {
          return .deadline(sentence: first.sentence)
        }
      }
    }
    return isTermDue(before: counted, &openingStore) ? .other : nil
  }

  /// Whose turn is next in a succession or docket; nil where nothing waits there for the end of its time, and then it has no
  /// entry any more.
  @inline(__always)
  private mutating func turn(of entry: Entry) -> (due: Int64, sequence: Int, First)? {
    let place = Int(entry.place)
    if entry.kind == .timerQueue {
      guard let next = timerQueues[place].next else {
        timerQueues[place].isEntered = false
        return nil
      }
      let turn = First.turn(
        sentence: timerQueues[place].sentence, .number(next.number), era: next.era,
        limit: timerQueues[place].limit)
      return (next.due, next.sequence, turn)
    }
    guard let next = queues[place].next, let limit = queues[place].limit else {
      queues[place].isEntered = false
      return nil
    }
    let turn = First.turn(
      sentence: queues[place].sentence, .entry(next.sequence, queue: place), era: next.era, limit: limit)
    return (next.due, next.sequence, turn)
  }

  private mutating func isTermDue(before counted: Int64, _ openingStore: inout OpeningStore) -> Bool {
    // What seemed to be due may have closed.
    if nextTerm < counted { nextTerm = firstTerm(&openingStore)?.due ?? .max }
    return nextTerm < counted
  }

  /// What comes first comes later now.
  private mutating func postpone(to due: Int64, _ sequence: Int) {
    (heap[0].due, heap[0].sequence) = (due, sequence)
    sift(0)
  }

  private mutating func removeFirst() {
    if heap[0].kind == .deadline { release(Int(heap[0].place)) }
    heap[0] = heap[heap.count - 1]
    heap.removeLast()
    sift(0)
  }

  /// Moves the deadlines that lie before a line and can be compared with it to a list.
  mutating func takeExpired(
    at line: Occurrence, to expired: inout [Expired], _ openingStore: inout OpeningStore
  ) {
    while areDue(before: line.counted, &openingStore) {
      if nextTerm < line.counted, let term = firstTerm(&openingStore), term.due < line.counted,
        heap.isEmpty || (term.due, term.sequence) < (heap[0].due, heap[0].sequence)
      {
        if let deadline = end(term: term.number, at: line, &openingStore) {
          expired.append(.deadline(deadline))
        }
        continue
      }
      // What cannot be compared with this line cannot be with any that is still to come.
      let place = Int(heap[0].place)
      switch heap[0].kind {
      case .timerQueue:
        guard let next = timerQueues[place].next else { return }
        timerQueues[place].removeFirst()
        if next.era == line.era { expired.append(.turn(next, timerQueue: place)) }
      case .queue:
        guard let next = queues[place].next else { return }
        queues[place].passNext()
        if next.era == line.era { expired.append(.entry(next.sequence, queue: place)) }
      case .deadline:
        guard let first = running[place] else { return }
        removeFirst()
        first.isCancelled = true
        if first.start.isComparable(with: line) { expired.append(.deadline(first)) }
      }
    }
  }

  /// The term that ends first.
  private mutating func firstTerm(_ openingStore: inout OpeningStore) -> (
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

  private mutating func sift(_ start: Int) {
    var parent = start
    while case var child = 2 * parent + 1, child < heap.count {
      if child + 1 < heap.count, isBefore(child + 1, child) { child += 1 }
      if !isBefore(child, parent) { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  /// Whether one place of the heap comes before another.
  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (one, other) = (heap[a].due, heap[b].due)
    return one != other ? one < other : heap[a].sequence < heap[b].sequence
  }
}
