import Diagnostics
import Trace

extension Validation {
  /// An event that moves two machines of the session: which of them a callback settles would be a matter of luck.
  var sharedSteps: [Diagnostic] {
    var claims: [EventID: (machine: Machine, place: SourceRange)] = [:]
    var diagnostics: [Diagnostic] = []
    for (index, machine) in rulebook.machines.enumerated() where machine.key == nil {
      for event in machine.transitions.keys.sorted() {
        guard let place = places.steps[MachineID(index)]?[event] else { continue }
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
