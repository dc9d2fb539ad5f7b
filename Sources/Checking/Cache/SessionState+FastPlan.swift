import BasicContainers
import Trace

// The effects of an event that was found to take the fast path.

extension SessionState {
  /// Begins an event at a place in the log order. `passed` is the time by which the clock is behind the event, in nanoseconds.
  @inline(__always)
  mutating func begin(order: Int, after passed: Int64, isTimed: Bool = true) {
    (next.order, next.passed, next.isTimed) = (order, passed, isTimed)
  }

  /// The moment of the current event. It is computed for each use, because that is faster in registers than loading a value whose
  /// parts were just stored.
  @inline(__always)
  var moment: Moment {
    mutating get {
      var moment = clock.moment(order: next.order, after: next.passed)
      moment.isTimed = next.isTimed
      return moment
    }
  }

  /// Runs the fast plan of the event that was just found to take the fast path. Its line is copied only if it opens a span.
  /// Returns whether the event has effects, apart from being counted.
  @inline(__always)
  mutating func run(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ occurrences: inout OccurrencePool
  ) -> Bool {
    let code = Int(event.id.rawValue)
    if next.isCounted {
      count(table.fastPlans[code], event, line)
      next.isCounted = false
    }
    if table.fastPlans[code].hasNoEffects { return false }
    if next.isOnMain { markAll(Int(table.fastPlans[code].mainMark)) }
    var answers = next.answers
    for place in table.fastPlans[code].deeds {
      if answers & 1 == 1 {
        let instruction = table.deeds[Int(place)].instruction
        next.key.become(instruction.key, event, line)
        perform(instruction, event, line, time, &occurrences)
      }
      answers >>= 1
    }
    return true
  }

  /// Returns the maximum number of instructions of an event.
  func maxInstructions(of event: EventID) -> Int {
    let fastPlan = table.fastPlans[Int(event.rawValue)]
    return fastPlan.deeds.count * 2 + fastPlan.subscriptionHeaders.count + 1
  }

  /// Writes the instructions of the event that was just found to take the fast path into an array, from an index on. Returns them
  /// as a cached plan.
  mutating func list(
    actsOf event: Event, _ line: Span<UInt8>, in instructions: inout UniqueArray<FastPlan.Instruction>,
    from start: Int
  ) -> CachedPlan {
    let code = Int(event.id.rawValue)
    var answers = next.answers
    var place = start
    if next.isCounted {
      for asking in table.fastPlans[code].subscriptionHeaders {
        guard let instruction = instruction(ofAsking: Int(asking), event, line) else { continue }
        instructions[place] = instruction
        place += 1
      }
    }
    if next.isOnMain {
      instructions[place] = FastPlan.Instruction(kind: .markAll, index: table.fastPlans[code].mainMark)
      place += 1
    }
    var first = FastPlan.Instruction.none
    var key: Int32?
    for deed in table.fastPlans[code].deeds {
      if answers & 1 == 1, !closesNothing(table.deeds[Int(deed)].instruction) {
        var instruction = table.deeds[Int(deed)].instruction
        instruction.place = Int32(event.place(of: Int(instruction.key)) ?? -1)
        if instruction.kind == .mark, instruction.place < 0 {
          instruction.kind = .markAll
        } else if key == nil, first.index < 0 {
          first = instruction
        } else if instruction.key != key {
          instructions[place] = FastPlan.Instruction(
            kind: .key, index: -1, key: instruction.key, place: instruction.place)
          place += 1
        }
        instructions[place] = instruction
        place += 1
        // Without a key, a span is opened or closed under the empty key, which replaces the current one.
        if instruction.kind != .markAll { key = instruction.place < 0 ? nil : instruction.key }
      }
      answers >>= 1
    }
    if place == start, !event.fields.isEmpty, event.fields[0].number >= 0 {
      (first.key, first.place) = (event.fields[0].number, 0)
    }
    return CachedPlan(start..<place, of: instructions, key: first.key, at: first.place)
  }

  /// Whether an instruction closes a span that was never open.
  @inline(__always)
  private func closesNothing(_ instruction: FastPlan.Instruction) -> Bool {
    instruction.kind == .close && !spans[Int(instruction.index)].wasOpen
  }

  /// Computes the key for a cached plan. A short key is also computed for a plan that does nothing. Whether a plan does anything
  /// is hard to predict, and work before that branch is done while the processor waits for the result.
  @inline(__always)
  mutating func makeKey(_ cachedPlan: CachedPlan, _ event: Event, _ line: Span<UInt8>) {
    if next.key.makeShort(cachedPlan.key, at: Int(cachedPlan.keyPlace), event, line) || !cachedPlan.isAny {
      return
    }
    next.key.make(cachedPlan.key, at: Int(cachedPlan.keyPlace), event, line)
  }

  /// Executes an instruction under the current key.
  @inline(__always)
  mutating func perform(
    _ instruction: FastPlan.Instruction, _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ occurrences: inout OccurrencePool
  ) {
    let index = Int(instruction.index)
    // Numbers are passed instead of the instruction, because a struct would be put together for the call and taken apart again.
    switch instruction.kind {
    case .key: next.key.make(instruction.key, at: Int(instruction.place), event, line)
    case .close: closeAny(index, hasKey: instruction.key >= 0, instruction.more)
    case .open: open(index, instruction.more, event, line, time, &occurrences)
    case .mark: mark(index, retention: instruction.retention)
    case .markAll: markAll(index)
    case .clear: marks[index].clear(next.key.key.asOptional, at: next.order)
    case .countHeld: held[index] += 1
    case .countUnknown: unknown[index] += 1
    case .take, .doubt: break
    }
  }

  /// Closes a span under the current key, if it is open.
  @inline(__always)
  mutating func closeAny(_ index: Int, hasKey: Bool, _ deed: Int32) {
    if !spans[index].isEmpty { close(index, hasKey: hasKey, deed) }
  }

  @inline(never)
  private mutating func close(_ index: Int, hasKey: Bool, _ deed: Int32) {
    if !hasKey { next.key.empty() }
    if deed >= 0 { keep(Int(deed)) }
    spans[index].forget(next.key.key, order: next.order, &openingStore)
  }

  /// Opens a span under the current key, unless it is already open.
  @inline(never)
  mutating func open(
    _ index: Int, _ deed: Int32, _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ occurrences: inout OccurrencePool
  ) {
    if next.key.key.isAbsent { next.key.empty() }
    let room = spans[index].room(for: next.key.key, openingStore)
    if room.number >= 0 { return }
    let number =
      openingStore.write(event, line, time, next.circumstances, under: next.key.key, at: moment)
      ?? enter(event, line, time, &occurrences)
    spans[index].put(number, under: next.key.key, at: room, openingStore)
    if !spans[index].wasOpen { noteFirstOpening(index) }
    if deed >= 0, next.isTimed { beginTerms(Int(deed), number) }
  }

  /// Counts the event for the sentences that only count it.
  @inline(never)
  private mutating func count(
    _ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>
  ) {
    for place in fastPlan.subscriptionHeaders {
      guard let instruction = instruction(ofAsking: Int(place), event, line) else { continue }
      switch instruction.kind {
      case .countHeld: held[Int(instruction.index)] += 1
      case .countUnknown: unknown[Int(instruction.index)] += 1
      default: break
      }
    }
  }

  /// Returns the instructions for the monitors that handle the event detached.
  mutating func actsOfMonitors(_ event: Event, _ line: Span<UInt8>) -> [FastPlan.Instruction] {
    table.fastPlans[Int(event.id.rawValue)].subscriptionHeaders.compactMap { place in
      instruction(ofAsking: Int(place), event, line).flatMap { $0.isOfMonitor ? $0 : nil }
    }
  }

  /// Returns what a subscription does with an event that takes the fast path; nil if it does nothing.
  private mutating func instruction(
    ofAsking place: Int, _ event: Event, _ line: Span<UInt8>
  ) -> FastPlan.Instruction? {
    guard activations[Int(table.activations[place])], let test = table.subscriptionHeaders[place].test else {
      return nil
    }
    let answer = self.answer(test, event, line)
    if answer == .no || answer == .unknown && !table.subscriptionHeaders[place].isDoubted { return nil }
    if let instruction = runsDetached(table.subscriptionHeaders[place], answer) { return instruction }
    guard let demand = table.subscriptionHeaders[place].demand else { return nil }
    return switch self.answer(demand.test, event, line) {
    case .yes: FastPlan.Instruction(kind: .countHeld, index: Int32(demand.sentence))
    case .unknown: FastPlan.Instruction(kind: .countUnknown, index: Int32(demand.sentence))
    case .no, .unclear: nil
    }
  }

  /// Returns a copy of the current event, for those who keep a reference to it.
  mutating func occurrence(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ occurrences: inout OccurrencePool
  ) -> Occurrence {
    var circumstances = next.circumstances
    circumstances.time = time
    let occurrence = occurrences.make(event, line, circumstances)
    occurrence.order = next.order
    moment.stamp(occurrence)
    return occurrence
  }

  /// Stores an opening that has no row in `OpeningStore`: in its compact part or, if that is not possible either, as an object.
  /// Returns its number.
  @inline(never)
  private mutating func enter(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?, _ occurrences: inout OccurrencePool
  ) -> Int32 {
    let annexed = openingStore.compactOpenings(
      event, line, time, next.circumstances, under: next.key.key, at: moment)
    if let annexed { return annexed }
    let occurrence = occurrence(event, line, time, &occurrences)
    let opening = openingStore.allocateObject()
    opening.begin(
      next.key.key, in: next.key.key, by: occurrence, told: next.order, at: occurrence, order: next.order)
    return openingStore.enter(opening, in: next.key.key)
  }

  /// Starts the duration timers of an opening.
  private mutating func beginTerms(_ place: Int, _ number: Int32) {
    for term in table.deeds[place].terms {
      next.isNews = true
      deadlines.begin(term: table.terms[Int(term)].number, for: number, at: moment.counted, &openingStore)
    }
  }

  /// Counts the sentences that hold because the span closes under the current key.
  private mutating func keep(_ place: Int) {
    let span = Int(table.deeds[place].instruction.index)
    let key = next.key.key
    if !key.isAbsent {
      let number = spans[span].number(key, openingStore)
      return number < 0 ? () : keep(place, number)
    }
    var next = 0
    while true {
      let number = spans[span].next(from: &next)
      if number < 0 { return }
      keep(place, number)
    }
  }

  @inline(__always)
  private mutating func keep(_ place: Int, _ number: Int32) {
    for sentence in table.deeds[place].kept { held[table.kept[Int(sentence)]] += 1 }
    for term in table.deeds[place].terms {
      let (term, sentence) = table.terms[Int(term)]
      guard openingStore.stopTimer(number, term), next.isTimed else { continue }
      let opened = openingStore.moment(of: number)
      guard opened.era == clock.era else { continue }
      let closed = moment
      let silence = clock.silences.length(from: opened.wall, to: closed.wall)
      if silence > 0, closed.counted - opened.counted + silence > deadlines.term(term)?.limit ?? .max {
        unmeasured[sentence] += 1
      } else {
        held[sentence] += 1
      }
    }
  }
}
