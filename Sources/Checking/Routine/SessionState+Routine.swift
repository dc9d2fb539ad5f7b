import Trace

extension SessionState {
  /// What is known of an event beside what its line says.
  struct Circumstances {
    var time: LogTime?
    /// How often the clock was set, and lines were lost, by then.
    var setting: Int
    var losses: Int
    /// The number of its process, and its life.
    var process: Int
    var life: Int
  }

  /// Whether an event is routine, before which the log had lost lines so often. If so, and nothing else comes in between,
  /// `take` takes it.
  mutating func isRoutine(
    _ event: borrowing Event, _ line: Span<UInt8>, at time: LogTime?, losses: Int
  ) -> Bool {
    guard isCalm, losses == self.losses else { return false }
    if let time, deadlines.due < clock.counted(at: time) { return false }
    return isRoutine(event, line, at: time)
  }

  /// Whether events of the kind and shape of one that was just found to be routine are that as long as the session is at
  /// hand, and do the same each time.
  var isReady: Bool { next.isOfShape && !next.isCounted && !isInCall }

  /// The fields that tests read for an event.
  func fields(for event: EventID) -> UInt64 { table.routines[Int(event.rawValue)].fields }

  /// Whether an event that was found to be routine does or counts anything.
  @inline(__always)
  func hasDeeds(_ event: EventID) -> Bool {
    next.isCounted || !table.routines[Int(event.rawValue)].isPlain
  }

  /// Whether an event is routine at a time at which nothing is due.
  mutating func isRoutine(_ event: borrowing Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    next.isCounted = false
    next.isOfShape = true
    next.answers = .max
    next.key.forget()
    let code = Int(event.id.rawValue)
    next.isOnMain = table.routines[code].mainMark >= 0 && Self.isOnMain(event, line, isDerived: false) == .yes
    if quiet[code] == epoch, !isInCall {
      return table.routines[code].isFixed || hasAnswers(table.routines[code], event, line)
    }
    return isUsual(event, line, at: time)
  }

  /// How much time may pass before something is due, in nanoseconds.
  var slack: Int64 {
    clock.isStopped ? .max : deadlines.due.subtractingReportingOverflow(clock.counted).partialValue
  }

  /// Whether an event that was not just found to be so is one that was seen before and asks nobody.
  @inline(never)
  private mutating func isUsual(_ event: borrowing Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    let code = Int(event.id.rawValue)
    let routine = table.routines[code]
    if routine.isStructural || !isFamiliar[code] { return false }
    if isInCall, event.id.isEnd || routine.marksNearCalls || isOverdue(at: time) { return false }
    if quiet[code] != epoch, !asksNobody(routine, event, line) { return false }
    return routine.isFixed || hasAnswers(routine, event, line)
  }

  /// Whether no sentence has to be asked.
  private mutating func asksNobody(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>
  ) -> Bool {
    var isQuiet = true
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      isQuiet = false
      guard let test = table.askings[Int(place)].test else { return false }
      switch answer(test, event, line) {
      case .no, .unknown: continue
      case .unclear: return false
      case .yes: break
      }
      guard let demand = table.askings[Int(place)].demand else { return false }
      switch answer(demand.test, event, line) {
      case .yes, .unknown: next.isCounted = true
      case .unclear: return false
      case .no:
        guard let exception = demand.exception, answer(exception, event, line) == .yes else {
          return false
        }
      }
    }
    if isQuiet { quiet[Int(event.id.rawValue)] = epoch }
    return true
  }

  /// Finds out what an event changes and marks; false where only a closer look tells.
  @inline(never)
  private mutating func hasAnswers(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>
  ) -> Bool {
    next.answers = 0
    var bit: UInt64 = 1
    for place in routine.deeds {
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
    let time = occurrence.sighting.time
    guard isCalm, occurrence.losses == losses, isFamiliar[code], table.routines[code].isPlain,
      table.routines[code].askings.isEmpty, !table.routines[code].isStructural,
      !isInCall || !occurrence.id.isEnd && !isOverdue(at: time)
    else { return false }
    if let time, deadlines.due < clock.counted(at: time) { return false }
    _ = clock.advance(to: time)
    newest = Newest(event: occurrence.id, line: occurrence.line, time: time, order: order)
    return true
  }

  /// Whether a call may be over because enough time has passed.
  private func isOverdue(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= Window.assumedLength { return true }
    }
    return false
  }

  /// Takes the event that was just found to be routine, once the clock has gone on to its time; its line is written down
  /// only if it opens a span. Whether it has done more than to be counted.
  @inline(__always)
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) -> Bool {
    if next.isCounted {
      count(table.routines[Int(event.id.rawValue)], event, line)
      next.isCounted = false
    }
    if table.routines[Int(event.id.rawValue)].isPlain { return false }
    act(event, line, circumstances, order: order, &occurrences)
    return true
  }

  /// Opens, closes and marks what the event does.
  @inline(__always)
  private mutating func act(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) {
    let code = Int(event.id.rawValue)
    let moment = Moment(order: order, clock, isTimed: circumstances.time != nil)
    if next.isOnMain { noteOnMain(code, moment) }
    var answers = next.answers
    for place in table.routines[code].deeds {
      if answers & 1 == 1 { act(Int(place), event, line, circumstances, moment, &occurrences) }
      answers >>= 1
    }
  }

  @inline(__always)
  private mutating func act(
    _ place: Int, _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances,
    _ moment: Moment, _ occurrences: inout Occurrences
  ) {
    let kind = table.deeds[place].kind
    if kind == .close, spans[Int(table.deeds[place].index)].open.isEmpty { return }
    next.key.become(table.deeds[place].key, event, line)
    switch kind {
    case .close: close(place, moment)
    case .open: open(place, event, line, circumstances, moment, &occurrences)
    case .mark: mark(place, moment)
    case .clear: marks[Int(table.deeds[place].index)].clear(next.key.key.orNil, at: moment.order)
    }
  }

  @inline(never)
  private mutating func noteOnMain(_ code: Int, _ moment: Moment) {
    let mark = Int(table.routines[code].mainMark)
    marks[mark].note(moment)
    noteTurn(mark)
  }

  @inline(__always)
  private mutating func noteTurn(_ mark: Int) {
    if marks[mark].isAwaited {
      marks[mark].isAwaited = false
      next.isTurn = true
    }
  }

  @inline(never)
  private mutating func mark(_ place: Int, _ moment: Moment) {
    let mark = Int(table.deeds[place].index)
    marks[mark].note(next.key.key, moment, horizon: table.deeds[place].horizon)
    noteTurn(mark)
  }

  @inline(never)
  private mutating func close(_ place: Int, _ moment: Moment) {
    let index = Int(table.deeds[place].index)
    if table.deeds[place].key < 0 { next.key.empty() }
    if !table.deeds[place].kept.isEmpty || !table.deeds[place].terms.isEmpty { keep(place, moment) }
    spans[index].forget(next.key.key, order: moment.order, &ledger)
  }

  @inline(never)
  private mutating func open(
    _ place: Int, _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances,
    _ moment: Moment, _ occurrences: inout Occurrences
  ) {
    let index = Int(table.deeds[place].index)
    if next.key.key.isAbsent { next.key.empty() }
    if spans[index].open.has(next.key.key) { return }
    let number =
      ledger.write(event, line, circumstances, at: moment)
      ?? enter(event, line, circumstances, moment, &occurrences)
    spans[index].add(number, under: next.key.key)
    if !table.deeds[place].terms.isEmpty, moment.isTimed { beginTerms(place, number) }
  }

  /// Counts the sentences that the event keeps, and those of which nobody knows: for else it had not been routine.
  @inline(never)
  private mutating func count(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>
  ) {
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      guard let demand = table.askings[Int(place)].demand, let test = table.askings[Int(place)].test,
        answer(test, event, line) == .yes
      else { continue }
      switch answer(demand.test, event, line) {
      case .yes: held[demand.sentence] += 1
      case .unknown: unknown[demand.sentence] += 1
      case .no, .unclear: break
      }
    }
  }

  /// Enters what an event opens that cannot be written down.
  private mutating func enter(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, _ moment: Moment,
    _ occurrences: inout Occurrences
  ) -> Int32 {
    let occurrence = occurrences.take(event, line, circumstances)
    occurrence.order = moment.order
    clock.stamp(occurrence)
    let opening = ledger.takeSpare()
    opening.begin(next.key.key, in: next.key.key, by: occurrence, at: occurrence, order: moment.order)
    return ledger.enter(opening)
  }

  private mutating func beginTerms(_ place: Int, _ number: Int32) {
    let opening = ledger.opening(number, next.key.key)
    for term in table.deeds[place].terms {
      deadlines.begin(term: table.terms[Int(term)].number, for: opening, at: clock.counted)
    }
  }

  /// Counts the sentences that what is about to close keeps.
  private mutating func keep(_ place: Int, _ moment: Moment) {
    let span = spans[Int(table.deeds[place].index)]
    let key = next.key.key
    let count = key.isAbsent ? span.open.count : span.open.has(key) ? 1 : 0
    for sentence in table.deeds[place].kept { held[table.kept[Int(sentence)]] += count }
    if table.deeds[place].terms.isEmpty { return }
    span.forEachObject(under: key, ledger) { opening in
      for term in table.deeds[place].terms {
        let (number, sentence) = table.terms[Int(term)]
        if opening.ceaseAwaiting(term: number), moment.isTimed, opening.openedAt.era == clock.era {
          held[sentence] += 1
        }
      }
    }
  }

  @inline(__always)
  private mutating func answer(
    _ test: Test, _ event: borrowing Event, _ line: Span<UInt8>
  ) -> Test.Answer {
    test.steps.isEmpty ? .yes : evaluate(test, event, line)
  }
}
