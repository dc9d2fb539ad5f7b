import BasicContainers
import Rulebook
import Trace

// Composed spans, `S while T`: one opening for each open S, as long as any T is open.
//
// If an app leaks, many S are open whenever a T opens. T nearly always closes before anything depends on these openings. If rules
// only limit how long they may last, a single opening is created, for the oldest S. The others are deferred until the shortest
// limit has passed.

/// The openings of a composed span that are deferred: they are open, but not created yet.
struct DeferredOpenings {
  /// The composed span.
  let span: Int
  /// The first part of the composed span: S of `S while T`.
  let first: Int
  /// The line at which they opened.
  let line: Occurrence
  /// Their number.
  var count: Int
  /// The log orders that are reserved for them.
  var orders: Range<Int>
  /// The log order of the opening that was created, which represents them.
  var made: Int
  /// The sequence number of the timers when they opened. Their own timers get this number, so they expire in the right order.
  let sequence: Int
  /// The earliest end of one of their duration timers, in counted nanoseconds.
  let due: Int64
}

extension Session {
  /// Opens a composed span for each opening of its first part, because its second part opens.
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

  /// Opens a composed span for the oldest opening of its first part, and defers the other openings.
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

  /// Returns the numbers of the duration timers of a span in this session. It copies no timer, because the next change of a
  /// copied timer's queue would copy the whole queue.
  private func termNumbers(of span: Int) -> [Int] {
    program.claimsOfSpan.places(span).compactMap { place -> Int? in
      guard let number = program.sentences[program.claimsOfSpan[place].sentence].term,
        state.deadlines.limit(ofTerm: number) != nil
      else { return nil }
      return number
    }
  }

  /// Creates the deferred openings that have a duration timer which ends before a time, in counted nanoseconds.
  func makeDeferred(before counted: Int64) {
    while let place = deferred.firstIndex(where: { $0.due < counted }) { makeAll(at: place) }
  }

  /// Creates all deferred openings.
  func makeDeferred() {
    while !deferred.isEmpty { makeAll(at: 0) }
  }

  /// Creates all deferred openings of one entry of `deferred`.
  private func makeAll(at place: Int) {
    var openings = deferred.remove(at: place)
    state.list(openings.first, openAt: openings.orders.lowerBound, in: &parts)
    for part in parts where !state.isOpen(openings.span, in: part.slot) {
      let order = openings.orders.removeFirst()
      makeOpening(part, of: openings, order: order)
    }
    parts.clear()
  }

  /// Creates the opening of a composed span for an opening of its first part, and starts its duration timers.
  @discardableResult
  private func makeOpening(_ part: OpenSpan, of openings: DeferredOpenings, order: Int) -> OpenSpan {
    log.work.openings += 1
    let opened = state.openingStore.allocateObject()
    opened.begin(part.key, in: part.slot, by: part.opening, told: part.told, at: openings.line, order: order)
    state.open(openings.span, opened, in: part.slot)
    for term in termNumbers(of: openings.span) {
      state.startDurationTimer(term, forEarlier: opened, sequence: openings.sequence)
    }
    return opened
  }

  /// Closes the opening of a composed span for an opening of its first part, which closes. A deferred opening is created first.
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
      // One opening must exist, to represent the deferred ones.
      let opened = makeOpening(oldest, of: deferred[place], order: deferred[place].orders.removeFirst())
      deferred[place].made = opened.order
      deferred[place].count -= 1
    }
  }

  /// Closes all openings of a composed span, because its second part has closed. Drops the deferred openings.
  func closeAll(_ composed: Int, by signal: Signal) {
    if let place = deferred.firstIndex(where: { $0.span == composed }) {
      closedDeferred.append((deferred[place].made, deferred[place].count))
      deferred.remove(at: place)
    }
    close(composed, nil, by: signal)
  }

  /// Returns the number of openings that a change closes: its own, and the deferred ones that it represents.
  func closedCount(of change: Change) -> Int {
    1 + (closedDeferred.first { $0.made == change.opened }?.count ?? 0)
  }
}
