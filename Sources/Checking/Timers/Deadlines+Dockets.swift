import BasicContainers

// What any answer answers, in the dockets of the instances in which it waits.

extension Deadlines {
  /// Sets up a docket; its number.
  mutating func add(_ docket: consuming Docket) -> Int {
    dockets.append(docket)
    return dockets.count - 1
  }

  /// Has an event ask for an answer in a docket; its place among all that is waited for.
  @discardableResult
  mutating func begin(
    _ trigger: Occurrence, in docket: Int, at start: Moment, earliest: Int64
  ) -> Int {
    sequence += 1
    dockets[docket].append(trigger, at: start, earliest: earliest, sequence: sequence)
    if !dockets[docket].isEntered, let next = dockets[docket].next {
      dockets[docket].isEntered = true
      push(Entry(due: next.due, sequence: next.sequence, kind: .docket, place: Int32(docket)))
    }
    return sequence
  }

  /// The newest one of a docket has a deadline of its own.
  mutating func set(_ deadline: Deadline, ofNewestIn docket: Int) {
    dockets[docket].set(deadline)
  }

  func limit(ofDocket docket: Int) -> Int64? { dockets[docket].limit }
  func sentence(ofDocket docket: Int) -> Int { dockets[docket].sentence }

  /// Whether one of a docket still waits.
  func isWaiting(_ sequence: Int, inDocket docket: Int) -> Bool {
    dockets[docket].place(of: sequence) != nil
  }

  func count(ofDocket docket: Int) -> Int { dockets[docket].count }

  /// The events that wait for an answer in a docket.
  func triggers(inDocket docket: Int) -> [Occurrence] { dockets[docket].triggers }

  func instance(ofDocket docket: Int) -> Response.Open? { dockets[docket].instance }

  /// The first one is about to ask for an answer in a docket, in that instance.
  mutating func begin(_ docket: Int, in instance: Response.Open) { dockets[docket].begin(in: instance) }

  /// The newest events that may have been an answer to all that waits in a docket.
  func doubt(ofDocket docket: Int) -> Doubt? { dockets[docket].doubt }

  /// An event may be one.
  mutating func doubt(_ docket: Int, at moment: Moment) { dockets[docket].doubt(at: moment) }

  /// Whether something came soon enough after one that waits in a docket of which nobody knows whether it was an answer.
  @inline(__always)
  func isDoubtful(_ sequence: Int, inDocket docket: Int, _ clock: borrowing SessionClock) -> Bool {
    guard let doubt = dockets[docket].doubt, let place = dockets[docket].place(of: sequence) else {
      return false
    }
    return doubt.mayAnswer(
      dockets[docket].start(at: place), notBefore: dockets[docket].earliest(at: place), clock)
  }

  /// Takes one out of a docket of which nobody asks more.
  mutating func forget(_ sequence: Int, of docket: Int) {
    guard let place = dockets[docket].place(of: sequence), let deadline = dockets[docket].forget(at: place)
    else { return }
    cancel(deadline)
  }

  /// Takes one out of a docket.
  mutating func take(_ sequence: Int, from docket: Int) -> Obligation? {
    dockets[docket].place(of: sequence).flatMap { remove(at: $0, from: docket) }
  }

  /// Takes the oldest one out of a docket, if that came before a place in the log's order.
  mutating func takeFirst(from docket: Int, before order: Int = .max) -> Obligation? {
    guard !dockets[docket].isEmpty, dockets[docket].start(at: 0).order < order else { return nil }
    return remove(at: 0, from: docket)
  }

  /// Takes the oldest out of a docket as long as nobody knows whether they were answered; how many they were.
  mutating func forgetFirstDoubtful(of docket: Int, _ clock: borrowing SessionClock) -> Int {
    guard let doubt = dockets[docket].doubt else { return 0 }
    var count = 0
    while !dockets[docket].isEmpty,
      doubt.mayAnswer(dockets[docket].start(at: 0), notBefore: dockets[docket].earliest(at: 0), clock)
    {
      if let deadline = dockets[docket].forget(at: 0) { cancel(deadline) }
      count += 1
    }
    return count
  }

  /// Takes out of a docket what an answer at a line settles, where its time matters all that it can be compared with and
  /// does not come too early for; and what can never be known.
  mutating func answer(
    _ docket: Int, at line: Occurrence, isTimed: Bool, _ clock: borrowing SessionClock
  ) -> Answered {
    var answered = Answered()
    var place = 0
    while place < dockets[docket].count {
      let start = dockets[docket].start(at: place)
      if isTimed, !start.isComparable(with: line) {
        _ = remove(at: place, from: docket)
        continue
      }
      let (passed, earliest) = (line.counted - start.counted, dockets[docket].earliest(at: place))
      let silence = isTimed ? clock.silences.length(from: start.wall, to: line.wall) : 0
      if isTimed, passed < earliest {
        if passed + silence >= earliest { answered.mayComeTooEarly = true }
        place += 1
      } else if silence > 0, let limit = dockets[docket].limit(at: place), passed + silence > limit {
        answered.unmeasured += 1
        _ = remove(at: place, from: docket)
      } else {
        answered.inTime += 1
        _ = remove(at: place, from: docket)
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

  private mutating func remove(at place: Int, from docket: Int) -> Obligation? {
    guard let (obligation, deadline) = dockets[docket].remove(at: place) else { return nil }
    if let deadline { cancel(deadline) }
    return obligation
  }
}
