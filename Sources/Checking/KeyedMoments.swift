import Trace

/// When something happened, on the session's clocks.
struct Moment {
  var order: Int
  var wall: Int64
  var counted: Int64
  var time: Timestamp?

  init(_ signal: Session.Signal) {
    order = signal.order
    wall = signal.line.wall
    counted = signal.line.counted
    time = signal.line.sighting.time
  }

  /// Whether the time between the two is known.
  func isComparable(with line: Occurrence) -> Bool {
    guard let time, let other = line.sighting.time else { return false }
    return time.kind == other.kind
  }
}

/// When an event was seen last, for each of its keys. An event without the key concerns every key.
struct KeyedMoments {
  private var moments: [String: Moment] = [:]
  private var any: Moment?
  /// When the newest event that concerned every key was said to concern a key no more.
  private var cleared: [String: Int] = [:]
  /// How many keys there may be before old ones are forgotten.
  private var size = 64

  /// Remembers an event; those that lie further back than `horizon`, in counted nanoseconds, may be forgotten.
  mutating func note(_ key: String?, _ moment: Moment, horizon: Int64?) {
    guard let key else {
      any = moment
      cleared.removeAll(keepingCapacity: true)
      return
    }
    moments[key] = moment
    guard let horizon, moments.count > size else { return }
    moments = moments.filter { moment.counted - $0.value.counted <= horizon }
    size = max(64, moments.count * 2)
  }

  /// What was seen so far does not count any more, for one key or for all.
  mutating func clear(_ key: String?, at order: Int) {
    guard let key else {
      moments.removeAll(keepingCapacity: true)
      cleared.removeAll(keepingCapacity: true)
      any = nil
      return
    }
    moments[key] = nil
    if any != nil { cleared[key] = order }
  }

  /// The newest event that concerns the key, or any one where there is no key.
  func newest(_ key: String?) -> Moment? {
    guard let key else {
      return [any].compactMap(\.self).reduce(moments.values.max { $0.order < $1.order }, later)
    }
    return later(moments[key], any.flatMap { $0.order > cleared[key] ?? -1 ? $0 : nil })
  }

  private func later(_ a: Moment?, _ b: Moment?) -> Moment? {
    guard let a, let b else { return a ?? b }
    return a.order > b.order ? a : b
  }
}
