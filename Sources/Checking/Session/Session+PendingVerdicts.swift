import BasicContainers
import Rulebook
import Trace

// Conditions that later events can make true: `E within 2s` looks at the time before and after a callback's entry. Such a
// condition is brought into disjunctive normal form. A verdict under it waits until all atoms of one disjunct have occurred, or
// until no disjunct is possible any more.

extension Session {
  /// An event that can still make a condition true: E of `E within 2s`.
  struct LookaheadAtom {
    /// The number of its disjunct.
    var way: Int
    /// The mark that the event sets.
    var mark: Int
    /// The time within which it must occur after the entry, in nanoseconds on the wall clock.
    var limit: Int64
  }

  /// The value of a condition that looks ahead.
  enum Lookahead {
    case isFalse
    case isTrue
    /// Unknown until later events occur. The atoms that are missing are in `futures`.
    case isOpen
  }

  /// A verdict that counts only if other events occur soon enough after an entry. The object is reused after it is resolved.
  final class PendingVerdict {
    fileprivate(set) var verdict = Verdict.none
    fileprivate var entry: Occurrence?
    /// The log order at which the verdict was first judged.
    fileprivate var order = 0
    /// The atoms that have not occurred yet, and for each disjunct whether it is still possible.
    fileprivate var futures: [LookaheadAtom] = []
    fileprivate var ways: [Bool] = []

    enum Verdict {
      case none
      case tell(Candidate)
      case judge(DeferredMoment)
      case countHeld(Monitor, ScopeInstance)
      /// The moment counts as held if all breaches that were found at it turn out to be excepted.
      case complete(DeferredResult)
      /// Because of a silence, it is unknown whether the moment lies in the scope, which ends by time. It is inconclusive.
      case countUnmeasuredSignal(Monitor)
      /// Lines are lost, so it is unknown whether the sentence holds.
      case leave(Monitor)
    }

    /// Drops the verdict, because the awaited events cannot occur in time any more, or the session ends.
    func drop(in log: LogState) {
      if case .tell(let candidate) = verdict { log.dismiss(candidate) }
      forget()
    }

    /// Clears the object for reuse.
    fileprivate func forget() {
      verdict = .none
      entry = nil
    }

    /// Updates the atoms by an event of the session that sets these marks. If the limit of an atom has passed, its disjunct is
    /// not possible any more.
    fileprivate func note(_ occurrence: Occurrence, setting marks: [Int]) {
      guard occurrence.time != nil, let entry else { return }
      let isComparable = occurrence.isComparable(with: entry)
      let passed = occurrence.wall - entry.wall
      for future in futures where !isComparable || passed > future.limit { ways[future.way] = false }
      for place in futures.indices.reversed()
      where !ways[futures[place].way] || marks.contains(futures[place].mark) {
        futures.swapAt(place, futures.count - 1)
        futures.removeLast()
      }
    }

    /// Whether all atoms of one disjunct have occurred.
    fileprivate var isComplete: Bool {
      ways.indices.contains { way in ways[way] && !futures.contains { $0.way == way } }
    }
  }

  /// Evaluates the conditions under which a sentence is judged by a signal in one role: the disjunction of all its subscriptions.
  /// Fills `futures`. A condition that looks ahead never occurs in a `not`, so a condition that is true stays true.
  /// Reference: `Conditions.isNear`.
  func lookahead(
    of judging: PlanBuilder.Subscription, among subscriptions: [PlanBuilder.Subscription], _ signal: Signal
  )
    -> Lookahead
  {
    futures.clear()
    var ways = 0
    for other in subscriptions where other.sentence == judging.sentence && other.role == judging.role {
      guard other.looksAhead else {
        if holds(other.guard, signal) { return .isTrue }
        continue
      }
      for alternative in other.alternatives {
        let first = futures.count
        guard mayHold(alternative, as: ways, signal) else {
          while futures.count > first { futures.removeLast() }
          continue
        }
        if futures.count == first { return .isTrue }
        ways += 1
      }
    }
    return ways == 0 ? .isFalse : .isOpen
  }

  /// Whether all conditions of a disjunct are true or can still become true. Adds the missing atoms to `futures`.
  private func mayHold(_ conditions: [Guard], as way: Int, _ signal: Signal) -> Bool {
    conditions.allSatisfy { condition in
      if holds(condition, signal) { return true }
      guard case .within(let mark, let limit) = condition,
        // The clock of a line without a time is that of the newest line that has one.
        signal.judged.time != nil, signal.line.era == signal.judged.era,
        signal.line.wall - signal.judged.wall <= limit
      else { return false }
      futures.append(LookaheadAtom(way: way, mark: mark, limit: limit))
      return true
    }
  }

  /// Lets a verdict wait for the atoms in `futures`.
  func wait(to verdict: PendingVerdict.Verdict, at moment: Signal) {
    if case .tell(let candidate) = verdict { candidate.openConditions += 1 }
    let item = awaitingPool.make { PendingVerdict() }
    item.verdict = verdict
    item.entry = moment.judged
    item.order = moment.asked
    item.futures.clear()
    item.ways.clear()
    for future in futures {
      item.futures.append(future)
      if future.way == item.ways.count { item.ways.append(true) }
    }
    pendingVerdicts.append(item)
  }

  /// Resolves the verdicts that a line decides. Called after the signals before the line are judged, and after those of the line.
  func resolvePendingVerdicts(_ occurrence: Occurrence) {
    if pendingVerdicts.isEmpty, !later.isAsked { return }
    occurred.clear()
    for signal in later.signals { noteOccurred(signal) }
    for place in signals.indices { noteOccurred(signals[place].object) }
    for place in pendingVerdicts.indices {
      if case .judge(let moment) = pendingVerdicts[place].verdict { moment.noteClosed(in: self) }
    }
    finishPendingVerdicts(occurrence)
  }

  /// Saves the scopes of the verdicts that wait at a moment, before the openings that close at it are removed. The verdicts need
  /// them later.
  func keepScopes(of moment: Int) {
    for place in pendingVerdicts.indices {
      if case .judge(let deferred) = pendingVerdicts[place].verdict { deferred.keepScope(of: moment) }
    }
  }

  /// Adds the marks that a signal sets to `occurred`.
  private func noteOccurred(_ signal: Signal) {
    for mark in plans[signal.code].marks where holds(mark.guard, signal) { occurred.append(mark.index) }
  }

  /// Counts or reports the verdicts that are complete, and drops those that are not possible any more: those whose limits have
  /// passed, or after whose moment a machine has stepped. Called again after deferred checks, which may add verdicts.
  func finishPendingVerdicts(_ occurrence: Occurrence) {
    var kept = 0
    for place in pendingVerdicts.indices {
      let item = pendingVerdicts[place]
      item.note(occurrence, setting: occurred)
      if item.isComplete {
        switch item.verdict {
        case .none: break
        case .tell(let candidate): log.resolveWait(of: candidate)
        case .judge(let moment): moment.judge()
        case .countHeld(let monitor, let instance): monitor.countHeld(instance, with: nil)
        case .complete(let reserve): reserve.complete(as: .held)
        case .countUnmeasuredSignal(let monitor): log.countUnmeasured(monitor.number)
        case .leave(let monitor): log.countResult(monitor.number, isUnknown: true)
        }
        item.forget()
      } else if !item.ways.contains(true) || newestStep > item.order {
        item.drop(in: log)
      } else {
        pendingVerdicts.swapAt(kept, place)
        kept += 1
      }
    }
    while pendingVerdicts.count > kept { pendingVerdicts.removeLast() }
  }
}

extension Guard {
  /// The disjunctive normal form of the condition: a list of disjuncts, each a list of conditions that must all be true.
  var alternatives: [[Guard]] {
    switch self {
    case .and(let a, let b):
      let second = b.alternatives
      return a.alternatives.flatMap { first in second.map { first + $0 } }
    case .or(let a, let b): return a.alternatives + b.alternatives
    default: return [[self]]
    }
  }
}
