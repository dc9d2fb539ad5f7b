import BasicContainers
import Rulebook
import Trace

// One call of a callback may be told several times: by a delegate and the observer of its notification, by two loggers,
// by a scene and the app. For the checker that is one event.

extension Session {
  /// Whether the event is another sighting of the callback that made the newest step: told by a delegate and a
  /// notification, however long the one took, or by two loggers before it can have returned. Two canonical lines
  /// never are.
  func isDuplicate(_ occurrence: Occurrence) -> Bool {
    guard !occurrence.id.isEnd, program.tracksCalls[occurrence.id.index] else { return false }
    for machine in program.plans[Int(occurrence.id.rawValue)].machines {
      if let field = program.keyOfMachine[machine], occurrence.retainedLine.value(field) == nil {
        let keys = machines[machine].instances.all.filter {
          $0.value.entry?.id == occurrence.id
            || $0.value.mayBeRetold && $0.value.before?.id == occurrence.id
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
    if instance.mayBeRetold, let before = instance.before, isLateNotification(occurrence, of: before) {
      instance.mayBeRetold = false
      return true
    }
    guard let entry = instance.entry, entry.id == occurrence.id,
      !(entry.isCanonical && occurrence.isCanonical)
    else { return false }
    let telling = MachineTable.Spelling(occurrence)
    if MachineTable.Spelling(entry) != telling, !instance.retellings.contains(telling) {
      instance.retellings.append(telling)
      return true
    }
    // Where another instance can take the step, it is that one's.
    if isUnnamed, legalInstance(machine, occurrence, besides: key) != nil { return false }
    guard let passed = LogTime.passed(from: entry.time, to: occurrence.time) else {
      return true
    }
    return passed < RunningCall.assumedLength && instance.runningCall?.isClosed == false
  }

  /// An observer may be told on another queue, when the next callback has already come.
  private func isLateNotification(_ occurrence: Occurrence, of before: Occurrence) -> Bool {
    guard occurrence.form == .notification, occurrence.source == nil, before.id == occurrence.id,
      before.form != .notification,
      let passed = LogTime.passed(from: before.time, to: occurrence.time)
    else { return false }
    return passed < RunningCall.assumedLength
  }
}
