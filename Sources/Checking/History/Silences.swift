/// The silences of a session that its clock does not count. It is unknown whether the process was suspended in a silence. A
/// duration is therefore an interval: at least the time that the clock has counted, and at most that time plus the silences.
struct Silences {
  /// Each silence: its begin on the wall clock, and the total length of the silences before it, in nanoseconds.
  private var all: [(begin: Int64, before: Int64)] = []
  /// The total length of all silences, in nanoseconds.
  private(set) var total: Int64 = 0

  /// The maximum number of silences that are stored. If there are more, the older half is removed. All of these then count for
  /// each duration that begins before them, which makes its upper bound larger, but never too small.
  private static let most = 4_096

  /// Adds a silence of `length` nanoseconds that has ended at a time of the wall clock.
  mutating func add(_ length: Int64, upTo end: Int64) {
    if all.count == Self.most { all.removeFirst(Self.most / 2) }
    all.append((end - length, total))
    total = total.addingReportingOverflow(length).overflow ? .max : total + length
  }

  /// Returns the total length of the silences between two times of the wall clock.
  @inline(__always)
  func length(from start: Int64, to end: Int64) -> Int64 {
    guard let last = all.last, start <= last.begin else { return 0 }
    return length(before: end) - length(before: start)
  }

  /// Returns the total length of the silences that began before a time of the wall clock. Takes logarithmic time.
  private func length(before time: Int64) -> Int64 {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].begin < time { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return 0 }
    return low < all.count ? all[low].before : total
  }
}
