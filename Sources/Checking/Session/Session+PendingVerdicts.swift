import BasicContainers
import Rulebook
import Trace

// Conditions that events to come can make true: `within 5s` looks to either side of a callback's entry. A verdict under
// such a condition waits until one of the ways in which it can become true is complete, or none is left.

extension Session {
  /// An event that may still come in time to make a condition true, in one of the ways in which it can become so.
  struct LookaheadAtom {
    var way: Int
    var mark: Int
    var limit: Int64
  }

  /// What is known of a condition that looks ahead.
  enum Lookahead {
    case isFalse
    case isTrue
    /// The ways are in `futures`.
    case isOpen
  }

  /// A verdict that stands only if other events come soon enough after an entry. Used again once it is settled.
  final class PendingVerdict {
    fileprivate(set) var verdict = Verdict.none
    fileprivate var entry: Occurrence?
    /// When it was asked, in the log's order.
    fileprivate var order = 0
    /// What must still come, and which ways are still open.
    fileprivate var futures: [LookaheadAtom] = []
    fileprivate var ways: [Bool] = []

    enum Verdict {
      case none
      case tell(Candidate)
      case judge(DeferredMoment)
      case countHeld(Monitor, ScopeInstance)
      /// The moment counts as kept if all that was found at it turns out to be excepted.
      case complete(Reserve)
      /// Nobody knows whether the moment lies in the scope, which time ends.
      case countUnmeasuredSignal(Monitor)
      /// Of lines that are lost nobody knows whether they keep the sentence.
      case leave(Monitor)
    }

    /// What was awaited will not come.
    func drop(in log: LogState) {
      if case .tell(let candidate) = verdict { log.dismiss(candidate) }
      forget()
    }

    fileprivate func forget() {
      verdict = .none
      entry = nil
    }

    /// An event of the session has come, that sets these marks: what is too late by then will not come.
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

    /// Whether all has come of one of the ways.
    fileprivate var isComplete: Bool {
      ways.indices.contains { way in ways[way] && !futures.contains { $0.way == way } }
    }
  }

  /// What is known of the conditions under which a sentence is asked for a signal, in one way or another. What asks for
  /// the future never stands in a `not`, so what is true stays true.
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

  /// Whether all of these are true or can become so; what must come for that is added to `futures`.
  private func mayHold(_ conditions: [Guard], as way: Int, _ signal: Signal) -> Bool {
    conditions.allSatisfy { condition in
      if holds(condition, signal) { return true }
      guard case .within(let mark, let limit) = condition,
        // A line without a time is as late as the newest that has one.
        signal.judged.time != nil, signal.line.era == signal.judged.era,
        signal.line.wall - signal.judged.wall <= limit
      else { return false }
      futures.append(LookaheadAtom(way: way, mark: mark, limit: limit))
      return true
    }
  }

  /// A verdict waits for what `futures` says.
  func wait(to verdict: PendingVerdict.Verdict, at moment: Signal) {
    if case .tell(let candidate) = verdict { candidate.waits += 1 }
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

  /// After a line: what waited for an event to come in time now knows.
  func resolvePendingVerdicts(_ occurrence: Occurrence) {
    if pendingVerdicts.isEmpty, !later.isAsked { return }
    occurred.clear()
    newestStep = -1
    for signal in later.signals { noteOccurred(signal) }
    for place in signals.indices {
      noteOccurred(signals[place])
      if !plans[signals[place].code].machines.isEmpty { newestStep = signals[place].order }
    }
    for place in pendingVerdicts.indices {
      if case .judge(let moment) = pendingVerdicts[place].verdict { moment.noteClosed(in: self) }
    }
    finishPendingVerdicts(occurrence)
  }

  /// Parts of scopes close at a moment: what is judged of it later asks for them.
  func keepScopes(of moment: Int) {
    for place in pendingVerdicts.indices {
      if case .judge(let deferred) = pendingVerdicts[place].verdict { deferred.keepScope(of: moment) }
    }
  }

  private func noteOccurred(_ signal: Signal) {
    for mark in plans[signal.code].marks where holds(mark.guard, signal) { occurred.append(mark.index) }
  }

  /// The same, once more for what was asked after that.
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
        case .countHeld(let monitor, let instance): monitor.countHeld(instance)
        case .complete(let reserve): reserve.complete(as: .held)
        case .countUnmeasuredSignal(let monitor): log.countUnmeasured(monitor.number)
        case .leave(let monitor): log.countKept(monitor.number, isUnknown: true)
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
  /// The ways in which it can be true: each is what has to be, all of it.
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
