/// Openings that a sentence has already reported and that are repeated together. If a moment finds all of them again, one counter
/// of the group counts the repeat for all members. When an opening leaves the group, it adds the repeats since it joined to its
/// violation.
final class ReportedGroup {
  private let log: LogState
  /// The number of openings in the group.
  private(set) var members = 0
  /// The number of moments that have found the members again.
  private var count = 0

  init(_ log: LogState) { self.log = log }

  func countMoment() { count += 1 }

  /// Adds an opening that was reported by a violation.
  func membership(of violation: ReportedViolation) -> Membership {
    members += 1
    return Membership(group: self, violation: violation, countBefore: count)
  }

  /// The membership of one opening.
  struct Membership {
    fileprivate let group: ReportedGroup
    fileprivate let violation: ReportedViolation
    fileprivate let countBefore: Int

    /// Removes the opening from the group, and adds its repeats to its violation.
    func end() {
      group.members -= 1
      let repeats = group.count - countBefore
      if repeats > 0 { group.log.noteRepeat(of: violation, count: repeats) }
    }
  }
}
