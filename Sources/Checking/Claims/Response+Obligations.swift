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
  }

  /// Removes an obligation from the list of its key.
  func unlink(_ number: Int32, of key: Key, from instance: Open) {
    guard let newest = obligations.unlink(number) else { return }
    if newest < 0 {
      instance.newest.remove(key)
    } else {
      instance.newest.set(key, newest)
    }
  }

  /// Moves the obligations of a key and those without a key, or all if the key is nil, to `removedNumbers`, oldest first.
  func collect(_ key: Key?, from instance: Open) {
    removedNumbers.clear()
    if let key {
      for key in [key, .absent] {
        if let newest = instance.newest.remove(key) { obligations.list(newest, in: &removedNumbers) }
      }
    } else if !instance.newest.isEmpty {
      instance.newest.forEach { obligations.list($1, in: &removedNumbers) }
      instance.newest.removeAll()
    }
    if removedNumbers.count > 1 {
      removedNumbers.sort { obligations.start(of: $0).order < obligations.start(of: $1).order }
    }
  }

  /// Ends the obligations of a key and those without a key (all if the key is nil) whose events are before a place in log order.
  /// Calls a function with each of them, oldest first.
  func removeObligations(
    _ key: Key?, in instance: Open, before order: Int = .max, _ body: (borrowing Obligation) -> Void
  ) {
    if !instance.isWaiting { return }
    collect(key, from: instance)
    for number in removedNumbers {
      if obligations.start(of: number).order >= order {
        link(number, in: instance)
      } else if let obligation = removeUnlinked(number) {
        body(obligation)
      }
    }
    removedNumbers.clear()
  }

  /// Ends the time of an obligation, and removes and returns it. It must be in no list.
  private func removeUnlinked(_ number: Int32) -> Obligation? {
    cancelTimer(of: number)
    return obligations.remove(number)
  }

  /// Ends the time of an obligation and removes it, without returning it. It must be in no list.
  func discard(_ number: Int32) {
    cancelTimer(of: number)
    obligations.forget(number)
  }

  private func cancelTimer(of number: Int32) {
    if let timerQueue {
      session.state.deadlines.cancelTimer(number, in: timerQueue)
    } else if let deadline = obligations.takeDeadline(of: number) {
      session.state.deadlines.cancel(deadline)
    }
  }

  /// Removes and returns an open obligation.
  func remove(_ number: Int32) -> Obligation? {
    guard let obligation = removeUnlinked(number) else { return nil }
    unlink(number, of: obligation.key, from: obligation.instance)
    return obligation
  }

  /// Whether an unknown match may have answered an obligation.
  func isDoubtful(_ obligation: borrowing Obligation) -> Bool {
    obligation.instance.unknownMatches(of: obligation.key)?
      .mayAnswer(obligation.start, notBefore: obligation.earliest, session.state.clock) ?? false
  }
}
