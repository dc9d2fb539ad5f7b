import Trace

/// When something happened, on the session's clocks.
struct Moment {
  var order: Int
  var wall: Int64
  var counted: Int64
  var time: LogTime?
  var era: Int

  init(_ signal: Session.Signal) {
    order = signal.order
    wall = signal.line.wall
    counted = signal.line.counted
    time = signal.line.sighting.time
    era = signal.line.era
  }

  /// Whether the time between the two is known.
  func isComparable(with line: Occurrence) -> Bool {
    time != nil && line.sighting.time != nil && era == line.era
  }
}

/// When an event was seen last, for each of its keys. An event without the key concerns every key.
struct KeyedMoments {
  private var moments: [String: Moment] = [:]
  private var any: Moment?
  /// The newest of those that have a time, where they are not the newest at all.
  private var timed: [String: Moment] = [:]
  private var anyTimed: Moment?
  /// When the newest event that concerned every key was said to concern a key no more.
  private var cleared: [String: Int] = [:]
  /// How many keys there may be before old ones are forgotten.
  private var size = 64

  /// Remembers an event; those that lie further back than `horizon`, in counted nanoseconds, may be forgotten.
  mutating func note(_ key: String?, _ moment: Moment, horizon: Int64?) {
    guard let key else {
      if moment.time == nil {
        anyTimed = anyTimed ?? any.flatMap { $0.time == nil ? nil : $0 }
      } else {
        anyTimed = nil
      }
      any = moment
      cleared.removeAll(keepingCapacity: true)
      return
    }
    if moment.time == nil {
      if let older = moments[key], older.time != nil { timed[key] = older }
    } else if !timed.isEmpty {
      timed[key] = nil
    }
    moments[key] = moment
    guard let horizon, moments.count > size else { return }
    moments = moments.filter { moment.counted - $0.value.counted <= horizon }
    size = max(64, moments.count * 2)
  }

  /// What was seen so far does not count any more, for one key or for all.
  mutating func clear(_ key: String?, at order: Int) {
    guard let key else {
      timed.removeAll()
      anyTimed = nil
      moments.removeAll(keepingCapacity: true)
      cleared.removeAll(keepingCapacity: true)
      any = nil
      return
    }
    moments[key] = nil
    timed[key] = nil
    if any != nil { cleared[key] = order }
  }

  /// The newest event that concerns the key, or any one where there is no key.
  func newest(_ key: String?) -> Moment? {
    guard let key else {
      return [any].compactMap(\.self).reduce(moments.values.max { $0.order < $1.order }, later)
    }
    return later(moments[key], any.flatMap { $0.order > cleared[key] ?? -1 ? $0 : nil })
  }

  /// The newest of them that has a time.
  func newestTimed(_ key: String?) -> Moment? {
    func timedOf(_ moment: Moment?) -> Moment? { moment?.time == nil ? nil : moment }
    guard let key else {
      return (Array(moments.values) + Array(timed.values) + [any, anyTimed].compactMap(\.self))
        .compactMap(timedOf).max { $0.order < $1.order }
    }
    let own = timedOf(moments[key]) ?? timed[key]
    let all = [any, anyTimed].compactMap(timedOf).first { $0.order > cleared[key] ?? -1 }
    return later(own, all)
  }

  private func later(_ a: Moment?, _ b: Moment?) -> Moment? {
    guard let a, let b else { return a ?? b }
    return a.order > b.order ? a : b
  }
}
