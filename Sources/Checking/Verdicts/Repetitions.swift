/// The number of repeats of each reported violation. The entries are plain values, because there may be millions of violations. A
/// violation that can no longer be repeated is moved to the summary, which may keep only the most repeated ones.
struct Repetitions: ~Copyable {
  /// The violations that may still be repeated, by `ReportedViolation.place`, and the free places.
  private var open: [Repeats] = []
  private var free: [Int] = []
  /// The reference count of each place: the number of holders that may repeat the violation.
  private var holders: [Int32] = []
  /// The violations that can no longer be repeated.
  private var finished: RepeatSummary

  init(keepsAll: Bool) { finished = RepeatSummary(keepsAll: keepsAll) }

  /// Adds a violation of a rule that is about to be reported and may be repeated. It is held once.
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

  /// Adds repeats of a reported violation.
  mutating func note(_ reported: ReportedViolation, count: Int) { open[reported.place].count += count }

  /// Returns the line of a reported violation.
  func line(of reported: ReportedViolation) -> Int { open[reported.place].line }

  /// Adds a holder of a reported violation.
  mutating func addHolder(_ reported: ReportedViolation) { holders[reported.place] += 1 }

  /// Removes a holder of a reported violation. Without a holder it cannot be repeated, and only its entry in the summary is kept.
  mutating func removeHolder(_ reported: ReportedViolation) {
    assert(open[reported.place].violation == reported.id)
    holders[reported.place] -= 1
    if holders[reported.place] > 0 { return }
    finished.add(open[reported.place])
    open[reported.place].violation = 0
    free.append(reported.place)
  }

  /// Returns the summary of all repeats at the end of the log, and removes all violations.
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
