import BasicContainers
import Trace

extension SessionState {
  /// The context of an event: its time, lost lines, process and session.
  struct Circumstances {
    var time: LogTime?
    /// How often the log had lost lines by then.
    var losses: Int
    /// The number of the process, and its session (`Session.startOrder`).
    var process: Int
    var life: Int
  }

  /// Whether an event can take the fast path. `losses` is how often the log has lost lines by now. If it can, `run` may follow,
  /// if nothing else happens in between.
  mutating func canRunFast(
    _ event: Event, _ line: Span<UInt8>, at time: LogTime?, losses: Int
  ) -> Bool {
    guard isQuiescent, losses == self.losses else { return false }
    if let time, clock.isSilent(until: time) || isDue(at: clock.counted(at: time)) { return false }
    return canRunFast(event, line, at: time, isComparable: false)
  }

  mutating func isDue(at counted: Int64) -> Bool {
    deadlines.due < counted && deadlines.areDue(before: counted, &openingStore)
  }

  /// Returns the timer that is due first; nil if none is due before a time of the session's clock.
  mutating func firstDue(at counted: Int64) -> Deadlines.First? {
    deadlines.due < counted ? deadlines.first(before: counted, &openingStore) : nil
  }

  /// Whether the plan of the event that was just found to take the fast path can be cached.
  var isReady: Bool { next.isOfShape && !isInCall }

  /// Whether an event always takes the full path.
  func isStructural(_ event: EventID) -> Bool { table.fastPlans[Int(event.rawValue)].isStructural }

  /// Whether an event may take the fast path. The first event of each kind in a session does not.
  func mayRunFast(_ event: EventID) -> Bool { wasSeen[Int(event.rawValue)] && !isStructural(event) }

  /// Returns the fields whose values predicates read for an event, as a set of bits.
  func fields(for event: EventID) -> UInt64 { table.fastPlans[Int(event.rawValue)].fields }

  /// Whether an event that was found to take the fast path has an effect or is counted.
  @inline(__always)
  func hasEffects(_ event: EventID) -> Bool {
    next.isCounted || !table.fastPlans[Int(event.rawValue)].hasNoEffects
  }

  /// Whether an event can take the fast path, if no timer is due. Monitors run detached only if the event's time can be compared
  /// with the times of earlier events (`isComparable`).
  mutating func canRunFast(
    _ event: Event, _ line: Span<UInt8>, at time: LogTime?, isComparable: Bool
  ) -> Bool {
    next.isCounted = false
    next.isTaken = false
    next.isComparable = isComparable
    next.isOfShape = true
    next.isOfLine = true
    next.answers = .max
    next.key.forget()
    next.ofFields = nil
    let code = Int(event.id.rawValue)
    next.isOnMain = table.fastPlans[code].mainMark >= 0 && Self.isOnMain(event, line) == .yes
    if idleSince[code] == activationGeneration, !isInCall {
      return table.fastPlans[code].isFixed || hasAnswers(table.fastPlans[code], event, line)
    }
    return canRunFastUncached(event, line, at: time)
  }

  /// The time from the newest event to the next timer, in nanoseconds.
  var slackNow: Int64 { mutating get { slack(at: moment.counted) } }

  /// Advances the clock to the time of a line. If the time cannot be compared with earlier ones, or follows a silence, no monitor
  /// runs detached.
  mutating func advance(to time: LogTime?) -> SessionClock.Step {
    let (era, silence) = (clock.era, clock.silences.total)
    let step = clock.advance(to: time)
    isAfterSilence = clock.silences.total != silence
    if clock.era != era || isAfterSilence {
      for sentence in ready { set(Activation.ready(sentence), false) }
    }
    return step
  }

  /// Returns the time from a moment of the session's clock to the next timer, in nanoseconds.
  func slack(at counted: Int64) -> Int64 {
    clock.isStopped ? .max : deadlines.due.subtractingReportingOverflow(counted).partialValue
  }

  /// Returns the result of `canRunFast` without the cache. The event must have been seen before, no running call may depend on
  /// it, and no sentence may have to judge it.
  @inline(never)
  private mutating func canRunFastUncached(_ event: Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    let code = Int(event.id.rawValue)
    let fastPlan = table.fastPlans[code]
    if fastPlan.isStructural || !wasSeen[code] { return false }
    if isInCall, event.id.isEnd || fastPlan.marksNearCalls || isOverdue(at: time) { return false }
    if idleSince[code] != activationGeneration, !concernsNoSentence(fastPlan, event, line) { return false }
    return fastPlan.isFixed || hasAnswers(fastPlan, event, line)
  }

  /// Whether no sentence has to judge an event, except for those that only count it and those whose monitors run detached.
  /// `next.isCounted` and `next.isTaken` are set for these. If no subscription is active, `idleSince` remembers that.
  private mutating func concernsNoSentence(
    _ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>
  ) -> Bool {
    var isQuiet = true
    for place in fastPlan.subscriptionHeaders where activations[Int(table.activations[Int(place)])] {
      isQuiet = false
      guard let test = table.subscriptionHeaders[Int(place)].test else { return false }
      let answer = self.answer(test, event, line)
      switch answer {
      case .no: continue
      case .unknown where !table.subscriptionHeaders[Int(place)].isDoubted: continue
      case .unclear: return false
      case .yes, .unknown: break
      }
      if runsDetached(table.subscriptionHeaders[Int(place)], answer) != nil {
        next.isTaken = true
        next.isCounted = true
        continue
      }
      if answer == .unknown { return false }
      guard let demand = table.subscriptionHeaders[Int(place)].demand else { return false }
      switch self.answer(demand.test, event, line) {
      case .yes, .unknown: next.isCounted = true
      case .unclear: return false
      case .no:
        guard let exception = demand.exception, self.answer(exception, event, line) == .yes else {
          return false
        }
      }
    }
    if isQuiet { idleSince[Int(event.id.rawValue)] = activationGeneration }
    return true
  }

  /// Returns the instruction for the monitor of a subscription, if it can handle the event detached now; otherwise nil.
  mutating func runsDetached(_ asking: FastPlan.SubscriptionHeader, _ answer: Predicate.Answer) -> FastPlan
    .Instruction?
  {
    guard let instruction = asking.detachable, (instruction.kind == .doubt) == (answer == .unknown),
      next.isComparable,
      activations[Activation.ready(Int(instruction.index))]
    else { return nil }
    return instruction
  }

  /// Evaluates the conditions of all effects, and stores the results in `next.answers`. Returns false if only the full path can
  /// decide one.
  @inline(never)
  private mutating func hasAnswers(
    _ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>
  ) -> Bool {
    next.answers = 0
    var bit: UInt64 = 1
    for place in fastPlan.deeds {
      switch answer(table.deeds[Int(place)].test, event, line) {
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
