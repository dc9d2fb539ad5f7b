/// The silences of a session that its clock does not count. Whether the process was suspended in them, nobody knows: a duration
/// over one of them is at least what the clock has counted, and at most that and the silences.
struct Silences {
  /// Where each began, in nanoseconds of the session's wall clock, and how long those before it were in all.
  private var all: [(begin: Int64, before: Int64)] = []
  /// How long all of them were, in nanoseconds.
  private(set) var total: Int64 = 0

  /// How many are told apart. What began before the oldest of these may lie over any that came before it.
  private static let most = 4_096

  /// A silence of so many nanoseconds has ended at a time of the wall clock.
  mutating func add(_ length: Int64, upTo end: Int64) {
    if all.count == Self.most { all.removeFirst(Self.most / 2) }
    all.append((end - length, total))
    total = total.addingReportingOverflow(length).overflow ? .max : total + length
  }

  /// How long the silences were, at most, between two times of the wall clock.
  @inline(__always)
  func length(from start: Int64, to end: Int64) -> Int64 {
    guard let last = all.last, start <= last.begin else { return 0 }
    return length(before: end) - length(before: start)
  }

  /// How long those were that had begun before a time of the wall clock.
  private func length(before time: Int64) -> Int64 {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].begin < time { low = middle + 1 } else { high = middle }
    }
    return low < all.count ? all[low].before : total
  }
}
