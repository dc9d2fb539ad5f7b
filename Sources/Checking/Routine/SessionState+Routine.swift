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
    for place in routine.changes {
      guard notes(answer(table.changes[Int(place)].test, event, line), &bit) else { return false }
    }
    for place in routine.marks {
      guard notes(answer(table.marks[Int(place)].test, event, line), &bit) else { return false }
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

  /// Takes the event that was just found to be routine, once the clock has gone on to its time; its line is copied only if
  /// it opens a span. Whether it has done more than to be counted.
  @inline(__always)
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) -> Bool {
    if next.isCounted { count(table.routines[Int(event.id.rawValue)], event, line) }
    if table.routines[Int(event.id.rawValue)].isPlain { return false }
    change(event, line, circumstances, order: order, &occurrences)
    return true
  }

  /// Opens, closes and marks what the event does.
  @inline(never)
  private mutating func change(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) {
    let routine = table.routines[Int(event.id.rawValue)]
    if routine.mainMark >= 0, Self.isOnMain(event, line, isDerived: false) == .yes {
      marks[Int(routine.mainMark)].note(Moment(order: order, clock, isTimed: circumstances.time != nil))
    }
    if routine.changes.isEmpty, routine.marks.isEmpty { return }
    change(routine, event, line, circumstances, order: order, &occurrences)
    mark(routine, event, line, circumstances, order: order)
  }

  /// Closes and opens what the event closes and opens.
  @inline(__always)
  private mutating func change(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>,
    _ circumstances: Circumstances, order: Int,
    _ occurrences: inout Occurrences
  ) {
    var answers = routine.isFixed ? .max : next.answers
    var occurrence: Occurrence?
    for place in routine.changes {
      let isTrue = answers & 1 == 1
      answers >>= 1
      if !isTrue { continue }
      let change = table.changes[Int(place)]
      let isClosing = place &- routine.changes.lowerBound < routine.closes
      if isClosing, spans[Int(change.span)].open.isEmpty { continue }
      let key = change.key < 0 ? .empty : next.key.of(Int(change.key), event, line)
      if isClosing {
        close(change, key, circumstances, order)
      } else if !spans[Int(change.span)].open.has(key.orEmpty) {
        let opening = occurrence ?? copy(event, line, circumstances, order: order, &occurrences)
        occurrence = opening
        open(change, key.orEmpty, by: opening, order)
      }
    }
  }

  /// Sets and clears what the event marks.
  @inline(__always)
  private mutating func mark(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>,
    _ circumstances: Circumstances, order: Int
  ) {
    if routine.marks.isEmpty { return }
    var answers = routine.isFixed ? .max : next.answers >> UInt64(routine.changes.count)
    let moment = Moment(order: order, clock, isTimed: circumstances.time != nil)
    for place in routine.marks {
      let isTrue = answers & 1 == 1
      answers >>= 1
      if !isTrue { continue }
      let mark = table.marks[Int(place)]
      let key = mark.key < 0 ? .absent : next.key.of(Int(mark.key), event, line)
      if mark.clears {
        marks[Int(mark.index)].clear(key.orNil, at: order)
      } else {
        marks[Int(mark.index)].note(key, moment, horizon: mark.horizon)
      }
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

  private mutating func open(
    _ change: Routine.Change, _ key: Key, by occurrence: Occurrence, _ order: Int
  ) {
    let opening = openings.take { OpenSpan(key: key, opening: occurrence, order: order) }
    opening.begin(key, by: occurrence, order: order)
    spans[Int(change.span)].add(opening, under: key)
    for place in change.terms where occurrence.sighting.time != nil {
      deadlines.begin(term: table.terms[Int(place)].number, for: opening, at: clock.counted)
    }
  }

  private mutating func close(
    _ change: Routine.Change, _ key: Key, _ circumstances: Circumstances, _ order: Int
  ) {
    if !change.kept.isEmpty {
      let count =
        key.isAbsent
        ? spans[Int(change.span)].open.count : spans[Int(change.span)].open.has(key) ? 1 : 0
      for place in change.kept { held[table.kept[Int(place)]] += count }
    }
    if change.terms.isEmpty { return spans[Int(change.span)].forget(key, order: order) }
    spans[Int(change.span)].forEachOpening(under: key.orNil) { opening in
      for place in change.terms {
        let (number, sentence) = table.terms[Int(place)]
        if opening.ceaseAwaiting(term: number), circumstances.time != nil, opening.openedAt.era == clock.era {
          held[sentence] += 1
        }
      }
    }
    spans[Int(change.span)].forget(key, order: order)
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
