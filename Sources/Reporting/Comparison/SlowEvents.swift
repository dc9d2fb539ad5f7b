/// The times that must differ before an event counts as slow. A time is slow if it is `factor` times as long as in the slowest
/// good run, and longer by a minimum, in nanoseconds.
enum SlowLimits {
  /// A busy machine or a debug build can double a time, so the factor is larger.
  static let factor: Int64 = 4
  /// Instruments reports a delay of the main thread from 250 ms as a hang, because a user notices it.
  static let callback: Int64 = 250_000_000
  /// A wait of a second interrupts the user's train of thought (Miller 1968, doi:10.1145/1476589.1476628).
  static let wait: Int64 = 1_000_000_000
  /// A longer wait in a good run is probably a wait for the user or the network, and does not show how fast the app is.
  static let longestGoodWait: Int64 = 1_000_000_000
}

/// Finds callbacks and waits that take much longer in another run than in all good runs.
struct SlowEvents {
  let differences: [Difference]
  /// For each difference, the index of its event in the other run.
  let indices: [Int]

  /// Compares the runs. `matches` are the matched events: the index in the first good run, by the index in the other run.
  init(good: [RunEvents], bad: RunEvents, _ matches: [Int: Int], _ table: KindTable) {
    let goodTimes = good.map { Self.longestTimes(in: $0, table) { _ in true } }
    let badTimes = Self.longestTimes(in: bad, table) { index in
      // Between two events of a good run that do not follow each other, another event is missing.
      guard let start = matches[index - 1], let end = matches[index] else { return false }
      return end == start + 1
    }
    let found = badTimes.compactMap { key, time -> (order: (Int, Int), Difference)? in
      let times = goodTimes.compactMap { $0[key] }
      guard times.count == good.count,
        let slowest = times.indices.max(by: { times[$0].nanoseconds < times[$1].nanoseconds })
      else { return nil }
      let (from, to) = (times[slowest].nanoseconds, time.nanoseconds)
      let minimum = key.before == nil ? SlowLimits.callback : SlowLimits.wait
      guard to / SlowLimits.factor >= from, to - from >= minimum,
        key.before == nil || from <= SlowLimits.longestGoodWait
      else { return nil }
      let change: Difference.Change =
        key.before == nil
        ? .longer(from: from, to: to)
        : .later(after: bad.text(time.index - 1), from: from, to: to)
      var difference = Difference(change: change, event: bad.text(time.index))
      difference.good = good[slowest].place(times[slowest].index)
      difference.bad = bad.place(time.index)
      return ((time.index, key.before ?? -1), difference)
    }
    let sorted = found.sorted { $0.order < $1.order }
    differences = sorted.map(\.1)
    indices = sorted.map(\.order.0)
  }

  /// A measured time: of a callback, or from the event of the kind `before` to the next one.
  private struct Key: Hashable {
    var kind: Int
    var before: Int?
  }

  /// The longest time of a kind, and the index of the callback's entry or of the later event.
  private struct Time {
    var nanoseconds: Int64
    var index: Int
  }

  /// The longest times of a run. A wait counts only if `isWait` is true for the index of its end.
  private static func longestTimes(
    in run: RunEvents, _ table: KindTable, _ isWait: (Int) -> Bool
  ) -> [Key: Time] {
    var times: [Key: Time] = [:]
    func measure(_ key: Key, _ start: Int, _ end: Int, at index: Int) {
      guard let time = run.events[end].time(since: run.events[start]),
        time > times[key]?.nanoseconds ?? -1
      else { return }
      times[key] = Time(nanoseconds: time, index: index)
    }
    var running: [String: [Int]] = [:]
    for (index, kind) in run.kinds.enumerated() {
      let name = table.kinds[kind].name
      if name.hasSuffix(".end") {
        if let entry = running[String(name.dropLast(4))]?.popLast() {
          measure(Key(kind: run.kinds[entry]), entry, index, at: entry)
          continue
        }
      } else {
        running[name, default: []].append(index)
      }
      if index > 0, isWait(index) {
        measure(Key(kind: kind, before: run.kinds[index - 1]), index - 1, index, at: index)
      }
    }
    return times
  }
}
