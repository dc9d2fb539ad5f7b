import BasicContainers
import Rulebook
import Trace

// A machine with a key has an instance for each value of it. Where a line has none, the machine's own rules tell which
// instance it can mean.

extension Session {
  /// Which instance a step means that does not say: the oldest for which it is legal, with an earlier case before a
  /// later one; else one that was not seen yet. Nil where the step says, or where its machine has one instance.
  func unnamedInstance(of occurrence: Occurrence) -> Key? {
    for machine in program.plans[Int(occurrence.id.rawValue)].machines {
      guard let field = program.keyOfMachine[machine], occurrence.retainedLine.value(field) == nil else {
        continue
      }
      return legalInstance(machine, occurrence, besides: nil) ?? newInstance(machine)
    }
    return nil
  }

  func legalInstance(_ machine: Int, _ occurrence: Occurrence, besides other: Key?) -> Key? {
    let instances = machines[machine].instances.all.sorted {
      ($0.value.entry?.order ?? 0) < ($1.value.entry?.order ?? 0)
    }
    let signal = Signal(occurrence)
    let steps = plans[signal.code].steps(of: machine)
    for step in steps where holds(step.guard, signal) {
      for (key, instance) in instances where key != other {
        if let state = instance.state, step.isLegal(from: state) { return key }
      }
    }
    return nil
  }

  /// More unnamed instances than this are never told apart.
  private static let mostInstances = 32

  private func newInstance(_ machine: Int) -> Key {
    let names = (0..<Self.mostInstances).lazy.map { $0 == 0 ? Key.empty : Key("#\($0 + 1)") }
    return names.first { !machines[machine].instances.has($0) } ?? .empty
  }
}
