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
  mutating func isRoutine(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, _ table: RoutineTable
  ) -> Bool {
    let code = Int(event.id.rawValue)
    guard isCalm, circumstances.losses == losses, isFamiliar[code] else { return false }
    let routine = table.routines[code]
    if routine.isStructural { return false }
    if isInCall, event.id.isEnd || routine.marksNearCalls || isOverdue(at: circumstances.time) {
      return false
    }
    if let time = circumstances.time, deadlines.due < clock.counted(at: time) { return false }
    next.isCounted = false
    if quiet[code] != epoch, !asksNobody(routine, event, line, table) { return false }
    return routine.isFixed || hasAnswers(routine, event, line, table)
  }

  /// Whether no sentence has to be asked.
  @inline(never)
  private mutating func asksNobody(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Bool {
    var isQuiet = true
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      isQuiet = false
      guard let test = table.askings[Int(place)].test else { return false }
      switch answer(test, event, line, table) {
      case .no, .unknown: continue
      case .unclear: return false
      case .yes: break
      }
      guard let demand = table.askings[Int(place)].demand else { return false }
      switch answer(demand.test, event, line, table) {
      case .yes, .unknown: next.isCounted = true
      case .unclear: return false
      case .no:
        guard let exception = demand.exception, answer(exception, event, line, table) == .yes else {
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
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Bool {
    next.answers = 0
    var bit: UInt64 = 1
    for place in routine.changes {
      switch answer(table.changes[Int(place)].test, event, line, table) {
      case .unclear: return false
      case .yes: next.answers |= bit
      case .no, .unknown: break
      }
      bit <<= 1
    }
    for place in routine.marks {
      switch answer(table.marks[Int(place)].test, event, line, table) {
      case .unclear: return false
      case .yes: next.answers |= bit
      case .no, .unknown: break
      }
      bit <<= 1
    }
    return true
  }

  /// Takes an event of which nothing but its time matters; false for any other.
  mutating func passes(_ occurrence: Occurrence, order: Int, _ table: RoutineTable) -> Bool {
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

  /// Takes the event that was just found to be routine; its line is copied only if it opens a span. Tells how its time
  /// lies to that of the event before it.
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ table: RoutineTable, _ occurrences: inout Pool<Occurrence>
  ) -> SessionClock.Step {
    let step = clock.advance(to: circumstances.time)
    newest = Newest(event: event.id, line: event.line, time: circumstances.time, order: order)
    let routine = table.routines[Int(event.id.rawValue)]
    if next.isCounted { count(routine, event, line, table) }
    if routine.isPlain { return step }
    if routine.mainMark >= 0, TestTable.isOnMain(event, line, isDerived: false) == .yes {
      marks[Int(routine.mainMark)].note(Moment(order: order, clock, isTimed: circumstances.time != nil))
    }
    var key = KnownKey()
    var answers = routine.isFixed ? .max : next.answers
    var occurrence: Occurrence?
    var closes = routine.closes
    for place in routine.changes {
      let isTrue = answers & 1 == 1
      answers >>= 1
      closes &-= 1
      if !isTrue { continue }
      let change = table.changes[Int(place)]
      if closes >= 0 {
        if spans[Int(change.span)].open.isEmpty { continue }
        close(change, change.key < 0 ? .empty : key.of(change.key, event, line), circumstances, order, table)
      } else {
        let key = (change.key < 0 ? nil : key.of(change.key, event, line)) ?? .empty
        if spans[Int(change.span)].open[key] != nil { continue }
        let opening = occurrence ?? copy(event, line, circumstances, order: order, &occurrences)
        occurrence = opening
        open(change, key, by: opening, order, table)
      }
    }
    if routine.marks.isEmpty { return step }
    let moment = Moment(order: order, clock, isTimed: circumstances.time != nil)
    for place in routine.marks {
      let isTrue = answers & 1 == 1
      answers >>= 1
      if !isTrue { continue }
      let mark = table.marks[Int(place)]
      if mark.clears {
        marks[Int(mark.index)].clear(mark.key < 0 ? nil : key.of(mark.key, event, line), at: order)
      } else if mark.key < 0 {
        marks[Int(mark.index)].note(moment)
      } else {
        marks[Int(mark.index)].note(key.of(mark.key, event, line), moment, horizon: mark.horizon)
      }
    }
    return step
  }

  /// Counts the sentences that the event keeps, and those of which nobody knows: for else it had not been routine.
  @inline(never)
  private mutating func count(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) {
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      guard let demand = table.askings[Int(place)].demand, let test = table.askings[Int(place)].test,
        answer(test, event, line, table) == .yes
      else { continue }
      switch answer(demand.test, event, line, table) {
      case .yes: held[demand.sentence] += 1
      case .unknown: unknown[demand.sentence] += 1
      case .no, .unclear: break
      }
    }
  }

  private mutating func open(
    _ change: Routine.Change, _ key: Key, by occurrence: Occurrence, _ order: Int, _ table: RoutineTable
  ) {
    let opening = openings.take {
      OpenSpan(key: key, slot: key, opening: occurrence, openedAt: occurrence, order: order)
    }
    opening.begin(key, by: occurrence, order: order)
    spans[Int(change.span)].add(opening)
    for place in change.terms where occurrence.sighting.time != nil {
      deadlines.begin(term: table.terms[Int(place)].number, for: opening, at: clock.counted)
    }
  }

  private mutating func close(
    _ change: Routine.Change, _ key: Key?, _ circumstances: Circumstances, _ order: Int, _ table: RoutineTable
  ) {
    if change.terms.isEmpty { return spans[Int(change.span)].forget(key, order: order) }
    for opening in spans[Int(change.span)].openings(under: key) {
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
    _ occurrences: inout Pool<Occurrence>
  ) -> Occurrence {
    let occurrence = occurrences.take { Occurrence() }
    occurrence.take(event, line, circumstances)
    occurrence.order = order
    clock.stamp(occurrence)
    return occurrence
  }

  @inline(__always)
  private func answer(
    _ test: Test, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Test.Answer {
    test.steps.isEmpty ? .yes : table.tests.answer(test, event, line, spans, marks)
  }
}

/// The key of an event, made when it is first asked for: mostly all ask for the same field.
private struct KnownKey {
  private var field: Int32 = -1
  private var key: Key?

  @inline(__always)
  mutating func of(_ field: Int32, _ event: borrowing Event, _ line: Span<UInt8>) -> Key? {
    if field != self.field {
      key = event.key(Int(field), in: line)
      self.field = field
    }
    return key
  }
}
