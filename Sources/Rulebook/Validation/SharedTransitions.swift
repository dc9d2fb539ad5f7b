import Diagnostics
import Trace

extension Validation {
  /// Reports events with transitions in two machines of the session. For a callback, the order in which the machines
  /// change would be undefined.
  var sharedTransitions: [Diagnostic] {
    var claims: [EventID: (machine: Machine, place: SourceRange)] = [:]
    var diagnostics: [Diagnostic] = []
    for (index, machine) in rulebook.machines.enumerated() where machine.key == nil {
      for event in machine.transitions.keys.sorted() {
        guard let place = locations.transitions[MachineID(index)]?[event] else { continue }
        guard let first = claims[event] else {
          claims[event] = (machine, place)
          continue
        }
        diagnostics.append(
          Diagnostic(
            "`\(rulebook.vocabulary.name(of: event))` moves two machines of the session", at: place,
            label: "here `\(machine.name)`",
            related: [Diagnostic.Related(first.place, "and here `\(first.machine.name)`")],
            help: "give one of them an event of its own, under `derived:`"))
      }
    }
    return diagnostics
  }
}
