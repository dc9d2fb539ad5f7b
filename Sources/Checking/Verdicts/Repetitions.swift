/// How many more lines say what was told. Plain values: of one among millions no object is kept, and of a violation that nothing
/// can say again no more than what is asked for in the end.
struct Repetitions: ~Copyable {
  /// The violations that more lines may say again, each at its place, and the places of none.
  private var open: [Repeats] = []
  private var free: [Int] = []
  /// By how many each is held: by what may say it again.
  private var holders: [Int32] = []
  /// What is known of the others.
  private var finished: RepeatSummary

  init(keepsAll: Bool) { finished = RepeatSummary(keepsAll: keepsAll) }

  /// A violation of a rule is told, of which more lines may say the same. It is held once.
  mutating func begin(_ violation: borrowing Violation, id: Violation.ID, of rule: Int) -> ReportedViolation {
    let new = Repeats(violation: id, rule: rule, line: violation.witness.line, count: 0)
    guard let place = free.popLast() else {
      open.append(new)
      holders.append(1)
      return ReportedViolation(id: id, place: open.count - 1)
    }
    open[place] = new
    holders[place] = 1
    return ReportedViolation(id: id, place: place)
  }

  /// So many lines say again what a violation has told.
  mutating func note(_ told: ReportedViolation, count: Int) { open[told.place].count += count }

  /// The line of a violation that was told.
  func line(of told: ReportedViolation) -> Int { open[told.place].line }

  /// One more may say again what a violation has told.
  mutating func countHeld(_ told: ReportedViolation) { holders[told.place] += 1 }

  /// One less may. Once nothing may, only what is asked for in the end is kept.
  mutating func release(_ told: ReportedViolation) {
    assert(open[told.place].violation == told.id)
    holders[told.place] -= 1
    if holders[told.place] > 0 { return }
    finished.add(open[told.place])
    open[told.place].violation = 0
    free.append(told.place)
  }

  /// All of them, when the log is over.
  mutating func takeAll() -> RepeatSummary {
    for repeats in open where repeats.violation > 0 { finished.add(repeats) }
    finished.sort()
    open = []
    free = []
    holders = []
    defer { finished = RepeatSummary(keepsAll: false) }
    return finished
  }
}
