import BasicContainers
import Rulebook
import Trace

/// The instances of one machine in one session, by key; a machine of the session has one, under the empty key.
struct MachineTable: ~Copyable {
  var instances = KeyTable<Instance>()

  /// Used again once it is gone, so that a steady log makes no new ones.
  final class Instance {
    /// Nil as long as it is not known.
    var state: StateID?
    /// The newest step.
    var entry: Occurrence?
    /// The window of the callback that made it.
    var runningCall: RunningCall?
    /// What the newest step was.
    var step: Step?
    /// The other ways in which it was told.
    var retellings: [Spelling] = []
    /// The step before it, and whether its notification may still come late.
    var before: Occurrence?
    var mayBeRetold = false

    /// Begins anew, as if it had just been made.
    func begin() {
      state = nil
      entry = nil
      runningCall = nil
      step = nil
      retellings.clear()
      before = nil
      mayBeRetold = false
    }
  }

  /// How an event was told: by a callback of some class, a notification, a line of its own, or as what follows from
  /// another.
  struct Spelling: Equatable {
    var form: Event.Form
    var source: EventID?
    var spelling: Key?

    init(_ occurrence: Occurrence) {
      form = occurrence.form
      source = occurrence.source
      spelling =
        form == .callback ? Key(occurrence.retainedLine.text.span, occurrence.retainedLine.name) : nil
    }
  }

  /// A step of a machine, legal or not.
  struct Step {
    var order: Int
    var from: StateID?
    var to: StateID?
    var isLegal: Bool
  }
}

extension Session {
  /// Takes out the instances that are gone with the line.
  func removeGoneInstances() {
    if gone.isEmpty { return }
    for (machine, key) in gone where machines[machine].instances[key]?.state == nil {
      machines[machine].instances.remove(key)
    }
    gone.removeAll()
  }

  func machineKey(_ machine: Int, _ occurrence: Occurrence) -> Key {
    guard let field = program.keyOfMachine[machine] else { return .empty }
    return occurrence.retainedLine.key(field) ?? occurrence.instance ?? .empty
  }

  /// Moves a machine. Where the step is not legal the machine still goes where the event says, so that one
  /// gap in a log is one violation.
  func stepMachine(at place: Int, of plan: Plan, _ signal: Signal) {
    let machine = plan.machines[place]
    let occurrence = signal.judged
    let key = machineKey(machine, occurrence)
    let known = machines[machine].instances[key]
    let old = known?.state
    guard let (taken, isLegal) = step(from: old, at: place, of: plan, signal) else {
      if let known { stepped.append(known) }
      return
    }
    let new = plan.steps[place][taken].to
    let instance = known ?? newInstance(of: machine, under: key)
    stepped.append(instance)
    instance.step = MachineTable.Step(
      order: occurrence.order, from: old, to: new, isLegal: isLegal)
    changeSpans(machine, key, from: old, to: new, by: signal)
    instance.state = new
    swap(&instance.before, &instance.entry)
    instance.mayBeRetold = true
    instance.entry = occurrence
    instance.runningCall = nil
    instance.retellings.clear()
    if program.keyOfMachine[machine] != nil, new == nil { gone.append((machine, key)) }
  }

  /// Which case of its step a machine takes from a state: the first that is legal, else the first that says when, else
  /// the last; and whether that is legal.
  private func step(from state: StateID?, at place: Int, of plan: Plan, _ signal: Signal)
    -> (taken: Int, isLegal: Bool)?
  {
    let cases = plan.steps[place]
    if let state {
      for number in cases.indices where cases[number].isLegal(from: state) {
        if holds(cases[number].guard, signal) { return (number, true) }
      }
    }
    var last: Int?
    for number in cases.indices where holds(cases[number].guard, signal) {
      last = number
      if cases[number].guard != nil { break }
    }
    return last.map { ($0, state == nil) }
  }

  private func newInstance(of machine: Int, under key: Key) -> MachineTable.Instance {
    let instance = machinePool.make { MachineTable.Instance() }
    instance.begin()
    machines[machine].instances.set(key, instance)
    return instance
  }

  private func changeSpans(
    _ machine: Int, _ key: Key, from old: StateID?, to new: StateID?, by signal: Signal
  ) {
    var left = old
    while let state = left {
      if !refines(machine, new, state) {
        close(program.states[machine, state.rawValue].span, key, by: signal)
      }
      left = refined(machine, by: state)
    }
    var entered = new
    while let state = entered {
      if !refines(machine, old, state) {
        open(program.states[machine, state.rawValue].span, key, by: signal.judged, at: signal)
      }
      entered = refined(machine, by: state)
    }
  }

  /// Whether a state is another one, or refines it.
  private func refines(_ machine: Int, _ state: StateID?, _ other: StateID) -> Bool {
    var state = state
    while let one = state, one != other { state = refined(machine, by: one) }
    return state != nil
  }

  private func refined(_ machine: Int, by state: StateID) -> StateID? {
    program.states[machine, state.rawValue].refines
  }

  /// Whether it has any of which reports tell the state.
  var hasMachines: Bool { !machines.isEmpty }

  /// The state in force just before a moment, for reports: one note for each machine of the session.
  func stateNotes(before order: Int) -> [Violation.StateNote] {
    program.rulebook.machines.indices.compactMap { index in
      let machine = program.rulebook.machines[index]
      guard machine.key == nil, let instance = machines[index].instances[.empty] else { return nil }
      let state = instance.step.flatMap { $0.order >= order ? $0.from : nil } ?? instance.state
      guard let state, instance.step.map({ $0.order < order || $0.from != nil }) != false else { return nil }
      return Violation.StateNote(name: machine.name, value: machine.states[state.rawValue].shownAs)
    }
  }
}
