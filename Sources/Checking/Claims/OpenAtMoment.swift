import BasicContainers
import Rulebook
import Trace

// no S is open at M, or 1s after M: at each M of the scope no opening of S is left (absence at a moment).
//
// Reported at the line of M, or at the first event later than the time after it, once for each opening; related are
// what opened it and, where M is the close of a callback, the callback's entry. An opening that M's own line closes
// counts as closed. Held once for each M without an opening. Inconclusive where the log ends before a callback closes.
// Example, `no timer is open at the close of app.willResignActive`:
//   violated   timer.start id=a / app.willResignActive / app.willResignActive.end
//   held       timer.start id=a / app.willResignActive / timer.stop id=a / app.willResignActive.end

final class OpenAtMoment: Monitor {
  /// What is open at a moment that is looked at.
  private var openings: [OpenSpan] = []
  /// The moments after which the time still runs.
  private var waiting: [Waiting] = []

  private struct Waiting {
    var moment: Session.Signal
    var key: Key?
    var instance: ScopeInstance
    /// The time after the moment, in nanoseconds.
    var limit: Int64
    /// Whether a span was still open after a silence that does not count: it may have been open for too long.
    var isUnmeasured = false
    /// Whether this silence may have been longer than the time that was left.
    var mayBeOver = false
  }
  /// What was judged before, by place among the spans of the claim.
  private lazy var backlogs = compiled.spansAtMoment.map {
    Backlog(of: $0.span, exception: compiled.exception)
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    judge(signal, key, instance, isAwaited: false)
  }

  /// Takes a moment that may count only if other events come in time, those in `Session.futures`.
  func judge(_ signal: Session.Signal, _ key: Key?, scopeKey: Key?, isAwaited: Bool) {
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { instance in
      judge(signal, key, instance, isAwaited: isAwaited)
    }
    guard isUnmeasured(signal) else { return }
    isAwaited ? session.wait(to: .countUnmeasuredSignal(self), at: signal) : log.countUnmeasured(number)
  }

  private func judge(_ signal: Session.Signal, _ key: Key?, _ instance: ScopeInstance, isAwaited: Bool) {
    guard let delay = compiled.latest else { return ask(signal, signal, key, instance, isAwaited: isAwaited) }
    let deadline = session.deadline(
      self, from: signal.line, judging: signal.judged, delay, of: .moment(signal, key: key, instance))
    guard let deadline else { return }
    waiting.append(Waiting(moment: signal, key: key, instance: instance, limit: deadline.allowed))
  }

  /// A silence has ended that does not count, before anything else of a line.
  func passSilence(at signal: Session.Signal) {
    for place in waiting.indices where !waiting[place].mayBeOver {
      let (moment, key, instance) = (waiting[place].moment, waiting[place].key, waiting[place].instance)
      guard isUndecided(signal, key ?? instance.key, since: moment) else { continue }
      waiting[place].isUnmeasured = true
      waiting[place].mayBeOver =
        signal.line.isComparable(with: moment.line)
        && session.isUnmeasured(waiting[place].limit, from: moment.line, to: signal.line)
    }
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .moment(let moment, let key, let instance) = deadline.owner else { return }
    let place = waiting.firstIndex { $0.moment === moment && $0.instance === instance }
    let isUnmeasured = place.map { waiting.remove(at: $0).isUnmeasured } ?? false
    ask(moment, signal, key, instance, isAwaited: false, isUnmeasured: isUnmeasured)
  }

  private func ask(
    _ moment: Session.Signal, _ signal: Session.Signal, _ key: Key?, _ instance: ScopeInstance,
    isAwaited: Bool, isUnmeasured: Bool = false
  ) {
    let session = session
    if session.later.isBeforeLine, isUndecided(signal, key ?? instance.key, since: moment) {
      return deferCheck(moment, signal, key, instance, isAwaited: isAwaited)
    }
    var isBroken = false
    var reserve: Reserve?
    for place in compiled.spansAtMoment.indices {
      let (span, isBound) = compiled.spansAtMoment[place]
      if session.state.spans[span].isEmpty { continue }
      let key = isBound ? key ?? instance.key : nil
      if key == nil, !signal.isAskedAgain,
        let backlog = preparedBacklog(place, at: signal, in: instance, isAwaited: isAwaited)
      {
        if !isAwaited {
          if judge(backlog, of: span, at: signal, in: instance) { isBroken = true }
        } else if backlog.hasOffences {
          isBroken = true
          let deferred = DeferredMoment(of: self, at: signal, in: instance, span: span, backlog)
          session.wait(to: .judge(deferred), at: moment)
        }
        continue
      }
      session.state.list(span, openAt: signal.order, key: key, in: &openings)
      for opening in openings {
        log.work.openings += 1
        // What was opened after the moment was not open at it.
        if opening.openedAt.line > moment.line.line { continue }
        if signal.isAskedAgain, opening.order > moment.order { continue }
        let excuse = excuse(of: opening.opening, at: signal)
        if case .given = excuse { continue }
        // Whether it is asked at all is not known yet.
        if session.hasLosses, isAwaited {
          isBroken = true
          session.wait(to: .leave(self), at: moment)
          continue
        }
        if case .open = excuse {
          // Whatever the exception comes to, nobody knows whether it was open.
          if session.hasLosses {
            isBroken = true
            log.countKept(number, isUnknown: true)
            continue
          }
          reserve = reserve ?? Reserve(number, log, in: isConditional ? instance : nil)
        } else {
          isBroken = true
          if case .none = excuse, !isAwaited, repeatsReport(about: opening, at: signal, in: instance) {
            continue
          }
        }
        reportBreach(moment, signal, span, opening, instance, reserve, isAwaited: isAwaited)
      }
    }
    openings.clear()
    if isBroken { return }
    if isUnmeasured, reserve == nil { return log.countUnmeasured(number) }
    if let reserve {
      // The moment counts as kept if all openings turn out to be excepted.
      if isAwaited {
        session.wait(to: .complete(reserve), at: moment)
      } else {
        reserve.complete(as: isUnmeasured ? .unmeasured : isAbsenceUnknown ? .unknown : .held)
      }
    } else if isAwaited {
      session.wait(to: .countHeld(self, instance), at: moment)
    } else {
      countHeld(instance)
    }
  }

  /// Asks once the line is over that is after the moment: for what is open still, and was not excepted before.
  private func deferCheck(
    _ moment: Session.Signal, _ signal: Session.Signal, _ key: Key?, _ instance: ScopeInstance,
    isAwaited: Bool
  ) {
    var events: [Occurrence] = []
    for (span, _) in compiled.spansAtMoment where compiled.exception != nil {
      session.state.list(span, openAt: signal.order, in: &openings)
      for opening in openings { events.append(opening.opening) }
    }
    openings.clear()
    let futures = session.futures
    deferCheck(about: events, at: signal) { [self] again in
      session.futures = futures
      ask(moment, again, key, instance, isAwaited: isAwaited)
    }
  }

  /// The openings of a span in groups, if there are many; nil if each has to be judged.
  private func preparedBacklog(
    _ place: Int, at signal: Session.Signal, in instance: ScopeInstance, isAwaited: Bool
  ) -> Backlog? {
    guard session.state.spans[compiled.spansAtMoment[place].span].count > program.limits.singleOpenings,
      compiled.latest == nil, isAlone || !isAwaited, isCertainAtOnce(at: signal, in: instance),
      let backlog = backlogs[place], backlog.prepare(for: self, at: signal)
    else { return nil }
    return backlog
  }

  /// Judges the reported openings by their groups, and the others one by one; whether any breaks the sentence.
  private func judge(_ backlog: Backlog, of span: Int, at signal: Session.Signal, in instance: ScopeInstance)
    -> Bool
  {
    openings.clear()
    defer { openings.clear() }
    let repeats = backlog.judge(for: self, unreported: &openings)
    if repeats > 0 {
      instance.breaches += repeats
      session.noteRepeat(ofRule: compiled.rule)
    }
    for opening in openings { reportBreach(signal, signal, span, opening, instance, nil, isAwaited: false) }
    return repeats > 0 || !openings.isEmpty
  }

  /// What was open at a moment that was not known to count breaks the sentence.
  func reportDeferred(_ opening: OpenSpan, _ moment: DeferredMoment) {
    if let report = earlierReport(about: opening) {
      moment.instance.breaches += 1
      return log.noteRepeat(of: report)
    }
    let (breach, statement) = breach(moment.signal, moment.signal, moment.span, opening)
    let candidate = reportUnexcepted(
      breach, of: opening.opening, statement, beside: opening.opening, in: moment.instance, at: moment.signal
    )
    // The earlier moment is told before those of the newest line.
    if let candidate { log.settle(candidate) }
  }

  private func reportBreach(
    _ moment: Session.Signal, _ signal: Session.Signal, _ span: Int, _ opening: OpenSpan,
    _ instance: ScopeInstance, _ reserve: Reserve?, isAwaited: Bool
  ) {
    let (breach, statement) = breach(moment, signal, span, opening)
    let candidate = reportBreach(
      breach, of: opening.opening, statement, beside: opening.opening, in: instance, at: signal,
      reserve: reserve)
    if let candidate, isAwaited { session.wait(to: .tell(candidate), at: moment) }
  }

  private func breach(
    _ moment: Session.Signal, _ signal: Session.Signal, _ span: Int, _ opening: OpenSpan
  ) -> (Breach, Violation.Statement) {
    let spanName = program.rulebook.spans[span].name
    let thing = opening.key.isEmpty ? spanName : "\(spanName) \(opening.key.text)"
    let event = moment.runningCall == nil ? name(moment.judged) : "the close of \(name(moment.judged))"
    let passed = moment.order == signal.asked ? nil : session.passed(since: moment.line, at: signal)
    let when = passed.map { "\(Quantity.text(nanoseconds: $0)) after \(event)" } ?? event
    var others: [Breach.Line] = []
    if moment.order != signal.asked {
      let verb = moment.runningCall == nil ? "occurs" : "is called"
      others = [(moment.judged, "\(name(moment.judged)) \(verb) here", .trigger)]
    }
    let breach = Breach(
      others: others, duration: passed, notes: moment.runningCall.map(session.note) ?? [],
      isOneWith: .opening,
      subject: opening)
    let statement = statement(
      "\(thing) is open \(passed == nil ? "at " : "")\(when)", label: "\(thing) is still open",
      beside: "\(thing) starts here", .opened)
    return (breach, statement)
  }

  /// A callback still runs when the log ends: what is asked for at its close is not known.
  func leaveUndecided(_ signal: Session.Signal, _ key: Key?) {
    if isConditional || compiled.latest != nil { return }
    beginSharedScope()
    if instances.first(where: { isUndecided(signal, key ?? $0.key) }) != nil {
      log.countInconclusive(number)
    }
  }

  /// The log ends in the scope: the moment may still come.
  override func leave(_ instance: ScopeInstance, isEndOfLog: Bool) {
    switch compiled.sentence.scope {
    case .open, .during:
      if isEndOfLog, isUndecided(session.endSignal(of: instance.start), instance.key) {
        log.countInconclusive(number)
      }
    case nil, .outside, .after, .following, .before, .between: break
    }
  }

  override func end(isEndOfLog: Bool) {
    log.countUnmeasured(number, count: waiting.count(where: \.mayBeOver))
    waiting.removeAll()
    for (span, _) in compiled.spansAtMoment { session.state.forEachObject(of: span) { $0.leaveGroups() } }
  }

  /// Whether anything is open at a signal that was open at an earlier one, too, if that is given.
  private func isUndecided(
    _ signal: Session.Signal, _ key: Key?, since moment: Session.Signal? = nil
  ) -> Bool {
    defer { openings.clear() }
    return compiled.spansAtMoment.contains { span, isBound in
      session.state.list(span, openAt: signal.order, key: isBound ? key : nil, in: &openings)
      return openings.contains {
        moment.map { $0.line.line } ?? .max >= $0.openedAt.line && !isExcepted($0.opening, at: signal)
      }
    }
  }
}

extension Session {
  /// What the closing of a window rests on, where it was not recorded.
  func note(on runningCall: RunningCall) -> [String] {
    let name = program.rulebook.vocabulary.name(of: runningCall.callback)
    return switch runningCall.reason {
    case .returned: []
    case .time:
      ["the return of \(name) is not logged in time, so it is assumed to return 1 s after the call"]
    case .step:
      ["the return of \(name) is not logged in time, so it is assumed to return before the next callback"]
    }
  }

  /// What the settling of the states rests on that an instance consists of.
  func notesOnEntering(_ instance: ScopeInstance) -> [String] {
    instance.parts.lazy.compactMap(\.opening.entering).first.map(note) ?? []
  }
}
