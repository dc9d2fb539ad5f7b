import BasicContainers
import Rulebook
import Trace

// each E is followed by F within T before G: after every E of the scope, an F occurs, at most T later and before the next G
// (response).
//
// Reported at the first event more than T after E, at G, or where the scope closes, whichever is first. Related line: E. Holds
// once for each E that is answered. Inconclusive for each E that is still unanswered when the session ends.
// Example, `each backgroundTask.begin(id) is followed by backgroundTask.end(id) before backgroundTask.expire.end(id)`:
//   violated   backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.expire.end id=1
//   held       backgroundTask.begin id=1 / backgroundTask.expire id=1 / backgroundTask.end id=1
//
// An E that still needs an answer is an obligation. If E has a key, an F with this key or without a key answers it. If E has no
// key, any F does.
//
// Reference: `Pairs.isFollowed`.

final class Response: Monitor {
  /// The open obligations of a scope instance.
  final class Open: ScopeInstance {
    /// Whether the instance has an obligation, and is counted in `waiting`.
    var isWaiting = false
    /// The newest obligation of each key, which ends the linked list of this key. Those without a key have the key `.absent`.
    var newest = KeyTable<Int32>()
    /// The newest unknown matches of any key: events that may be an answer, because their condition is unknown or because they
    /// may be too early.
    private var unknownMatches: UnknownMatches?
    /// The newest unknown match of each key, noted while an obligation with a key is open. `untimed` has the newest one without
    /// a time.
    private var doubtful = LastSeen(Limits())
    private var untimed = LastSeen(Limits())
    private var isKeyDoubted = false

    override func forget() {
      isWaiting = false
      newest.removeAll()
      clearUnknownMatches()
    }

    /// Whether an obligation with a key is open.
    private var hasKeys: Bool { newest.count > (newest.has(.absent) ? 1 : 0) }

    /// Records an unknown match.
    func addUnknownMatch(_ moment: Moment, _ key: Key?) {
      if unknownMatches?.add(moment) == nil { unknownMatches = UnknownMatches(moment) }
      if !hasKeys { return }
      doubtful.note(key ?? .absent, moment)
      if !moment.isTimed { untimed.note(key ?? .absent, moment) }
      isKeyDoubted = true
    }

    /// Returns the newest unknown matches that may answer an obligation of a key.
    func unknownMatches(of key: Key) -> UnknownMatches? {
      if key.isAbsent { return unknownMatches }
      return isKeyDoubted
        ? doubtful.newest(key).map { UnknownMatches($0, untimed: untimed.newest(key)) } : nil
    }

    func clearUnknownMatches() {
      unknownMatches = nil
      if !isKeyDoubted { return }
      doubtful.clear(nil, at: 0)
      untimed.clear(nil, at: 0)
      isKeyDoubted = false
    }
  }

  var obligations = Obligations()
  /// The number of instances that have an obligation.
  private var waiting = 0
  /// A buffer for obligations that were removed from an instance. It is reused, to avoid allocations.
  var removedNumbers: [Int32] = []
  /// The limit T in nanoseconds; nil if there is none, or if it depends on the event.
  lazy var limit: Int64? = if case .fixed(let limit) = compiled.latest { limit } else { nil }
  /// The number of the timer queue. Nil if the claim has no limit, or if each obligation has a deadline of its own.
  lazy var timerQueue: Int? = limit.map {
    session.state.deadlines.add(FixedDelayQueue(of: number, limit: $0, program.limits))
  }
  /// An answer sooner than this after E does not count, in nanoseconds; nil if that depends on the event.
  private lazy var earliest: Int64? =
    switch compiled.earliest {
    case nil: 0
    case .fixed(let limit): limit
    case .value: nil
    }
  private var late = Memo<Unanswered, Violation.Statement>()
  private var stopped = Memo<Unanswered, Violation.Statement>()
  private var over = Memo<Unanswered, Violation.Statement>()

  /// An event that was not answered, and what ended its time.
  private struct Unanswered: Equatable {
    var trigger: EventID
    var by: Bound

    enum Bound: Equatable {
      /// The limit, in nanoseconds.
      case time(Int64)
      /// The event G.
      case event(EventID)
      /// The close of the scope instance.
      case end
    }
  }

  override class var memory: ScopeInstance.Type { Open.self }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    instance.with(Open.self) { instance in
      switch role {
      case .answer: dischargeObligations(instance, key, signal)
      case .stop: failAtStop(key, at: signal, in: instance)
      default: addObligation(instance, key, signal)
      }
      noteWaiting(instance)
    }
  }

  /// Answers matter only while an obligation is open: activates or deactivates their subscriptions.
  func noteWaiting(_ instance: Open) {
    if instance.isWaiting != instance.newest.isEmpty { return }
    instance.isWaiting.toggle()
    waiting += instance.isWaiting ? 1 : -1
    if !instance.isWaiting { instance.clearUnknownMatches() }
    session.state.setActivation(number, isWaiting: waiting > 0)
  }

  override func brokenInvariant() -> String? {
    session.state.activations[Activation.waiting(number)] == (waiting > 0)
      ? super.brokenInvariant() : "`waiting` differs from the obligations"
  }

  /// Ends the obligations of a key, or all if G has no key. If the moment of G is before its line, the event of the line may
  /// still be an answer, so the check is repeated after the line.
  private func failAtStop(_ key: Key?, at signal: Session.Signal, in instance: Open) {
    guard session.later.isBeforeLine else {
      return removeObligations(key, in: instance) { fail($0, at: signal, by: .event(signal.judged.id)) }
    }
    deferCheck(about: demandingEvents(in: instance), at: signal) { [self] again in
      instance.with(Open.self) { instance in
        removeObligations(key, in: instance, before: again.asked) {
          fail($0, at: again, by: .event(again.judged.id))
        }
        noteWaiting(instance)
      }
    }
  }

  // MARK: Open obligations

  override func demandingEvents(in instance: ScopeInstance) -> [Occurrence] {
    guard let instance = instance as? Open, instance.isWaiting else { return [] }
    var events: [Occurrence] = []
    instance.newest.forEach { _, newest in obligations.forEach(newest) { events.append($0) } }
    return events
  }

  override func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    instance.with(Open.self) { if $0.isWaiting { $0.addUnknownMatch(Moment(signal), key) } }
  }

  /// Creates the obligation of an E.
  private func addObligation(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    // An unknown limit gives no verdict.
    guard let earliest = earliest ?? length(compiled.earliest, signal),
      limit != nil || length(compiled.latest, signal) != nil
    else { return }
    let start = Moment(signal)
    let number = signal.withJudged { judged in
      let trigger =
        judged.order == signal.order ? judged : session.log.occurrences.copy(judged, order: signal.order)
      return obligations.add(trigger, at: start, for: key ?? .absent, earliest: earliest, in: instance)
    }
    if let timerQueue {
      if start.isTimed { session.state.deadlines.begin(number, in: timerQueue, at: start) }
    } else {
      obligations.set(ownDeadline(of: number, signal), of: number)
    }
    link(number, in: instance)
  }

  /// Sets the deadline of an obligation that has a limit of its own. Returns nil if all obligations have the same limit, or none.
  private func ownDeadline(of number: Int32, _ signal: Session.Signal) -> Deadline? {
    guard limit == nil, let latest = compiled.latest else { return nil }
    return session.deadline(
      self, from: signal.line, judging: signal.judged, latest, of: .obligation(number))
  }

  /// Returns a limit in nanoseconds: 0 if there is none, nil if it is unknown.
  private func length(_ limit: CompiledLimit?, _ signal: Session.Signal) -> Int64? {
    guard let limit else { return 0 }
    return session.length(limit, judging: signal.judged)
  }

  /// Discharges the obligations that an F answers. Without a key, it answers all obligations of the instance.
  private func dischargeObligations(_ instance: Open, _ key: Key?, _ signal: Session.Signal) {
    if !instance.isWaiting { return }
    let isTimed = compiled.earliest != nil || compiled.latest != nil
    collect(key, from: instance)
    for number in removedNumbers {
      if isTimed {
        let start = obligations.start(of: number)
        guard start.isComparable(with: signal.line) else {
          discard(number)
          continue
        }
        let earliest = obligations.earliest(of: number)
        if signal.line.counted - start.counted < earliest {
          link(number, in: instance)
          if session.isUnmeasured(earliest - 1, from: start, to: signal.line) {
            instance.addUnknownMatch(Moment(signal), key)
          }
          continue
        }
        if let limit = obligations.limit(of: number) ?? limit {
          countHeld(instance, with: obligations.trigger(of: number), within: limit, from: start, at: signal)
          discard(number)
          continue
        }
      }
      countHeld(instance, with: obligations.trigger(of: number))
      discard(number)
    }
    removedNumbers.clear()
  }

  // MARK: Unanswered obligations

  override func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {
    if case .obligation(let number) = deadline.owner {
      obligationExpired(number, after: deadline.allowed, at: signal)
    }
  }

  override func obligationExpired(_ obligation: Int32, after limit: Int64, at signal: Session.Signal) {
    guard let obligation = remove(obligation) else { return }
    fail(obligation, at: signal, by: .time(limit))
    noteWaiting(obligation.instance)
  }

  override func instanceClosed(_ instance: ScopeInstance, at signal: Session.Signal) {
    instance.with(Open.self) { instance in
      removeObligations(nil, in: instance) { fail($0, at: signal, by: .end) }
      noteWaiting(instance)
    }
  }

  override func sessionEnded(_ instance: ScopeInstance, isEndOfLog: Bool) {
    instance.with(Open.self) { instance in
      removeObligations(nil, in: instance) { countInconclusive($0.trigger, in: instance) }
      noteWaiting(instance)
    }
  }

  /// Reports an obligation, unless it is excepted or an unknown match may have answered it.
  private func fail(_ obligation: borrowing Obligation, at signal: Session.Signal, by bound: Unanswered.Bound)
  {
    // Checked first, because an excepted obligation needs no text.
    if isExcepted(obligation.trigger, at: signal) { return }
    if isDoubtful(obligation) { return countUnknown(obligation.trigger, at: signal) }
    reportUnanswered(obligation, at: signal, by: bound)
  }

  /// Reports an obligation that was certainly not answered.
  private func reportUnanswered(
    _ obligation: borrowing Obligation, at signal: Session.Signal, by bound: Unanswered.Bound
  ) {
    reportBreach(
      Breach(
        duration: session.passed(since: obligation.start, at: signal),
        isOneWith: .trigger(obligation.trigger.order)),
      of: obligation.trigger,
      statement(on: Unanswered(trigger: obligation.trigger.id, by: bound), of: obligation.key),
      beside: obligation.trigger, in: obligation.instance, at: signal)
  }

  private func statement(on unanswered: Unanswered, of key: Key) -> Violation.Statement {
    if key != .absent { return makeStatement(on: unanswered, of: key) }
    return switch unanswered.by {
    case .time: late.text(of: unanswered, makeStatement(on: unanswered))
    case .event: stopped.text(of: unanswered, makeStatement(on: unanswered))
    case .end: over.text(of: unanswered, makeStatement(on: unanswered))
    }
  }

  private func makeStatement(on unanswered: Unanswered, of key: Key? = nil) -> Violation.Statement {
    let bound =
      switch unanswered.by {
      case .time(let limit): "within \(Quantity.text(nanoseconds: limit))"
      case .event(let event): "before \(name(of: event))"
      case .end: "by here"
      }
    return statement(
      "\(name(of: unanswered.trigger, key: key)) is not followed by \(demandText)",
      label: "\(demandText) did not occur \(bound)",
      beside: "\(name(of: unanswered.trigger)) requires \(demandText)")
  }
}
