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

  /// Whether an event is routine. If so, and nothing else comes in between, `take` takes it.
  @inline(__always)
  mutating func isRoutine(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances
  ) -> Bool {
    guard isCalm, circumstances.losses == losses else { return false }
    if let time = circumstances.time, deadlines.due < clock.counted(at: time) { return false }
    return isRoutine(event, line, at: circumstances.time)
  }

  /// Whether an event is routine at a time at which nothing is due.
  @inline(__always)
  mutating func isRoutine(_ event: borrowing Event, _ line: Span<UInt8>, at time: LogTime?) -> Bool {
    next.isCounted = false
    next.key.forget()
    let code = Int(event.id.rawValue)
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
      guard notes(answer(table.deeds[Int(place)].test, event, line), &bit) else { return false }
    }
    return true
  }

  /// Remembers the next answer; false where it is none.
  @inline(__always)
  private mutating func notes(_ answer: Test.Answer, _ bit: inout UInt64) -> Bool {
    if answer == .unclear { return false }
    if answer == .yes { next.answers |= bit }
    bit <<= 1
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
    if next.isCounted { count(table.routines[Int(event.id.rawValue)], event, line) }
    if table.routines[Int(event.id.rawValue)].isPlain { return false }
    act(event, line, circumstances, order: order, &occurrences)
    return true
  }

  /// Opens, closes and marks what the event does.
  @inline(never)
  mutating func act(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) {
    let routine = table.routines[Int(event.id.rawValue)]
    let moment = Moment(order: order, clock, isTimed: circumstances.time != nil)
    if routine.mainMark >= 0, Self.isOnMain(event, line, isDerived: false) == .yes {
      marks[Int(routine.mainMark)].note(moment)
    }
    var answers = routine.isFixed ? .max : next.answers
    for place in routine.deeds {
      if answers & 1 == 1 {
        act(table.deeds[Int(place)], event, line, circumstances, moment, &occurrences)
      }
      answers >>= 1
    }
  }

  @inline(__always)
  private mutating func act(
    _ deed: Routine.Deed, _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances,
    _ moment: Moment, _ occurrences: inout Occurrences
  ) {
    let index = Int(deed.index)
    switch deed.kind {
    case .close:
      if spans[index].open.isEmpty { return }
      let key = deed.key < 0 ? .empty : next.key.of(Int(deed.key), event, line)
      if !deed.kept.isEmpty || !deed.terms.isEmpty { keep(deed, key, circumstances) }
      spans[index].forget(key, order: moment.order, &ledger)
    case .open:
      let key = deed.key < 0 ? .empty : next.key.of(Int(deed.key), event, line).orEmpty
      if spans[index].open.has(key) { return }
      let number =
        ledger.write(event, line, circumstances, at: moment)
        ?? ledger.enter(object(key, by: copy(event, line, circumstances, order: moment.order, &occurrences)))
      spans[index].add(number, under: key)
      if !deed.terms.isEmpty, moment.isTimed { begin(deed.terms, for: ledger.opening(number, key)) }
    case .mark:
      let key = deed.key < 0 ? .absent : next.key.of(Int(deed.key), event, line)
      marks[index].note(key, moment, horizon: deed.horizon)
    case .clear:
      let key = deed.key < 0 ? .absent : next.key.of(Int(deed.key), event, line)
      marks[index].clear(key.orNil, at: moment.order)
    }
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

  /// An opening that cannot be written down in the ledger.
  private mutating func object(_ key: Key, by occurrence: Occurrence) -> OpenSpan {
    let opening = ledger.takeSpare()
    opening.begin(key, in: key, by: occurrence, at: occurrence, order: occurrence.order)
    return opening
  }

  private mutating func begin(_ terms: Range<Int32>, for opening: OpenSpan) {
    for place in terms {
      deadlines.begin(term: table.terms[Int(place)].number, for: opening, at: clock.counted)
    }
  }

  /// Counts the sentences that what is about to close keeps.
  private mutating func keep(_ deed: Routine.Deed, _ key: Key, _ circumstances: Circumstances) {
    let span = spans[Int(deed.index)]
    if !deed.kept.isEmpty {
      let count = key.isAbsent ? span.open.count : span.open.has(key) ? 1 : 0
      for place in deed.kept { held[table.kept[Int(place)]] += count }
    }
    if deed.terms.isEmpty { return }
    span.forEachObject(under: key.orNil, ledger) { opening in
      for place in deed.terms {
        let (number, sentence) = table.terms[Int(place)]
        if opening.ceaseAwaiting(term: number), circumstances.time != nil, opening.openedAt.era == clock.era {
          held[sentence] += 1
        }
      }
    }
  }

  private func copy(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) -> Occurrence {
    let occurrence = occurrences.take(event, line, circumstances)
    occurrence.order = order
    clock.stamp(occurrence)
    return occurrence
  }

  @inline(__always)
  private mutating func answer(
    _ test: Test, _ event: borrowing Event, _ line: Span<UInt8>
  ) -> Test.Answer {
    test.steps.isEmpty ? .yes : evaluate(test, event, line)
  }
}
