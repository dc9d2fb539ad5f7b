import BasicContainers
import Trace

extension SessionState {
  /// What is known of an event beside what its line says.
  struct Circumstances {
    var time: LogTime?
    /// How often lines were lost by then.
    var losses: Int
    /// The number of its process, and its life.
    var process: Int
    var life: Int
  }

  /// Whether an event is routine, before which the log had lost lines so often. If so, and nothing else comes in between,
  /// `take` takes it.
  mutating func isRoutine(
    _ event: Event, _ line: Span<UInt8>, at time: LogTime?, losses: Int
  ) -> Bool {
    guard isQuiescent, losses == self.losses else { return false }
    if let time, clock.isSilent(until: time) || isDue(at: clock.counted(at: time)) { return false }
    return isRoutine(event, line, at: time, isComparable: false)
  }

  mutating func isDue(at counted: Int64) -> Bool {
    deadlines.due < counted && deadlines.areDue(before: counted, &openingStore)
  }

  /// What is due at a time, before all others.
  mutating func firstDue(at counted: Int64) -> Deadlines.First? {
    deadlines.due < counted ? deadlines.first(before: counted, &openingStore) : nil
  }

  /// Whether events of the kind and shape of one that was just found to be routine are that as long as the session is at
  /// hand, and do the same each time.
  var isReady: Bool { next.isOfShape && !isInCall }

  /// Whether an event is none that could ever be routine.
  func isStructural(_ event: EventID) -> Bool { table.fastPlans[Int(event.rawValue)].isStructural }

  /// Whether an event is one of those that are, and none that has never come before.
  func mayRunFast(_ event: EventID) -> Bool { wasSeen[Int(event.rawValue)] && !isStructural(event) }

  /// The fields that tests read for an event.
  func fields(for event: EventID) -> UInt64 { table.fastPlans[Int(event.rawValue)].fields }

  /// Whether an event that was found to be routine does or counts anything.
  @inline(__always)
  func hasDeeds(_ event: EventID) -> Bool {
    next.isCounted || !table.fastPlans[Int(event.rawValue)].isPlain
  }

  /// Whether an event is routine at a time at which nothing is due. Monitors take it by themselves only where that can be
  /// compared with the times of the events before it.
  mutating func isRoutine(
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
    if idleSince[code] == epoch, !isInCall {
      return table.fastPlans[code].isFixed || hasAnswers(table.fastPlans[code], event, line)
    }
    return isUsual(event, line, at: time)
  }

  /// The same from the moment of the event that was taken last.
  var slackNow: Int64 { mutating get { slack(at: moment.counted) } }

  /// The clock goes on to a line's time. What lies in another era cannot be compared, and over a silence nothing is measured: no
  /// monitor takes it by itself.
  mutating func advance(to time: LogTime?) -> SessionClock.Step {
    let (era, silence) = (clock.era, clock.silences.total)
    let step = clock.advance(to: time)
    isAfterSilence = clock.silences.total != silence
    if clock.era != era || isAfterSilence {
      for sentence in ready { set(Activation.ready(sentence), false) }
    }
    return step
  }

  /// How much time may pass from a moment of its clock before something is due, in nanoseconds.
  func slack(at counted: Int64) -> Int64 {
    clock.isStopped ? .max : deadlines.due.subtractingReportingOverflow(counted).partialValue
  }

  /// Whether an event that was not just found to be so is one that was seen before and asks nobody.
  @inline(never)
  private mutating func isUsual(_ event: Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    let code = Int(event.id.rawValue)
    let fastPlan = table.fastPlans[code]
    if fastPlan.isStructural || !wasSeen[code] { return false }
    if isInCall, event.id.isEnd || fastPlan.marksNearCalls || isOverdue(at: time) { return false }
    if idleSince[code] != epoch, !asksNobody(fastPlan, event, line) { return false }
    return fastPlan.isFixed || hasAnswers(fastPlan, event, line)
  }

  /// Whether no sentence has to be asked, beside those whose monitors take the event by themselves.
  private mutating func asksNobody(
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
    if isQuiet { idleSince[Int(event.id.rawValue)] = epoch }
    return true
  }

  /// What a sentence that is asked does by its monitor alone; nil where there is more to it.
  mutating func runsDetached(_ asking: FastPlan.SubscriptionHeader, _ answer: Predicate.Answer) -> FastPlan
    .Instruction?
  {
    guard let act = asking.detachable, (act.kind == .doubt) == (answer == .unknown), next.isComparable,
      activations[Activation.ready(Int(act.index))]
    else { return nil }
    return act
  }

  /// Finds out what an event changes and marks; false where only a closer look tells.
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

  /// Takes an event of which nothing but its time matters; false for any other.
  mutating func passes(_ occurrence: Occurrence, order: Int) -> Bool {
    let code = Int(occurrence.id.rawValue)
    let time = occurrence.time
    guard isQuiescent, occurrence.losses == losses, wasSeen[code], table.fastPlans[code].isPlain,
      table.fastPlans[code].subscriptionHeaders.isEmpty, !table.fastPlans[code].isStructural,
      !isInCall || !occurrence.id.isEnd && !isOverdue(at: time)
    else { return false }
    if let time, clock.isSilent(until: time) || isDue(at: clock.counted(at: time)) { return false }
    _ = advance(to: time)
    newest = Newest(event: occurrence.id, line: occurrence.line, time: time, order: order)
    return true
  }

  /// Whether a call may be over because enough time has passed.
  private mutating func isOverdue(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= RunningCall.assumedLength {
        return true
      }
    }
    return false
  }
}
