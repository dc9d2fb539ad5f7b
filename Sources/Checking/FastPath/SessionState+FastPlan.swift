import BasicContainers
import Trace

// The effects of an event that was found to take the fast path.

extension SessionState {
  /// The moment of the current event.
  @inline(__always)
  var moment: Moment {
    var moment = Moment(order: next.order, wall: clock.wall, counted: clock.counted, era: clock.era)
    moment.isTimed = next.circumstances.time != nil
    return moment
  }

  /// Runs the fast plan of the event that was just found to take the fast path, at a place in the log order. Its line is copied
  /// only if it opens a span. The clock must have been advanced to the event.
  mutating func run(
    _ event: Event, _ line: Span<UInt8>, at order: Int, _ circumstances: Circumstances,
    _ occurrences: inout OccurrencePool
  ) {
    let code = Int(event.id.rawValue)
    newest = Newest(event: event.id, line: event.line, time: circumstances.time, order: order)
    (next.order, next.circumstances) = (order, circumstances)
    if next.isCounted { count(table.fastPlans[code], event, line) }
    if table.fastPlans[code].hasNoEffects { return }
    if next.isOnMain { markAll(Int(table.fastPlans[code].mainMark)) }
    var answers = next.answers
    for place in table.fastPlans[code].effects {
      if answers & 1 == 1 { perform(Int(place), event, line, &occurrences) }
      answers >>= 1
    }
  }

  /// Performs the effect at an index.
  @inline(__always)
  private mutating func perform(
    _ place: Int, _ event: Event, _ line: Span<UInt8>, _ occurrences: inout OccurrencePool
  ) {
    let index = Int(table.effects[place].index)
    next.key.become(table.effects[place].key, event, line)
    switch table.effects[place].kind {
    case .close: if !spans[index].isEmpty { close(index, place) }
    case .open: open(index, place, event, line, &occurrences)
    case .mark: mark(index, retention: table.effects[place].retention)
    case .clear: marks[index].clear(next.key.key.asOptional, at: next.order)
    }
  }

  @inline(never)
  private mutating func close(_ span: Int, _ effect: Int) {
    if table.effects[effect].key < 0 { next.key.empty() }
    countHeld(effect)
    spans[span].forget(next.key.key, order: next.order, &openingStore)
  }

  /// Opens a span under the current key, unless it is already open.
  @inline(never)
  private mutating func open(
    _ span: Int, _ effect: Int, _ event: Event, _ line: Span<UInt8>, _ occurrences: inout OccurrencePool
  ) {
    if next.key.key.isAbsent { next.key.empty() }
    let room = spans[span].room(for: next.key.key, openingStore)
    if room.number >= 0 { return }
    let number =
      openingStore.write(event, line, next.circumstances, under: next.key.key, at: moment)
      ?? enter(event, line, &occurrences)
    spans[span].put(number, under: next.key.key, at: room, openingStore)
    if moment.isTimed { startTimers(effect, number) }
  }

  /// Counts the event for the sentences `each E has C` that only count it.
  @inline(never)
  private mutating func count(_ fastPlan: FastPlan, _ event: Event, _ line: Span<UInt8>) {
    for place in fastPlan.subscriptionHeaders where activations[Int(table.activations[Int(place)])] {
      guard let test = table.subscriptionHeaders[Int(place)].test,
        let demand = table.subscriptionHeaders[Int(place)].demand,
        answer(test, table.subscriptionHeaders[Int(place)].condition, event, line) == .yes
      else { continue }
      switch answer(demand.test, event, line) {
      case .yes: held[demand.sentence] += 1
      case .unknown: unknown[demand.sentence] += 1
      case .no, .unclear: break
      }
    }
  }

  /// Stores an opening that has no row in `OpeningStore`: in its compact part or, if that is not possible either, as an object.
  /// Returns its number.
  @inline(never)
  private mutating func enter(
    _ event: Event, _ line: Span<UInt8>, _ occurrences: inout OccurrencePool
  ) -> Int32 {
    let annexed = openingStore.writeCompact(
      event, line, next.circumstances, under: next.key.key, at: moment)
    if let annexed { return annexed }
    let occurrence = occurrences.make(event, line, next.circumstances)
    occurrence.order = next.order
    moment.stamp(occurrence)
    let opening = openingStore.allocateObject()
    opening.begin(
      next.key.key, in: next.key.key, by: occurrence, told: next.order, at: occurrence, order: next.order)
    return openingStore.enter(opening, in: next.key.key)
  }

  /// Starts the duration timers of an opening.
  private mutating func startTimers(_ effect: Int, _ number: Int32) {
    for term in table.effects[effect].terms {
      deadlines.begin(term: table.terms[Int(term)].number, for: number, at: moment.counted, &openingStore)
    }
  }

  /// Counts the sentences that hold because the span closes under the current key.
  private mutating func countHeld(_ effect: Int) {
    if table.effects[effect].kept.isEmpty, table.effects[effect].terms.isEmpty { return }
    let span = Int(table.effects[effect].index)
    let key = next.key.key
    if !key.isAbsent {
      let number = spans[span].number(key, openingStore)
      return number < 0 ? () : countHeld(effect, number)
    }
    var next = 0
    while true {
      let number = spans[span].next(from: &next)
      if number < 0 { return }
      countHeld(effect, number)
    }
  }

  private mutating func countHeld(_ effect: Int, _ number: Int32) {
    for sentence in table.effects[effect].kept { held[table.kept[Int(sentence)]] += 1 }
    for term in table.effects[effect].terms {
      let (term, sentence) = table.terms[Int(term)]
      guard openingStore.stopTimer(number, term), moment.isTimed else { continue }
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
