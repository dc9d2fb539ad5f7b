import BasicContainers
import Rulebook
import Trace

// Duplicates: one call of a callback that is logged several times. The delegate method and an observer of its notification may
// both log it, or two loggers, or a scene and the app. It counts as one event.

extension Session {
  /// Whether an event is a duplicate of the callback that made the newest step of a machine, or the step before it. A duplicate
  /// in a new spelling, such as the notification of a delegate method, is recognized after any time, and its spelling is stored.
  /// In a known spelling, it must be logged within a second and before the call closes, or at an unknown time. Two canonical
  /// lines are never duplicates.
  func isDuplicate(_ occurrence: Occurrence) -> Bool {
    guard !occurrence.id.isEnd, program.tracksCalls[occurrence.id.index] else { return false }
    for machine in program.plans[Int(occurrence.id.rawValue)].machines {
      if let field = program.keyFieldOfMachine[machine], occurrence.retainedLine.value(field) == nil {
        let keys = machines[machine].instances.all.filter {
          $0.value.entry?.id == occurrence.id
            || $0.value.mayGetLateNotification && $0.value.before?.id == occurrence.id
        }.map(\.key).sorted { $0.text < $1.text }
        if keys.contains(where: { isDuplicate(occurrence, machine, $0, isUnnamed: true) }) { return true }
      } else if isDuplicate(occurrence, machine, machineKey(machine, occurrence), isUnnamed: false) {
        return true
      }
    }
    return false
  }

  private func isDuplicate(_ occurrence: Occurrence, _ machine: Int, _ key: Key, isUnnamed: Bool) -> Bool {
    guard let instance = machines[machine].instances[key] else { return false }
    if instance.mayGetLateNotification, let before = instance.before,
      isLateNotification(occurrence, of: before)
    {
      instance.mayGetLateNotification = false
      return true
    }
    guard let entry = instance.entry, entry.id == occurrence.id,
      !(entry.isCanonical && occurrence.isCanonical)
    else { return false }
    let spelling = MachineTable.Spelling(occurrence)
    if MachineTable.Spelling(entry) != spelling, !instance.otherSpellings.contains(spelling) {
      instance.otherSpellings.append(spelling)
      return true
    }
    // If another machine instance can take the step, the event belongs to that instance.
    if isUnnamed, legalInstance(machine, occurrence, besides: key) != nil { return false }
    guard let passed = LogTime.passed(from: entry.time, to: occurrence.time) else {
      return true
    }
    return passed < RunningCall.assumedLength && instance.runningCall?.isClosed == false
  }

  /// Whether an event is the late notification of an earlier step, less than a second after it. An observer may run on another
  /// queue, after the next callback was called.
  private func isLateNotification(_ occurrence: Occurrence, of before: Occurrence) -> Bool {
    guard occurrence.form == .notification, occurrence.source == nil, before.id == occurrence.id,
      before.form != .notification,
      let passed = LogTime.passed(from: before.time, to: occurrence.time)
    else { return false }
    return passed < RunningCall.assumedLength
  }
}
