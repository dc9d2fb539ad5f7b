import BasicContainers
import Trace

// Whether an event can take the fast path.

extension SessionState {
  /// Whether an event can take the fast path. `losses` is how often the log has lost lines by now. If it can, `run` may follow,
  /// if nothing else happens in between.
  mutating func canRunFast(
    _ event: Event, _ line: Span<UInt8>, at time: LogTime?, losses: Int
  ) -> Bool {
    guard isQuiescent, losses == self.losses else { return false }
    if let time, clock.isSilent(until: time) || isDue(at: clock.counted(at: time)) { return false }
    return canRunFast(event, line, at: time)
  }

  private mutating func isDue(at counted: Int64) -> Bool {
    deadlines.due < counted && deadlines.areDue(before: counted, &openingStore)
  }

  /// Whether an event can take the fast path, if no timer is due. It cannot if it is the first event of its kind, if it may end a
  /// running call, or if a sentence has to judge it.
  private mutating func canRunFast(_ event: Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    next.isCounted = false
    next.answers = .max
    next.key.forget()
    let code = Int(event.id.rawValue)
    next.isOnMain = table.fastPlans[code].mainMark >= 0 && Self.isOnMain(event, line) == .yes
    let isIdle = idleSince[code] == activationGeneration
    if !isIdle || isInCall {
      if table.fastPlans[code].isStructural || !wasSeen[code] { return false }
      if isInCall, event.id.isEnd || table.fastPlans[code].marksNearCalls || isOverdue(at: time) {
        return false
      }
      if !isIdle, !concernsNoSentence(table.fastPlans[code], event, line) { return false }
    }
    return table.fastPlans[code].isFixed || hasAnswers(table.fastPlans[code], event, line)
  }

  /// Advances the clock to the time of a line.
  mutating func advance(to time: LogTime?) -> SessionClock.Step {
    let silence = clock.silences.total
    let step = clock.advance(to: time)
    isAfterSilence = clock.silences.total != silence
    return step
  }

  /// Whether no sentence has to judge an event, except for those that only count it. `next.isCounted` is set for these. If no
  /// subscription is active, `idleSince` remembers that.
  @inline(never)
  private mutating func concernsNoSentence(
    _ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>
  ) -> Bool {
    var isIdle = true
    for place in fastPlan.subscriptionHeaders where activations[Int(table.activations[Int(place)])] {
      isIdle = false
      guard let test = table.subscriptionHeaders[Int(place)].test else { return false }
      switch answer(test, table.subscriptionHeaders[Int(place)].condition, event, line) {
      case .no: continue
      case .unknown where !table.subscriptionHeaders[Int(place)].isDoubted: continue
      case .unclear, .unknown: return false
      case .yes: break
      }
      guard let demand = table.subscriptionHeaders[Int(place)].demand else { return false }
      switch answer(demand.test, event, line) {
      case .yes, .unknown: next.isCounted = true
      case .unclear: return false
      case .no:
        guard let exception = demand.exception, answer(exception, event, line) == .yes else { return false }
      }
    }
    if isIdle { idleSince[Int(event.id.rawValue)] = activationGeneration }
    return true
  }

  /// Evaluates the conditions of all effects, and stores the results in `next.answers`. Returns false if only the full path can
  /// decide one.
  @inline(never)
  private mutating func hasAnswers(
    _ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>
  ) -> Bool {
    next.answers = 0
    var bit: UInt64 = 1
    for place in fastPlan.effects {
      let condition = table.effects[Int(place)].condition
      switch answer(table.effects[Int(place)].test, condition, event, line) {
      case .yes: next.answers |= bit
      case .no, .unknown: break
      case .unclear: return false
      }
      bit <<= 1
    }
    return true
  }

  /// Advances the clock for an event that has no effect. Returns false, and changes nothing, for any other event.
  mutating func passes(_ occurrence: Occurrence, order: Int) -> Bool {
    let code = Int(occurrence.id.rawValue)
    let time = occurrence.time
    guard isQuiescent, occurrence.losses == losses, wasSeen[code], table.fastPlans[code].hasNoEffects,
      table.fastPlans[code].subscriptionHeaders.isEmpty, !table.fastPlans[code].isStructural,
      !isInCall || !occurrence.id.isEnd && !isOverdue(at: time)
    else { return false }
    if let time, clock.isSilent(until: time) || isDue(at: clock.counted(at: time)) { return false }
    _ = advance(to: time)
    newest = Newest(event: occurrence.id, line: occurrence.line, time: time, order: order)
    return true
  }

  /// Whether a running call may be over at a time, because it has run for `RunningCall.assumedLength`.
  private mutating func isOverdue(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= RunningCall.assumedLength {
        return true
      }
    }
    return false
  }
}
