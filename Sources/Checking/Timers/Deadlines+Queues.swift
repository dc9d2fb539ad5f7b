import BasicContainers

// What any answer answers, in the dockets of the instances in which it waits.

extension Deadlines {
  /// Sets up a docket; its number.
  mutating func add(_ queue: consuming ObligationQueue) -> Int {
    queues.append(queue)
    return queues.count - 1
  }

  /// Has an event ask for an answer in a docket; its place among all that is waited for.
  @discardableResult
  mutating func begin(
    _ trigger: Occurrence, in queue: Int, at start: Moment, earliest: Int64
  ) -> Int {
    sequence += 1
    queues[queue].append(trigger, at: start, earliest: earliest, sequence: sequence)
    if !queues[queue].isEntered, let next = queues[queue].next {
      queues[queue].isEntered = true
      push(Entry(due: next.due, sequence: next.sequence, kind: .queue, place: Int32(queue)))
    }
    return sequence
  }

  /// The newest one of a docket has a deadline of its own.
  mutating func set(_ deadline: Deadline, ofNewestIn queue: Int) {
    queues[queue].set(deadline)
  }

  func limit(ofQueue queue: Int) -> Int64? { queues[queue].limit }
  func sentence(ofQueue queue: Int) -> Int { queues[queue].sentence }

  /// Whether one of a docket still waits.
  func isWaiting(_ sequence: Int, inQueue queue: Int) -> Bool {
    queues[queue].place(of: sequence) != nil
  }

  func count(ofQueue queue: Int) -> Int { queues[queue].count }

  /// The events that wait for an answer in a docket.
  func triggers(inQueue queue: Int) -> [Occurrence] { queues[queue].triggers }

  func instance(ofQueue queue: Int) -> Response.Open? { queues[queue].instance }

  /// The first one is about to ask for an answer in a docket, in that instance.
  mutating func begin(_ queue: Int, in instance: Response.Open) { queues[queue].begin(in: instance) }

  /// The newest events that may have been an answer to all that waits in a docket.
  func doubt(ofQueue queue: Int) -> UnknownMatches? { queues[queue].doubt }

  /// An event may be one.
  mutating func doubt(_ queue: Int, at moment: Moment) { queues[queue].doubt(at: moment) }

  /// Whether something came soon enough after one that waits in a docket of which nobody knows whether it was an answer.
  @inline(__always)
  func isDoubtful(_ sequence: Int, inQueue queue: Int, _ clock: borrowing SessionClock) -> Bool {
    guard let doubt = queues[queue].doubt, let place = queues[queue].place(of: sequence) else {
      return false
    }
    return doubt.mayAnswer(
      queues[queue].start(at: place), notBefore: queues[queue].earliest(at: place), clock)
  }

  /// Takes one out of a docket of which nobody asks more.
  mutating func forget(_ sequence: Int, of queue: Int) {
    guard let place = queues[queue].place(of: sequence), let deadline = queues[queue].forget(at: place)
    else { return }
    cancel(deadline)
  }

  /// Takes one out of a docket.
  mutating func remove(_ sequence: Int, from queue: Int) -> Obligation? {
    queues[queue].place(of: sequence).flatMap { remove(at: $0, from: queue) }
  }

  /// Takes the oldest one out of a docket, if that came before a place in the log's order.
  mutating func takeFirst(from queue: Int, before order: Int = .max) -> Obligation? {
    guard !queues[queue].isEmpty, queues[queue].start(at: 0).order < order else { return nil }
    return remove(at: 0, from: queue)
  }

  /// Takes the oldest out of a docket as long as nobody knows whether they were answered; how many they were.
  mutating func forgetFirstDoubtful(of queue: Int, _ clock: borrowing SessionClock) -> Int {
    guard let doubt = queues[queue].doubt else { return 0 }
    var count = 0
    while !queues[queue].isEmpty,
      doubt.mayAnswer(queues[queue].start(at: 0), notBefore: queues[queue].earliest(at: 0), clock)
    {
      if let deadline = queues[queue].forget(at: 0) { cancel(deadline) }
      count += 1
    }
    return count
  }

  /// Takes out of a docket what an answer at a line settles, where its time matters all that it can be compared with and
  /// does not come too early for; and what can never be known.
  mutating func answer(
    _ queue: Int, at line: Occurrence, isTimed: Bool, _ clock: borrowing SessionClock
  ) -> Answered {
    var answered = Answered()
    var place = 0
    while place < queues[queue].count {
      let start = queues[queue].start(at: place)
      if isTimed, !start.isComparable(with: line) {
        _ = remove(at: place, from: queue)
        continue
      }
      let (passed, earliest) = (line.counted - start.counted, queues[queue].earliest(at: place))
      let silence = isTimed ? clock.silences.length(from: start.wall, to: line.wall) : 0
      if isTimed, passed < earliest {
        if passed + silence >= earliest { answered.mayComeTooEarly = true }
        place += 1
      } else if silence > 0, let limit = queues[queue].limit(at: place), passed + silence > limit {
        answered.unmeasured += 1
        _ = remove(at: place, from: queue)
      } else {
        answered.inTime += 1
        _ = remove(at: place, from: queue)
      }
    }
    return answered
  }

  /// What an answer settles.
  struct Answered {
    /// How many of those that waited it has answered in time.
    var inTime = 0
    /// Of how many that is not known, because of a silence that does not count.
    var unmeasured = 0
    /// Whether it may come too early for one that still waits, and may not.
    var mayComeTooEarly = false
  }

  private mutating func remove(at place: Int, from queue: Int) -> Obligation? {
    guard let (obligation, deadline) = queues[queue].remove(at: place) else { return nil }
    if let deadline { cancel(deadline) }
    return obligation
  }
}
