import BasicContainers
import Rulebook
import Trace

// Lines that lack the key of a machine with several instances. The transitions of the machine show which instance can take the
// step.

extension Session {
  /// Returns the instance that takes a step if the line lacks the machine's key: an instance for which the step is legal, or else
  /// a new one. Nil if the line has the key, or if the machine has only one instance. Cases of the step are tried in order. For
  /// each case, the instance whose newest step is the oldest comes first.
  func unnamedInstance(of occurrence: Occurrence) -> Key? {
    for machine in program.plans[Int(occurrence.id.rawValue)].machines {
      guard let field = program.keyFieldOfMachine[machine], occurrence.retainedLine.value(field) == nil else {
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

  /// The maximum number of instances that are distinguished in lines without the key.
  private static let mostInstances = 32

  private func newInstance(_ machine: Int) -> Key {
    let names = (0..<Self.mostInstances).lazy.map { $0 == 0 ? Key.empty : Key("#\($0 + 1)") }
    return names.first { !machines[machine].instances.has($0) } ?? .empty
  }
}
