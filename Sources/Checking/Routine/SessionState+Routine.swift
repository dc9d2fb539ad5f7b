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
    var clock = clock
    next.step = clock.advance(to: circumstances.time)
    next.clock = clock
    if circumstances.time != nil, deadlines.due < clock.counted { return false }
    if routine.isPlain { return true }
    next.isCounted = false
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      guard let test = table.askings[Int(place)].test else { return false }
      switch answer(test, event, line, table) {
      case .no, .unknown: continue
      case .unclear: return false
      case .yes: break
      }
      guard let demand = table.askings[Int(place)].demand, answer(demand.test, event, line, table) == .yes
      else { return false }
      next.isCounted = true
    }
    var answers: UInt64 = 0
    var bit: UInt64 = 1
    for place in routine.changes {
      switch answer(table.changes[Int(place)].test, event, line, table) {
      case .unclear: return false
      case .yes: answers |= bit
      case .no, .unknown: break
      }
      bit <<= 1
    }
    for place in routine.marks {
      switch answer(table.marks[Int(place)].test, event, line, table) {
      case .unclear: return false
      case .yes: answers |= bit
      case .no, .unknown: break
      }
      bit <<= 1
    }
    next.answers = answers
    return true
  }

  /// Takes an event of which nothing but its time matters; false for any other.
  mutating func passes(_ occurrence: Occurrence, order: Int, _ table: RoutineTable) -> Bool {
    let code = Int(occurrence.id.rawValue)
    guard isCalm, occurrence.losses == losses, isFamiliar[code], table.routines[code].isPlain,
      !table.routines[code].isStructural,
      !isInCall || !occurrence.id.isEnd && !isOverdue(at: occurrence.sighting.time)
    else { return false }
    var clock = clock
    _ = clock.advance(to: occurrence.sighting.time)
    if occurrence.sighting.time != nil, deadlines.due < clock.counted { return false }
    self.clock = clock
    newest = Newest(
      event: occurrence.id, line: occurrence.line, time: occurrence.sighting.time, order: order)
    return true
  }

  /// Whether a call may be over because enough time has passed.
  private func isOverdue(at time: LogTime?) -> Bool {
    for start in calls {
      if let passed = LogTime.passed(from: start, to: time), passed >= Window.assumedLength { return true }
    }
    return false
  }

  /// Takes the event that was just found to be routine; its line is copied only if it opens a span.
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: Circumstances, order: Int,
    _ table: RoutineTable, _ occurrences: inout Pool<Occurrence>
  ) {
    clock = next.clock
    newest = Newest(event: event.id, line: event.line, time: circumstances.time, order: order)
    let routine = table.routines[Int(event.id.rawValue)]
    if routine.isPlain { return }
    if next.isCounted { count(routine, event, line, table) }
    var key = KnownKey()
    var answers = next.answers
    var occurrence: Occurrence?
    var closes = routine.closes
    for place in routine.changes {
      let isTrue = answers & 1 == 1
      answers >>= 1
      closes -= 1
      if !isTrue { continue }
      let (span, field) = (Int(table.changes[Int(place)].span), Int(table.changes[Int(place)].key))
      if closes >= 0 {
        if spans[span].open.isEmpty { continue }
        spans[span].forget(field < 0 ? .empty : key.of(field, event, line), order: order)
      } else {
        let key = (field < 0 ? nil : key.of(field, event, line)) ?? .empty
        if spans[span].open[key] != nil { continue }
        let opening = occurrence ?? copy(event, line, circumstances, order: order, &occurrences)
        occurrence = opening
        open(span, key, by: opening, order: order)
      }
    }
    if routine.marks.isEmpty { return }
    let moment = Moment(order: order, clock, isTimed: circumstances.time != nil)
    for place in routine.marks {
      let isTrue = answers & 1 == 1
      answers >>= 1
      if !isTrue { continue }
      let (index, field) = (Int(table.marks[Int(place)].index), Int(table.marks[Int(place)].key))
      if table.marks[Int(place)].clears {
        marks[index].clear(field < 0 ? nil : key.of(field, event, line), at: order)
      } else if field < 0 {
        marks[index].note(moment)
      } else {
        marks[index].note(key.of(field, event, line), moment, horizon: table.marks[Int(place)].horizon)
      }
    }
  }

  /// Counts the sentences that the event keeps: those that mean it, for else it had not been routine.
  private mutating func count(
    _ routine: Routine, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) {
    for place in routine.askings where gates[Int(table.gates[Int(place)])] {
      guard let demand = table.askings[Int(place)].demand, let test = table.askings[Int(place)].test,
        answer(test, event, line, table) == .yes
      else { continue }
      held[demand.sentence] += 1
    }
  }

  private mutating func open(_ span: Int, _ key: Key, by occurrence: Occurrence, order: Int) {
    let opening = openings.take {
      OpenSpan(key: key, slot: key, opening: occurrence, openedAt: occurrence, order: order)
    }
    opening.begin(key, by: occurrence, order: order)
    spans[span].add(opening)
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

  private func answer(
    _ test: Test, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Test.Answer {
    if test.steps.isEmpty { return .yes }
    return table.tests.answer(test, event, line) { !spans[$0].open.isEmpty }
  }
}

/// The key of an event, made when it is first asked for: mostly all ask for the same field.
private struct KnownKey {
  private var newest: (field: Int, key: Key?)?

  mutating func of(_ field: Int, _ event: borrowing Event, _ line: Span<UInt8>) -> Key? {
    if let newest, newest.field == field { return newest.key }
    let key = event.key(field, in: line)
    newest = (field, key)
    return key
  }
}
