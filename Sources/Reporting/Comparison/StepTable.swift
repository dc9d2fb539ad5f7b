import Rulebook
import Trace

/// The steps of an app's life, as its rulebook declares them.
struct StepTable {
  /// The names of the events that move a machine, directly or through an event that is derived from them. They structure a
  /// session: all other events are compared between two steps.
  let steps: Set<String>
  /// The events that stand for another event, by name: `scene.didEnterBackground` stands for `app.didEnterBackground`, which is
  /// derived from it. If an app logs only one of the two before a migration, and only the other one after it, both are the same
  /// step.
  let standIns: [String: String]

  init(_ rulebook: Rulebook) {
    let vocabulary = rulebook.vocabulary
    var moving = Set(rulebook.machines.flatMap(\.transitions.keys).map(\.entry))
    var standIns: [String: String] = [:]
    // An event that no line can report exists only for rules, so nothing stands for it.
    for derived in rulebook.derived where vocabulary.declaration(of: derived.event)?.hasSpelling == true {
      for form in derived.forms where !form.isInferred {
        for atom in form.pattern.atoms {
          if moving.contains(derived.event) { moving.formUnion(atom.events.map(\.entry)) }
          // An event with a condition is only sometimes the derived one.
          guard atom.condition == nil, form.scope == nil, !atom.isClose else { continue }
          for event in atom.events {
            standIns[vocabulary.name(of: event)] = vocabulary.name(of: derived.event)
            standIns[vocabulary.name(of: event.end)] = vocabulary.name(of: derived.event.end)
          }
        }
      }
    }
    steps = Set(moving.map(vocabulary.name))
    self.standIns = standIns
  }
}
