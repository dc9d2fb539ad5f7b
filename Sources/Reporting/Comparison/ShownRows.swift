/// The rows that a page shows: all of them or, if there are many, those around the differences.
struct ShownRows {
  /// For each session, the ranges of its rows.
  private(set) var pieces: [[Range<Int>]] = []
  /// The number of all rows.
  let total: Int
  /// Whether rows are left out.
  let isCut: Bool

  /// The number of rows that a browser can show without delay, and the number of equal rows around a difference.
  static let most = 10_000
  private static let surroundings = 20

  init(_ sessions: [[EventRow]]) {
    total = sessions.map(\.count).reduce(0, +)
    isCut = total > Self.most
    if !isCut {
      pieces = sessions.map { $0.isEmpty ? [] : [$0.indices] }
      return
    }
    var room = Self.most
    for rows in sessions {
      var ranges: [Range<Int>] = []
      let marked = rows.indices.filter { !rows[$0].differences.isEmpty }
      for index in marked.isEmpty ? Array(rows.indices.prefix(1)) : marked where room > 0 {
        let low = max(ranges.last?.upperBound ?? 0, index - Self.surroundings)
        let high = min(rows.count, index + Self.surroundings + 1, low + room)
        guard low < high else { continue }
        room -= high - low
        if let last = ranges.last, last.upperBound == low {
          ranges[ranges.count - 1] = last.lowerBound..<high
        } else {
          ranges.append(low..<high)
        }
      }
      pieces.append(ranges)
    }
  }
}
