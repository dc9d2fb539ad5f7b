import BasicContainers
import Rulebook
import Trace

// Stores and removes the obligations of a response.

extension Response {
  /// Adds an obligation to the list of its key.
  func link(_ number: Int32, in instance: Open) {
    let key = obligations.key(of: number)
    obligations.link(number, behind: instance.newest[key] ?? -1)
    instance.newest.set(key, number)
    instance.keyed += 1
  }

  /// Removes an obligation from the list of its key.
  func unlink(_ number: Int32, of key: Key, from instance: Open) {
    instance.keyed -= 1
    guard let newest = obligations.unlink(number) else { return }
    if newest < 0 {
      instance.newest.remove(key)
    } else {
      instance.newest.set(key, newest)
    }
  }

  /// Moves the obligations of a key, or of all keys if it is nil, to `removedNumbers`, oldest first.
  func collect(_ key: Key?, from instance: Open) {
    removedNumbers.clear()
    if let key {
      if let newest = instance.newest.remove(key) { obligations.list(newest, in: &removedNumbers) }
    } else if !instance.newest.isEmpty {
      instance.newest.forEach { obligations.list($1, in: &removedNumbers) }
      instance.newest.removeAll()
    }
    if key == nil, removedNumbers.count > 1 {
      removedNumbers.sort { obligations.start(of: $0).order < obligations.start(of: $1).order }
    }
    instance.keyed -= removedNumbers.count
  }

  /// Removes and returns the oldest obligation without a key, if its event is before a sequence number.
  func removeFirst(from instance: Open, before order: Int = .max) -> Obligation? {
    instance.queue.flatMap { session.state.deadlines.takeFirst(from: $0, before: order) }
  }

  /// Ends the obligations of a key and those without a key (all if the key is nil) whose events are before a sequence number.
  /// Calls a function with each of them.
  func removeObligations(
    _ key: Key?, in instance: Open, before order: Int = .max, _ body: (borrowing Obligation) -> Void
  ) {
    if !instance.isWaiting { return }
    let limit = order
    collect(key, from: instance)
    for place in removedNumbers.indices {
      if obligations.start(of: removedNumbers[place]).order >= limit {
        link(removedNumbers[place], in: instance)
        continue
      }
      // If the key is nil, obligations with and without a key are handled in the order of their events.
      if key == nil {
        let order = obligations.start(of: removedNumbers[place]).order
        while let obligation = removeFirst(from: instance, before: order) { body(obligation) }
      }
      if let obligation = removeKeyed(removedNumbers[place]) { body(obligation) }
    }
    removedNumbers.clear()
    while let obligation = removeFirst(from: instance, before: limit) { body(obligation) }
  }

  /// Ends the time of an obligation, and removes and returns it. It must be in no list.
  func removeKeyed(_ number: Int32) -> Obligation? {
    cancelTimer(of: number)
    return obligations.remove(number)
  }

  /// Ends the time of an obligation and removes it, without returning it.
  func discardKeyed(_ number: Int32) {
    cancelTimer(of: number)
    obligations.forget(number)
  }

  func cancelTimer(of number: Int32) {
    if let timerQueue {
      session.state.deadlines.cancelTimer(number, in: timerQueue)
    } else if let deadline = obligations.takeDeadline(of: number) {
      session.state.deadlines.cancel(deadline)
    }
  }

  /// Removes and returns an open obligation.
  func remove(_ one: Deadline.Awaited) -> Obligation? {
    switch one {
    case .number(let number):
      cancelTimer(of: number)
      guard let obligation = obligations.remove(number) else { return nil }
      unlink(number, of: obligation.key, from: obligation.instance)
      return obligation
    case .entry(let sequence, let queue):
      return session.state.deadlines.remove(sequence, from: queue)
    }
  }

  /// Counts the oldest obligations without a key as unknown and removes them, as long as an unknown match may have answered them.
  /// `fail` checks the others.
  func countDoubtful(in instance: Open) {
    guard compiled.exception == nil, let queue = instance.queue else { return }
    log.countResult(
      number, isUnknown: true,
      count: session.state.deadlines.discardDoubtful(of: queue, session.state.clock))
  }

  /// Whether an unknown match may have answered an obligation.
  func isDoubtful(_ obligation: borrowing Obligation) -> Bool {
    let instance = obligation.instance
    let doubt =
      obligation.key.isAbsent
      ? instance.queue.flatMap { session.state.deadlines.doubt(ofQueue: $0) }
      : instance.doubt(of: obligation.key)
    return doubt?.mayAnswer(obligation.start, notBefore: obligation.earliest, session.state.clock) ?? false
  }
}
