import Rulebook
import Trace

// each S lasts at most T (or at least T): the counted time from the opening of S to its closing (bounded duration).
//
// `at most` is reported at the first event later than T after the opening, which may be the event that closes S. `at least` is
// reported at the line that closes S. Related: the line that opened S. A callback is measured to its logged return, or to an
// end of the process that says that the process was killed for not responding (`sessions: watchdog`), if no other callback was
// called in between. Without either, or if a line has no time, there is no verdict. Example,
// `each app.didEnterBackground lasts at most 5s`:
//   violated   10:00:00.000 app.didEnterBackground / 10:00:05.900 app.didEnterBackground.end
//   held       10:00:00.000 app.didEnterBackground / 10:00:00.900 app.didEnterBackground.end
//
// Reference: `Openings.lasts`.

/// Checks the duration of a span that is not a callback, in one of three ways:
///
/// - A fixed `at most T` without a scope is a `DurationTimer` of the session, which runs for all openings.
/// - A fixed `at least T` without a scope is checked when an opening closes. Nothing is stored for an opening.
/// - Otherwise each opening is a member with its own limit. So is each opening of `at most T` if the session has too many timers.
final class SpanDuration: Monitor {
  /// For a fixed `at least T` without a scope: the limit in nanoseconds, and the only scope instance.
  private var unscopedMinimum: (Int64, ScopeInstance)?
  /// The openings that began in the scope and are still open, by their place in the log order. An opening has one member for each
  /// scope instance.
  private var members: [Int: [Member]] = [:]
  /// Empty lists of members, for reuse.
  private var spare: [[Member]] = []

  private struct Member {
    var opening: OpenSpan
    var instance: ScopeInstance
    /// The deadline of `at most T`, or the limit of `at least T` in nanoseconds.
    var deadline: Deadline?
    var least: Int64?
  }

  override func judge(_ change: Session.Change) {
    guard let limit = compiled.latest else { return }
    if let term = compiled.term { return judge(change, term) }
    if let (least, instance) = unscopedMinimum {
      if change.kind != .closed { return }
      return measure(session.opening(of: change), least, at: session.signal(of: change), instance)
    }
    switch change.kind {
    case .opened:
      let (opening, signal) = (session.opening(of: change), session.signal(of: change))
      forEachInstance(holding: signal, isBound ? opening.key : nil) { begin(opening, limit, $0) }
      if isUnmeasured(signal), session.length(limit, judging: opening.opening) != nil {
        log.countUnmeasured(number)
      }
    case .settled: break
    case .closed:
      guard var closed = members.removeValue(forKey: change.opened) else { return }
      let signal = session.signal(of: change)
      for member in closed {
        if let least = member.least {
          measure(member.opening, least, at: signal, member.instance)
        } else if let deadline = member.deadline {
          let limit = deadline.allowed
          session.state.deadlines.cancel(deadline)
          countClosed(member.opening, within: limit, at: signal, member.instance)
        }
      }
      closed.removeAll(keepingCapacity: true)
      spare.append(closed)
    }
  }

  override func instanceOpened(_ instance: ScopeInstance) {
    guard case .fixed(let limit) = compiled.latest else { return }
    if isAtLeast, !compiled.hasScope { unscopedMinimum = (limit, instance) }
    guard let term = compiled.term else { return }
    session.state.deadlines.add(DurationTimer(term, of: limit, for: number, instance), as: term)
  }

  /// Judges a change of a span whose openings have a timer.
  private func judge(_ change: Session.Change, _ term: Int) {
    let opening = session.opening(of: change)
    switch change.kind {
    case .opened where opening.moment.isTimed: session.state.begin(term: term, for: opening)
    case .closed where opening.hadRunningTimer(by: term):
      guard let limit = session.state.deadlines.term(term)?.limit else { return }
      let count = session.closedCount(of: change)
      instances.forEach {
        countClosed(opening, within: limit, at: session.signal(of: change), $0, count: count)
      }
    default: break
    }
  }

  /// Counts that openings closed in time, or as unmeasured if silences make this uncertain.
  private func countClosed(
    _ opening: OpenSpan, within limit: Int64, at signal: Session.Signal, _ instance: ScopeInstance,
    count: Int = 1
  ) {
    guard opening.moment.isComparable(with: signal.line) else { return }
    countHeld(
      instance, with: opening.opening, within: limit, from: opening.moment, at: signal, count: count)
  }

  /// Adds a member for an opening that began in a scope instance.
  private func begin(_ opening: OpenSpan, _ limit: CompiledLimit, _ instance: ScopeInstance) {
    var member = Member(opening: opening, instance: instance)
    if isAtLeast {
      // There is no verdict if the duration cannot be measured or the limit is not known.
      guard opening.moment.isTimed else { return }
      member.least = session.length(limit, judging: opening.opening)
      if member.least == nil { return }
    } else {
      member.deadline = session.deadline(
        self, from: opening.openedAt, judging: opening.opening, limit, of: .opening(opening, instance))
      if member.deadline == nil { return }
    }
    members[opening.order, default: spare.popLast() ?? []].append(member)
  }

  // Properties of the claim that every change reads, looked up once.
  private lazy var isBound =
    if case .lasts(let span, _, _) = compiled.sentence.claim { span.isBound } else { false }
  private lazy var isAtLeast =
    if case .lasts(_, .atLeast, _) = compiled.sentence.claim { true } else { false }

  /// Judges an opening of `at least T` that has closed at a signal.
  private func measure(
    _ opening: OpenSpan, _ least: Int64, at signal: Session.Signal, _ instance: ScopeInstance
  ) {
    guard opening.moment.isComparable(with: signal.line) else { return }
    let length = signal.line.counted - opening.moment.counted
    if length >= least {
      countHeld(instance, with: opening.opening)
    } else if session.isUnmeasured(least - 1, from: opening.moment, to: signal.line) {
      log.countUnmeasured(number)
    } else {
      fail(opening, length, "at least \(Quantity.text(nanoseconds: least))", at: signal, instance)
    }
  }

  override func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .opening(let opening, let instance) = deadline.owner else { return }
    members[opening.order]?.removeAll { $0.deadline === deadline }
    let limit = Quantity.text(nanoseconds: deadline.allowed)
    fail(opening, signal.line.counted - opening.moment.counted, "at most \(limit)", at: signal, instance)
  }

  override func finishSession(isEndOfLog: Bool) {
    for member in members.values.joined() { countInconclusive(member.opening.opening, in: member.instance) }
    if let (_, instance) = unscopedMinimum, case .lasts(let span, _, _) = compiled.sentence.claim {
      for opening in session.state.openings(of: span.id.rawValue) where opening.moment.isTimed {
        countInconclusive(opening.opening, in: instance)
      }
    }
    guard let number = compiled.term, let term = session.state.deadlines.term(number) else { return }
    for opening in session.state.openings(ofTerm: number) {
      countInconclusive(opening.opening, in: term.instance)
    }
  }

  private func fail(
    _ opening: OpenSpan, _ length: Int64, _ allowed: String, at signal: Session.Signal,
    _ instance: ScopeInstance
  ) {
    guard case .lasts(let span, _, _) = compiled.sentence.claim else { return }
    let took = Quantity.text(nanoseconds: length)
    let name = opening.key.isEmpty ? span.name : "\(span.name) \(opening.key.text)"
    reportBreach(
      Breach(
        duration: length, isOneWith: .trigger(opening.order), isSilence: !isAtLeast, subject: opening),
      of: opening.opening,
      statement(
        "\(name) lasts \(took), but \(allowed) is allowed", label: "took \(took); allowed: \(allowed)",
        beside: "\(name) starts here", .opened),
      beside: opening.opening, in: instance, at: signal)
  }
}

/// Checks the duration of the calls of a callback. Only a logged end of a call counts. In contrast, a `RunningCall` without a
/// logged return ends after an assumed time, or before the next callback.
final class CallDuration: Monitor {
  private struct Running {
    /// Whether another callback was called since. This call may then have returned without a log line.
    var isInterrupted = false
    var entry: Occurrence
    var key: Key
    /// In nanoseconds.
    var limit: Int64
    var instance: ScopeInstance
  }

  /// The newest call of each process that began in the scope, once for each scope instance.
  private var running: [Running] = []

  override func receive(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    switch role {
    case .answer: killed(at: signal)
    case .stop: interrupt(by: signal.judged)
    default: begin(signal, scopeKey)
    }
    noteWaiting()
  }

  /// Enables the subscriptions to the watchdog's kill and to calls of other callbacks while a call runs that is not interrupted.
  private func noteWaiting() {
    session.state.setActivation(number, isWaiting: running.contains { !$0.isInterrupted })
  }

  /// Measures the running call at a signal that the watchdog killed the process. The call was still running then.
  private func killed(at signal: Session.Signal) {
    let call = running.last { $0.entry.life == signal.judged.life && !$0.isInterrupted }
    if let call { measure(call.entry, at: signal, isReturn: false) }
  }

  /// Notes that another callback was called.
  private func interrupt(by other: Occurrence) {
    for place in running.indices
    where running[place].entry.life == other.life && running[place].entry.retainedLine !== other.retainedLine
    {
      running[place].isInterrupted = true
    }
  }

  /// Begins to measure a call.
  private func begin(_ signal: Session.Signal, _ scopeKey: Key?) {
    // If the limit is not known, there is no verdict.
    guard let limit = compiled.latest, let length = session.length(limit, judging: signal.judged) else {
      return
    }
    let key = program.callbackKey(signal.judged, for: signal.judged.source ?? signal.judged.id)
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { instance in
      running.drop { $0.entry.process == signal.judged.process && $0.entry !== signal.judged }
      running.append(Running(entry: signal.judged, key: key, limit: length, instance: instance))
    }
  }

  /// Measures the running call that a logged return ends.
  func returned(at signal: Session.Signal) {
    let call = running.first { running in
      let isAwaited =
        (running.entry.source ?? running.entry.id).end == signal.judged.id
        && Session.mayBeOne(running.key, program.callbackKey(signal.judged))
      let isItsOwn = running.entry.id.end == signal.judged.id
      return (isAwaited || isItsOwn) && running.entry.life == signal.judged.life
    }
    if let call { measure(call.entry, at: signal, isReturn: true) }
    noteWaiting()
  }

  /// Drops calls that must have ended before a step, although their returns are not logged.
  func forget(before step: Occurrence) {
    running.drop { running in
      running.entry.life == step.life && running.entry.retainedLine !== step.retainedLine
        && callbacks(of: running.entry).contains { program.ends(step.id, callsOf: $0) }
    }
    noteWaiting()
  }

  /// Drops calls of earlier sessions of a process at an event of its next session.
  func forgetLives(before occurrence: Occurrence) {
    running.drop { $0.entry.process == occurrence.process && $0.entry.life != occurrence.life }
  }

  /// Drops the calls of a process that has ended. A call that the watchdog ended is already measured. Any other call may have
  /// returned long before.
  override func processEnds(at signal: Session.Signal) {
    running.drop { $0.entry.life == signal.judged.life }
    noteWaiting()
  }

  override func finishSession(isEndOfLog: Bool) {
    guard isEndOfLog else { return }
    for running in running
    where callbacks(of: running.entry).contains(where: { session.recording.has($0.end) }) {
      countInconclusive(running.entry, in: running.instance)
    }
  }

  /// Returns the callback of a call, and the callback from which it is derived.
  private func callbacks(of entry: Occurrence) -> [EventID] {
    [entry.id, entry.source?.entry].compactMap(\.self)
  }

  /// Measures a call that ends at a signal, in each scope instance, and drops it.
  private func measure(_ entry: Occurrence, at signal: Session.Signal, isReturn: Bool) {
    for call in running where call.entry === entry { measure(call, at: signal, isReturn: isReturn) }
    running.drop { $0.entry === entry }
  }

  /// Judges a call that ends at a signal: by its return, or because the watchdog killed the process.
  private func measure(_ call: Running, at signal: Session.Signal, isReturn: Bool) {
    let (entry, limit) = (call.entry, call.limit)
    guard case .lasts(let span, let bound, _) = compiled.sentence.claim,
      signal.line.isComparable(with: entry)
    else { return }
    // A call that the watchdog ended was running all the time, so silences count.
    let length = isReturn ? signal.line.counted - entry.counted : signal.line.wall - entry.wall
    if isReturn, session.isUnmeasured(bound == .atMost ? limit : limit - 1, from: entry, to: signal.line),
      bound == .atMost ? length <= limit : length < limit
    {
      return log.countUnmeasured(number)
    }
    let isBroken =
      switch bound {
      case .atMost: isReturn ? length > limit : length >= limit
      case .atLeast: isReturn && length < limit
      }
    guard isBroken else {
      if isReturn { countHeld(call.instance, with: entry) }
      return
    }
    let took = Quantity.text(nanoseconds: length)
    let allowed = "\(bound == .atMost ? "at most" : "at least") \(Quantity.text(nanoseconds: limit))"
    let statement = statement(
      "\(span.name) lasts \(took), \(allowed) are allowed",
      label: isReturn
        ? "after \(took); allowed: \(allowed)" : "still running after \(took); allowed: \(allowed)",
      beside: callLabel(entry))
    let breach = Breach(duration: length, isOneWith: .trigger(entry.order), isSilence: !isReturn)
    reportBreach(breach, of: entry, statement, beside: entry, in: call.instance, at: signal)
  }
}
