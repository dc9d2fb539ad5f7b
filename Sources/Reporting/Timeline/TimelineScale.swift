import Checking

/// The columns of a chart. Each moment at which something happens has about the same room, so that a chart shows both the seconds
/// in which everything happens and the hours in which nothing does.
struct TimelineScale {
  /// The number of columns.
  let columns: Int
  /// The moments in order: times in nanoseconds, or lines if the log has no times.
  private let moments: [Int64]
  private let ranks: [Int64: Int]
  private let timeline: Timeline

  init(_ timeline: Timeline, columns: Int) {
    self.timeline = timeline
    self.columns = columns
    moments = Set(timeline.events.map { Self.moment(of: $0.line, timeline) }).sorted()
    ranks = Dictionary(uniqueKeysWithValues: moments.enumerated().map { ($1, $0) })
  }

  private static func moment(of line: Int, _ timeline: Timeline) -> Int64 {
    timeline.hasTimes ? timeline.times[line] ?? 0 : Int64(line)
  }

  /// The column of a line, from 0.
  func column(of line: Int) -> Int {
    let rank = ranks[Self.moment(of: line, timeline)] ?? 0
    return moments.count < 2 ? 0 : rank * (columns - 1) / (moments.count - 1)
  }

  /// The last column of a bar. If the log has one moment only, a bar without an end fills the chart, so that it has room for a name.
  func end(of bar: Timeline.Bar) -> Int {
    moments.count < 2 && bar.close == nil ? columns - 1 : column(of: bar.last)
  }

  /// The moment of each column with one, with the first moment of each.
  var marks: [(column: Int, moment: Int64)] {
    var found: [(column: Int, moment: Int64)] = []
    for (rank, moment) in moments.enumerated() {
      let column = moments.count < 2 ? 0 : rank * (columns - 1) / (moments.count - 1)
      if found.last?.column != column { found.append((column, moment)) }
    }
    return found
  }
}
