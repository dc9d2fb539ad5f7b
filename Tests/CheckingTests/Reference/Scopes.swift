import Rulebook

extension Reference {
  /// An instance of a scope: the signals later than `open`, up to `close`.
  struct Instance: Hashable {
    /// -1 is the beginning of the history.
    let open: Int
    let close: Int?
    /// The line before which it ends, if it ends by time and not by a signal.
    var expiry: Int?
    /// Whether it ends by time. Then only events whose time can be compared with the opening's are inside.
    var isTimed = false
    /// Its length in nanoseconds, if it ends by time.
    var time: Int64?
    /// The line at which it begins, if no event opened it.
    var from: Int?
    /// The event that opened it, which claims about the whole instance judge; nil if there is none.
    var opener: Int?
    /// The line of the opening, if the instance is an opening of a span.
    var opening: Int?
    /// The key that the claim's events must have.
    var bound: Key?
  }
}

extension Reference.History {
  typealias Instance = Reference.Instance

  /// The instances of a scope.
  func instances(of scope: Scope?) -> [Instance] {
    switch scope {
    case nil: return [Instance(open: -1, close: nil)]
    case .open(let spans):
      return stretches(of: spans.flatMap { settledOpenings($0.id) }, byMoment: true).map { stretch in
        Instance(open: stretch.open, close: stretch.close, opener: stretch.opener)
      }
    case .during(let spans):
      return spans.flatMap { span in
        settledOpenings(span.id).map { opening in
          let key = Key(fields: [keyField(of: span.id)], values: opening.key.map { [$0] })
          return Instance(
            open: opening.begin ?? opening.open, close: opening.close, opener: opening.open,
            opening: line(of: opening), bound: span.isBound ? key : nil)
        }
      }
    case .outside(let spans):
      let inside = stretches(of: spans.flatMap { openings($0.id) }, byMoment: true)
      let begins = [-1] + inside.compactMap(\.close)
      return begins.compactMap { begin in
        let end = inside.first { $0.open > begin }?.open
        let isInside = inside.contains { $0.open < begin && $0.close == nil }
        return isInside ? nil : Instance(open: begin, close: end)
      }
    case .after(let start, let end): return instances(from: start, to: end)
    case .between(let start, let end): return instances(from: start, to: end)
    case .following(let start, let limit): return instances(for: limit, after: start)
    case .before(let end):
      guard let knownFrom, let line = lines.firstIndex(of: knownFrom) else { return [] }
      let (begin, close) = (first(of: line) - 1, matches(end).first?.signal)
      return close.map { $0 > begin } ?? true ? [Instance(open: begin, close: close, from: line)] : []
    }
  }

  /// Whether a signal is inside. A derived signal has the moment of its source.
  func contains(_ instance: Instance, _ signal: Int) -> Bool {
    (instance.open < 0 || isLater(signal, than: instance.open))
      && instance.close.map { !isLater(signal, than: $0) } ?? true
  }

  /// The instances from an event to the next event of the end pattern. Further start events in between have no effect.
  private func instances(from start: EventPattern, to end: EventPattern?) -> [Instance] {
    let ends = end.map(matches) ?? []
    var instances: [Instance] = []
    for match in matches(start) {
      if let last = instances.last, last.close.map({ match.signal < $0 }) ?? true { continue }
      let close = ends.first { $0.signal > match.signal }?.signal
      instances.append(Instance(open: match.signal, close: close, opener: match.signal))
    }
    return instances
  }

  /// The instances for a limit after each event, or until the next event.
  private func instances(for limit: Limit, after start: EventPattern) -> [Instance] {
    let starts = matches(start).map(\.signal)
    return starts.indices.compactMap { index in
      let signal = starts[index]
      guard clock[signals[signal].line] != nil, let time = time(limit, judged: signal, at(signal)) else {
        return nil
      }
      let expiry = firstLine(laterThan: time, after: signals[signal].line)
      let next = starts.dropFirst(index + 1).first
      let end = expiry.map { first(of: $0) }
      let isOver = end.map { $0 <= next ?? $0 } ?? false
      return Instance(
        open: signal, close: isOver ? end.map { $0 - 1 } : next, expiry: isOver ? expiry : nil, isTimed: true,
        time: time, opener: signal)
    }
  }

  /// The time of a limit for the judged event; nil if it is unknown.
  func time(_ limit: Limit, judged: Int?, _ place: Place) -> Int64? {
    switch limit {
    case .fixed(let time): return time
    case .value(let operand):
      guard case .number(let time)? = value(operand, judged: judged, place), time >= 0 else { return nil }
      return Int64(time)
    }
  }

  /// The place at which an instance ends; nil if it continues.
  func end(of instance: Instance) -> Place? { instance.expiry.map(before) ?? instance.close.map(at) }

  /// The related lines of an instance at a place: the line that opened it, or those of all its spans that are open
  /// there.
  func lines(of instance: Instance, in scope: Scope?, at place: Place) -> [Int] {
    switch scope {
    case nil, .outside, .before: return []
    case .after, .between, .following: return [signals[instance.open].line]
    case .during: return instance.opening.map { [$0] } ?? []
    case .open(let spans):
      let open = spans.flatMap { settledOpenings($0.id) }.filter { opening in
        opening.begin.map { begin in
          isLater(horizon(place), than: begin) || lastOfMoment(begin) == lastOfMoment(instance.open)
        } ?? false
          && opening.close.map { !isLater(horizon(place), than: $0) } ?? true
      }
      return open.map { line(of: $0) }
    }
  }

  /// The line of an opening: for a state, the entry of its callback; for a composed span, the line of the first span.
  func line(of opening: Opening) -> Int { witness(opening.open) }

  // MARK: Time

  /// The line from which the time of an instance counts.
  func line(of instance: Instance) -> Int {
    instance.from ?? (instance.open < 0 ? 0 : signals[instance.open].line)
  }

  /// The first line that is later than a limit after another one.
  func firstLine(laterThan limit: Int64, after line: Int) -> Int? {
    lines.indices.dropFirst(line + 1).first { later in
      elapsed(from: line, to: later).map { $0 > limit } ?? false
    }
  }

  /// The same, if the instance continues until then.
  func firstLine(laterThan limit: Int64, after line: Int, in instance: Instance) -> Int? {
    firstLine(laterThan: limit, after: line).flatMap { later in
      let isOver =
        instance.expiry.map { $0 < later } ?? (instance.close.map { $0 < first(of: later) } ?? false)
      return isOver ? nil : later
    }
  }
}
