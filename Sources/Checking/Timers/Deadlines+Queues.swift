import BasicContainers

// Obligations that any answer discharges, in one obligation queue for each scope instance.

extension Deadlines {
  /// Adds an obligation queue, and returns its number.
  mutating func add(_ queue: consuming ObligationQueue) -> Int {
    queues.append(queue)
    return queues.count - 1
  }

  /// Adds an obligation to a queue, and returns its sequence number. Answers earlier than `earliest` nanoseconds after `start` do
  /// not count.
  @discardableResult
  mutating func begin(
    _ trigger: Occurrence, in queue: Int, at start: Moment, earliest: Int64
  ) -> Int {
    sequence += 1
    queues[queue].append(trigger, at: start, earliest: earliest, sequence: sequence)
    if !queues[queue].isInHeap, let next = queues[queue].next {
      queues[queue].isInHeap = true
      push(Entry(due: next.due, sequence: next.sequence, kind: .queue, place: Int32(queue)))
    }
    return sequence
  }

  /// Sets the deadline of the newest obligation in a queue, if each obligation has its own limit.
  mutating func set(_ deadline: Deadline, ofNewestIn queue: Int) {
    queues[queue].set(deadline)
  }

  /// The time limit of the obligations in a queue, in nanoseconds; nil if each has its own limit, or none has one.
  func limit(ofQueue queue: Int) -> Int64? { queues[queue].limit }
  /// The number of the sentence to which a queue belongs.
  func sentence(ofQueue queue: Int) -> Int { queues[queue].sentence }

  /// Whether an obligation is still in a queue.
  func isWaiting(_ sequence: Int, inQueue queue: Int) -> Bool {
    queues[queue].place(of: sequence) != nil
  }

  /// The number of obligations in a queue.
  func count(ofQueue queue: Int) -> Int { queues[queue].count }

  /// The triggers of the obligations in a queue, oldest first.
  func triggers(inQueue queue: Int) -> [Occurrence] { queues[queue].triggers }

  /// Sets the scope instance of a queue before the first obligation is added.
  mutating func begin(_ queue: Int, in instance: Response.Open) { queues[queue].begin(in: instance) }

  /// The newest events that may have been an answer to the obligations in a queue.
  func doubt(ofQueue queue: Int) -> UnknownMatches? { queues[queue].doubt }

  /// Records an event that may be an answer: its condition is unknown, or a silence makes it unknown whether it is too early.
  mutating func doubt(_ queue: Int, at moment: Moment) { queues[queue].doubt(at: moment) }

  /// Removes and returns an obligation.
  mutating func remove(_ sequence: Int, from queue: Int) -> Obligation? {
    queues[queue].place(of: sequence).flatMap { remove(at: $0, from: queue) }
  }

  /// Removes and returns the oldest obligation of a queue, if its trigger is before a place in log order.
  mutating func takeFirst(from queue: Int, before order: Int = .max) -> Obligation? {
    guard !queues[queue].isEmpty, queues[queue].start(at: 0).order < order else { return nil }
    return remove(at: 0, from: queue)
  }

  /// Removes the oldest obligations of a queue as long as an event may have answered them, and returns their number.
  mutating func discardDoubtful(of queue: Int, _ clock: borrowing SessionClock) -> Int {
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

  /// Removes the obligations that an answer at a line discharges. If the claim has a time limit (`isTimed`), obligations for
  /// which the answer is too early remain, and those whose time cannot be compared with the line's are dropped without a verdict.
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
        if passed + silence >= earliest { answered.isEarlinessUnknown = true }
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

  /// The effect of an answer on the obligations of a queue.
  struct Answered {
    /// The number of obligations that were answered in time.
    var inTime = 0
    /// The number of obligations for which a silence makes it unknown whether the answer is in time.
    var unmeasured = 0
    /// Whether a silence makes it unknown if the answer is too early for an obligation that remains.
    var isEarlinessUnknown = false
  }

  private mutating func remove(at place: Int, from queue: Int) -> Obligation? {
    guard let (obligation, deadline) = queues[queue].remove(at: place) else { return nil }
    if let deadline { cancel(deadline) }
    return obligation
  }
}
