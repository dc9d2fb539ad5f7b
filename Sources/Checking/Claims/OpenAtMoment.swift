import BasicContainers
import Rulebook
import Trace

// no S is open at M, no S is open D after M: at each M of the scope, no opening of S is open; with a delay D, none that was open
// at M is still open when D is over (absence at a moment).
//
// Reported at the line of M or, with a delay D, at the first event more than D later; once for each opening. Related lines: the
// event that opened S, M itself if it is not at the reported line, and the entry of the callback if M is the close of a callback.
// An opening that M's own line closes counts as closed. Holds once for each M at which S is not open. Inconclusive if S is open
// at the end of the log and M may still occur: a callback whose close is M is still running, or an instance of `while` or
// `during` is open.
// Example, `no timer is open at the close of app.willResignActive`:
//   violated   timer.start id=a / app.willResignActive / app.willResignActive.end
//   held       timer.start id=a / app.willResignActive / timer.stop id=a / app.willResignActive.end
//
// Reference: `Openings.noneOpen`.

final class OpenAtMoment: Monitor {
  /// A buffer for the openings that are being judged. It is reused, to avoid allocations.
  private var openings: [OpenSpan] = []
  /// The moments whose delay is not over yet, for `no S is open D after M`.
  private var waiting: [Waiting] = []

  private struct Waiting {
    var moment: Session.Signal
    var key: Key?
    var instance: ScopeInstance
    /// The delay in nanoseconds.
    var limit: Int64
    /// Whether a span was still open after a silence in which the clock may have stopped. It may then have been open for too
    /// long.
    var isUnmeasured = false
    /// Whether the delay may have been over at the end of this silence, or of a later one.
    var mayBeOver = false
  }
  /// The openings that earlier moments have judged, for each span of the claim; nil if the exception does not allow groups.
  private lazy var backlogs = compiled.spansAtMoment.map {
    OpeningGroups(of: $0.span, exception: compiled.exception)
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    judge(signal, key, instance, isAwaited: false)
  }

  /// Judges a moment whose condition looks ahead. If `isAwaited`, the moment counts only if the events in `Session.futures` occur
  /// in time.
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

  /// Notes the end of a silence in which the clock may have stopped, before anything else of its line is judged.
  func noteSilenceEnd(at signal: Session.Signal) {
    for place in waiting.indices where !waiting[place].mayBeOver {
      let (moment, key, instance) = (waiting[place].moment, waiting[place].key, waiting[place].instance)
      if isUndecided(signal, key ?? instance.key, since: moment) { waiting[place].isUnmeasured = true }
      guard waiting[place].isUnmeasured else { continue }
      waiting[place].mayBeOver =
        signal.line.isComparable(with: moment.line)
        && session.isUnmeasured(waiting[place].limit, from: moment.line, to: signal.line)
    }
  }

  override func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .moment(let moment, let key, let instance) = deadline.owner else { return }
    let place = waiting.firstIndex { $0.moment === moment && $0.instance === instance }
    let isUnmeasured = place.map { waiting.remove(at: $0).isUnmeasured } ?? false
    ask(moment, signal, key, instance, isAwaited: false, isUnmeasured: isUnmeasured)
  }

  /// Judges the openings that are open at `signal`. This is the signal of M (`moment`), or the first event after the delay, or
  /// the signal at which the moment is judged again after its line.
  private func ask(
    _ moment: Session.Signal, _ signal: Session.Signal, _ key: Key?, _ instance: ScopeInstance,
    isAwaited: Bool, isUnmeasured: Bool = false
  ) {
    let session = session
    if session.later.isBeforeLine, isUndecided(signal, key ?? instance.key, since: moment) {
      return deferCheck(moment, signal, key, instance, isAwaited: isAwaited)
    }
    var isBroken = false
    var reserve: DeferredResult?
    for place in compiled.spansAtMoment.indices {
      let (span, isBound) = compiled.spansAtMoment[place]
      if session.state.spans[span].isEmpty { continue }
      let key = isBound ? key ?? instance.key : nil
      if key == nil, !signal.isRepeatedCheck,
        let backlog = preparedBacklog(place, at: signal, in: instance, isAwaited: isAwaited)
      {
        if !isAwaited {
          if judge(backlog, of: span, at: signal, in: instance) { isBroken = true }
        } else if backlog.hasBreaches {
          isBroken = true
          let deferred = DeferredMoment(of: self, at: signal, in: instance, span: span, backlog)
          session.wait(to: .judge(deferred), at: moment)
        }
        continue
      }
      session.state.list(span, openAt: signal.order, key: key, in: &openings)
      for opening in openings {
        log.work.openings += 1
        // A span that opened after the moment was not open at it.
        if opening.openedAt.line > moment.line.line { continue }
        if signal.isRepeatedCheck, opening.order > moment.order { continue }
        let excuse = excuse(of: opening.opening, at: signal)
        if case .given = excuse { continue }
        // It is not known yet whether the moment counts. If it does, lost lines may have closed the span by then: the result is
        // unknown.
        if session.hasLosses, isAwaited {
          isBroken = true
          session.wait(to: .leave(self), at: moment)
          continue
        }
        if case .open = excuse {
          // Lost lines may have closed the span: the result is unknown, even if the exception does not hold.
          if session.hasLosses {
            isBroken = true
            log.countResult(number, isUnknown: true)
            continue
          }
          reserve = reserve ?? DeferredResult(number, log, in: isConditional ? instance : nil)
        } else {
          isBroken = true
          if case .none = excuse, !isAwaited, countIfRepeatOfReport(about: opening, at: signal, in: instance)
          {
            continue
          }
        }
        reportBreach(moment, signal, span, opening, instance, reserve, isAwaited: isAwaited)
      }
    }
    openings.clear()
    if isBroken { return }
    if isUnmeasured, !isAbsenceUnknown, reserve == nil { return log.countUnmeasured(number) }
    if let reserve {
      // The moment counts as held if the exception turns out to excuse all openings.
      if isAwaited {
        session.wait(to: .complete(reserve), at: moment)
      } else {
        reserve.complete(as: isAbsenceUnknown ? .unknown : isUnmeasured ? .unmeasured : .held)
      }
    } else if isAwaited {
      session.wait(to: .countHeld(self, instance), at: moment)
    } else {
      countHeld(instance, with: nil)
    }
  }

  /// Judges the moment again after the line that follows it. Only spans that are still open then are reported, unless the
  /// exception has excused them before the line.
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

  /// Returns the openings of a span in groups, if there are many; nil if each opening must be judged on its own.
  private func preparedBacklog(
    _ place: Int, at signal: Session.Signal, in instance: ScopeInstance, isAwaited: Bool
  ) -> OpeningGroups? {
    guard session.state.spans[compiled.spansAtMoment[place].span].count > program.limits.singleOpenings,
      compiled.latest == nil, isIndependent || !isAwaited, isCertainAtOnce(at: signal, in: instance),
      let backlog = backlogs[place], backlog.prepare(for: self, at: signal)
    else { return nil }
    return backlog
  }

  /// Counts the repeats of the reported openings by group, and reports the other openings. Returns whether any opening breaks the
  /// sentence.
  private func judge(
    _ backlog: OpeningGroups, of span: Int, at signal: Session.Signal, in instance: ScopeInstance
  )
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

  /// Reports an opening that was open at a deferred moment, which is now known to count.
  func reportDeferred(_ opening: OpenSpan, _ moment: DeferredMoment) {
    if let report = earlierReport(about: opening) {
      moment.instance.breaches += 1
      return log.noteRepeat(of: report)
    }
    let (breach, statement) = breach(moment.signal, moment.signal, moment.span, opening)
    let candidate = reportUnexcepted(
      breach, of: opening.opening, statement, beside: opening.opening, in: moment.instance, at: moment.signal
    )
    // Confirmed at once, because the earlier moment is reported before the moments of the newest line.
    if let candidate { log.decideIfReady(candidate) }
  }

  private func reportBreach(
    _ moment: Session.Signal, _ signal: Session.Signal, _ span: Int, _ opening: OpenSpan,
    _ instance: ScopeInstance, _ reserve: DeferredResult?, isAwaited: Bool
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

  /// Counts an inconclusive result if S is open at the end of the log, because the close of a running callback would be an M.
  func countInconclusiveCall(_ signal: Session.Signal, _ key: Key?) {
    if isConditional || compiled.latest != nil { return }
    beginSharedScope()
    if instances.first(where: { isUndecided(signal, key ?? $0.key) }) != nil {
      log.countInconclusive(number)
    }
  }

  /// Counts an inconclusive result if the log ends in an instance of `while` or `during` while S is open, because M may still
  /// occur.
  override func sessionEnded(_ instance: ScopeInstance, isEndOfLog: Bool) {
    switch compiled.sentence.scope {
    case .open, .during:
      if isEndOfLog, isUndecided(session.endSignal(of: instance.start), instance.key) {
        log.countInconclusive(number)
      }
    case nil, .outside, .after, .following, .before, .between: break
    }
  }

  override func finishSession(isEndOfLog: Bool) {
    log.countUnmeasured(number, count: waiting.count(where: \.mayBeOver))
    waiting.removeAll()
    for (span, _) in compiled.spansAtMoment { session.state.forEachObject(of: span) { $0.leaveGroups() } }
  }

  /// Whether any of the spans is open at a signal and is not excepted. With `moment`, only spans that were already open then
  /// count.
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
  /// Returns notes on the close of a call whose return was not logged: why the call counts as closed.
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

  /// Returns notes on the callback that entered the state that an instance consists of. The state is settled when the callback
  /// closes.
  func notesOnEntering(_ instance: ScopeInstance) -> [String] {
    instance.parts.lazy.compactMap(\.opening.enteringCall).first.map(note) ?? []
  }
}
