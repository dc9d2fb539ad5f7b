import Rulebook
import Trace

/// What of a session nearly every event asks for or changes. A value, so that a routine event is taken without a check of
/// who else looks at it.
struct SessionState {
  var clock = SessionClock()
  var spans: [SpanTable]
  var marks: [KeyedMoments]
  /// What has to be for a sentence to be asked, by `Gate`.
  private(set) var gates: [Bool]
  var deadlines = Deadlines()
  /// Nothing is under way for which each event matters: a call, a wait for an event, the beginning.
  var isCalm = false
  /// How often the log had lost lines by the newest event.
  var losses = 0
  /// The signals that were taken in full at least once.
  var isFamiliar: [Bool]
  /// How often each sentence was kept by routine events.
  private(set) var held: [Int]
  /// The newest event, if it was routine.
  var newest: Newest?

  /// What is worth knowing of a routine event when it is over.
  struct Newest {
    var event: EventID
    var line: Int
    var time: LogTime?
    var order: Int
  }

  /// The clock at the event that is about to be taken, and which of its tests are true.
  private var ahead = SessionClock()
  private var answers: UInt64 = 0
  private var openings = Pool<OpenSpan>()

  init(_ program: Program, losses: Int) {
    spans = Array(repeating: SpanTable(), count: program.rulebook.spans.count)
    marks = Array(repeating: KeyedMoments(), count: program.markCount)
    gates = Gate.initial(sentences: program.sentences.count)
    isFamiliar = Array(repeating: false, count: program.rulebook.vocabulary.events.count * 2)
    held = Array(repeating: 0, count: program.sentences.count)
    self.losses = losses
  }

  /// A sentence's scope has opened or closed.
  mutating func setGate(_ sentence: Int, isOpen: Bool) {
    gates[Gate.open(sentence)] = isOpen
    gates[Gate.closed(sentence)] = !isOpen
  }

  /// A sentence has begun or ceased to wait for something that it has seen the beginning of.
  mutating func setGate(_ sentence: Int, isWaiting: Bool) { gates[Gate.waiting(sentence)] = isWaiting }

  /// Whether time that passed before a line counts for durations.
  func counts(_ difference: Int64, _ program: Program) -> Bool {
    for span in program.stoppingSpans where !spans[span].open.isEmpty { return false }
    guard let gaps = program.gaps, difference > gaps.over else { return true }
    return !gaps.spans.contains { !spans[$0].open.isEmpty }
  }

  // MARK: Routine events

  /// Whether an event is routine. If so, and nothing else comes in between, `take` takes it.
  mutating func isRoutine(
    _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?, losses: Int, _ program: Program,
    _ table: RoutineTable
  ) -> SessionClock.Step? {
    let code = Int(event.id.rawValue)
    guard isCalm, losses == self.losses, isFamiliar[code], !table.routines[code].isStructural else {
      return nil
    }
    var ahead = clock
    let step = ahead.advance(to: time) { counts($0, program) }
    if time != nil, deadlines.due < ahead.counted { return nil }
    for place in table.routines[code].askings where gates[table.askings[place].gate] {
      guard let test = table.askings[place].test else { return nil }
      switch answer(test, event, line, table) {
      case .no, .unknown: continue
      case .unclear: return nil
      case .yes: break
      }
      guard let demand = table.askings[place].demand, answer(demand.test, event, line, table) == .yes else {
        return nil
      }
    }
    self.ahead = ahead
    answers = 0
    var bit: UInt64 = 1
    for place in table.routines[code].closes
    where !note(table.changes[place].test, &bit, event, line, table) { return nil }
    for place in table.routines[code].opens
    where !note(table.changes[place].test, &bit, event, line, table) { return nil }
    for place in table.routines[code].marks
    where !note(table.marks[place].test, &bit, event, line, table) { return nil }
    return step
  }

  /// Takes an event that is routine; with its line copied if it opens spans.
  mutating func take(
    _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?, order: Int, as occurrence: Occurrence?,
    _ table: RoutineTable
  ) {
    clock = ahead
    let code = Int(event.id.rawValue)
    newest = Newest(event: event.id, line: event.line, time: time, order: order)
    var bit: UInt64 = 1
    var known: (field: Int, key: Key?)?
    func key(_ field: Int) -> Key? {
      if let known, known.field == field { return known.key }
      let key = event.key(field, in: line)
      known = (field, key)
      return key
    }
    // Its tests were true: else the event had not been routine.
    for place in table.routines[code].askings where gates[table.askings[place].gate] {
      guard let demand = table.askings[place].demand, let test = table.askings[place].test,
        answer(test, event, line, table) == .yes
      else { continue }
      held[demand.sentence] += 1
    }
    for place in table.routines[code].closes {
      defer { bit <<= 1 }
      if answers & bit == 0 { continue }
      if spans[table.changes[place].span].open.isEmpty { continue }
      let field = table.changes[place].key
      spans[table.changes[place].span].forget(field == nil ? .empty : field.flatMap(key), order: order)
    }
    if let occurrence {
      occurrence.order = order
      clock.stamp(occurrence)
    }
    for place in table.routines[code].opens {
      defer { bit <<= 1 }
      guard answers & bit != 0, let occurrence else { continue }
      let key = table.changes[place].key.flatMap(key) ?? .empty
      let span = table.changes[place].span
      if spans[span].open[key] != nil { continue }
      let opening = openings.take {
        OpenSpan(key: key, slot: key, opening: occurrence, openedAt: occurrence, order: order)
      }
      opening.begin(key, by: occurrence, order: order)
      spans[span].add(opening)
    }
    for place in table.routines[code].marks {
      defer { bit <<= 1 }
      if answers & bit == 0 { continue }
      let mark = table.marks[place]
      if mark.clears {
        marks[mark.index].clear(mark.key.flatMap(key), at: order)
      } else {
        let moment = Moment(order: order, clock, isTimed: time != nil)
        if let field = mark.key {
          marks[mark.index].note(key(field), moment, horizon: mark.horizon)
        } else {
          marks[mark.index].note(moment)
        }
      }
    }
  }

  /// Whether a routine event that was found to be one opens a span.
  func opens(_ event: EventID, _ table: RoutineTable) -> Bool {
    let routine = table.routines[Int(event.rawValue)]
    if routine.opens.isEmpty { return false }
    return answers >> UInt64(routine.closes.count) & ((1 << UInt64(routine.opens.count)) - 1) != 0
  }

  private func answer(
    _ test: Test, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Test.Answer {
    table.tests.answer(test, event, line) { !spans[$0].open.isEmpty }
  }

  /// Notes in the next bit whether a test is true; false where only a closer look tells.
  private mutating func note(
    _ test: Test, _ bit: inout UInt64, _ event: borrowing Event, _ line: Span<UInt8>, _ table: RoutineTable
  ) -> Bool {
    let answer = answer(test, event, line, table)
    if answer == .yes { answers |= bit }
    bit <<= 1
    return answer != .unclear
  }
}
