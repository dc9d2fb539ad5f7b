/// Open spans that a sentence has reported. At a moment at which all of them are found again, one count of the group is the
/// repeat of each: an opening adds what was counted since it joined when it closes.
final class ReportedGroup {
  private let log: LogState
  /// How many open spans are in it.
  private(set) var members = 0
  /// How often they were found.
  private var count = 0

  init(_ log: LogState) { self.log = log }

  func countMoment() { count += 1 }

  func membership(of violation: ReportedViolation) -> Membership {
    members += 1
    return Membership(group: self, violation: violation, countBefore: count)
  }

  /// What an opening knows of its group.
  struct Membership {
    fileprivate let group: ReportedGroup
    fileprivate let violation: ReportedViolation
    fileprivate let countBefore: Int

    /// Adds the repeats of an opening that leaves the group.
    func end() {
      group.members -= 1
      let repeats = group.count - countBefore
      if repeats > 0 { group.log.noteRepeat(of: violation, count: repeats) }
    }
  }
}
