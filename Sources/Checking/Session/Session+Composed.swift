import BasicContainers
import Rulebook
import Trace

// Composed spans, `S while T`: one is open for each open S as long as a T is open.
//
// If an app leaks, many S are open whenever a T opens, and T nearly always closes before anything depends on these openings. If
// rules only limit how long they may last, one opening is made, for the oldest S. The others are deferred until the shortest
// limit has passed.

/// Openings of a composed span that are not made yet.
struct DeferredOpenings {
  let span: Int
  /// The span whose openings they have.
  let first: Int
  /// The line at which they opened.
  let line: Occurrence
  /// How many they are.
  var count: Int
  /// The places in the log's order that are kept for them.
  var orders: Range<Int>
  /// The place of the one that is made.
  var made: Int
  /// The place that the next term had when they opened.
  let sequence: Int
  /// When the first term is over, in counted nanoseconds.
  let due: Int64
}

extension Session {
  /// The second part of a composed span is open from here on: what is open of its first part opens the span.
  func openAll(_ composed: Int, of first: Int, at signal: Signal) {
    if program.isDeferrable[composed], state.spans[first].count > program.limits.singleOpenings,
      signal.line.time != nil, let oldest = state.oldest(first)
    {
      return openOldest(composed, of: first, oldest, at: signal)
    }
    state.list(first, openAt: .max, in: &parts)
    for part in parts {
      log.work.openings += 1
      open(composed, part.key, in: part.slot, by: part.opening, told: part.told, at: signal)
    }
    parts.clear()
  }

  private func openOldest(_ composed: Int, of first: Int, _ oldest: OpenSpan, at signal: Signal) {
    let sequence = state.deadlines.sequence
    let made = open(
      composed, oldest.key, in: oldest.slot, by: oldest.opening, told: oldest.told, at: signal)
    guard let made else { return }
    let count = state.spans[first].count - 1
    let limit = termNumbers(of: composed).compactMap { state.deadlines.limit(ofTerm: $0) }.min()
    deferred.append(
      DeferredOpenings(
        span: composed, first: first, line: signal.line, count: count, orders: log.nextOrders(count),
        made: made.order, sequence: sequence,
        due: limit.map { Deadline.due($0, after: signal.line) } ?? .max))
  }

  /// The numbers of the terms that each opening of a span has in this session. No term is copied: a copy would make the next
  /// change of its queue copy all of it.
  private func termNumbers(of span: Int) -> [Int] {
    program.claimsOfSpan.places(span).compactMap { place -> Int? in
      guard let number = program.sentences[program.claimsOfSpan[place].sentence].term,
        state.deadlines.limit(ofTerm: number) != nil
      else { return nil }
      return number
    }
  }

  /// Makes what is deferred and has a term that is over before that time.
  func makeDeferred(before counted: Int64) {
    while let place = deferred.firstIndex(where: { $0.due < counted }) { makeAll(at: place) }
  }

  /// Makes all that is deferred.
  func makeDeferred() {
    while !deferred.isEmpty { makeAll(at: 0) }
  }

  private func makeAll(at place: Int) {
    var openings = deferred.remove(at: place)
    state.list(openings.first, openAt: openings.orders.lowerBound, in: &parts)
    for part in parts where !state.isOpen(openings.span, in: part.slot) {
      let order = openings.orders.removeFirst()
      makeOpening(part, of: openings, order: order)
    }
    parts.clear()
  }

  @discardableResult
  private func makeOpening(_ part: OpenSpan, of openings: DeferredOpenings, order: Int) -> OpenSpan {
    log.work.openings += 1
    let opened = state.openingStore.makeSpare()
    opened.begin(part.key, in: part.slot, by: part.opening, told: part.told, at: openings.line, order: order)
    state.open(openings.span, opened, in: part.slot)
    for term in termNumbers(of: openings.span) {
      state.startTerm(term, forEarlier: opened, sequence: openings.sequence)
    }
    return opened
  }

  /// What is open of the first part closes for a slot: if the span's own opening was deferred, it is made to close.
  func closeOne(_ composed: Int, of part: OpenSpan, by signal: Signal) {
    let place = deferred.firstIndex { $0.span == composed && part.order < $0.orders.lowerBound }
    guard let place else { return close(composed, part.slot, by: signal) }
    let isMade = state.isOpen(composed, in: part.slot)
    if !isMade {
      makeOpening(part, of: deferred[place], order: deferred[place].orders.removeLast())
      deferred[place].count -= 1
    }
    close(composed, part.slot, by: signal)
    if deferred[place].count == 0 {
      deferred.remove(at: place)
    } else if isMade, let oldest = state.oldest(deferred[place].first) {
      // One is always made: it stands for the others.
      let opened = makeOpening(oldest, of: deferred[place], order: deferred[place].orders.removeFirst())
      deferred[place].made = opened.order
      deferred[place].count -= 1
    }
  }

  /// The second part is closed: so is the span, with all that is deferred.
  func closeAll(_ composed: Int, by signal: Signal) {
    if let place = deferred.firstIndex(where: { $0.span == composed }) {
      closedUnmade.append((deferred[place].made, deferred[place].count))
      deferred.remove(at: place)
    }
    close(composed, nil, by: signal)
  }

  /// How many openings have closed with a change: its own, and those that were never made.
  func closedCount(of change: Change) -> Int {
    1 + (closedUnmade.first { $0.made == change.opened }?.count ?? 0)
  }
}
