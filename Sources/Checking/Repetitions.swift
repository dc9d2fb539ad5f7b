/// How many more lines say what was told. Plain values: of one among millions no object is kept, and of those that nothing can
/// say again no more than what is asked for in the end.
struct Repetitions: ~Copyable {
  /// Those that more lines may say again, each at its place, and the places of none.
  private var open: [Repeats] = []
  private var free: [Int] = []
  /// What is known of the others.
  private var finished: RepeatSummary

  init(keepsAll: Bool) { finished = RepeatSummary(keepsAll: keepsAll) }

  /// A violation of a rule is told, of which more lines may say the same.
  mutating func begin(_ violation: borrowing Violation, id: Violation.ID, of rule: Int) -> Told {
    let new = Repeats(violation: id, rule: rule, line: violation.witness.line, count: 0)
    guard let place = free.popLast() else {
      open.append(new)
      return Told(id: id, place: open.count - 1)
    }
    open[place] = new
    return Told(id: id, place: place)
  }

  /// So many lines say again what a violation has told.
  mutating func note(_ told: Told, count: Int) {
    if open[told.place].violation == told.id {
      open[told.place].count += count
    } else {
      finished.add(lines: count)
    }
  }

  /// No line will say again what a violation has told.
  mutating func finish(_ told: Told) {
    guard open[told.place].violation == told.id else { return }
    finished.add(open[told.place])
    open[told.place].violation = 0
    free.append(told.place)
  }

  /// All of them, when the log is over.
  mutating func takeAll() -> RepeatSummary {
    for repeats in open where repeats.violation > 0 { finished.add(repeats) }
    open = []
    free = []
    defer { finished = RepeatSummary(keepsAll: false) }
    return finished
  }
}
