import BasicContainers
import Rulebook
import Trace

/// The instances of one machine in one session, by key. A machine without a key has one instance, under the empty key.
struct MachineTable: ~Copyable {
  var instances = KeyTable<Instance>()

  /// One instance of a machine. Objects are recycled, so a steady log allocates none.
  final class Instance {
    /// The current state; nil if it is not known.
    var state: StateID?
    /// The event of the newest step.
    var entry: Occurrence?
    /// The call of the callback that made the newest step.
    var runningCall: RunningCall?
    /// The states of the newest step, and whether it was legal.
    var step: Step?
    /// The other spellings in which the event of the newest step was logged (see `Session.isDuplicate`).
    var otherSpellings: [Spelling] = []
    /// The event of the step before, and whether its notification may still be logged late.
    var before: Occurrence?
    var mayGetLateNotification = false

    /// Resets a recycled object.
    func begin() {
      state = nil
      entry = nil
      runningCall = nil
      step = nil
      otherSpellings.clear()
      before = nil
      mayGetLateNotification = false
    }
  }

  /// How an event was logged: in which form, by which class's callback, and from which event it was derived.
  struct Spelling: Equatable {
    var form: Event.Form
    var source: EventID?
    var spelling: Key?

    init(_ occurrence: Occurrence) {
      form = occurrence.form
      source = occurrence.source
      spelling =
        form == .callback ? occurrence.retainedLine.withText { Key($0, occurrence.retainedLine.name) } : nil
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
  /// Removes the machine instances that ended at the line.
  func removeGoneInstances() {
    if gone.isEmpty { return }
    for (machine, key) in gone where machines[machine].instances[key]?.state == nil {
      machines[machine].instances.remove(key)
    }
    gone.removeAll()
  }

  func machineKey(_ machine: Int, _ occurrence: Occurrence) -> Key {
    guard let field = program.keyFieldOfMachine[machine] else { return .empty }
    return occurrence.retainedLine.key(field) ?? occurrence.instance ?? .empty
  }

  /// Moves a machine. After an illegal step, the machine is in the state that the event names. One gap in a log is therefore one
  /// violation.
  /// Reference: `History.step`.
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
    newestStep = signal.order
    let new = plan.steps[place][taken].to
    let instance = known ?? newInstance(of: machine, under: key)
    stepped.append(instance)
    instance.step = MachineTable.Step(
      order: occurrence.order, from: old, to: new, isLegal: isLegal)
    changeSpans(machine, key, from: old, to: new, by: signal)
    log.timeline?.record(self, machine: machine, key, to: new, by: signal.line)
    instance.state = new
    swap(&instance.before, &instance.entry)
    instance.mayGetLateNotification = true
    instance.entry = occurrence
    instance.runningCall = nil
    instance.otherSpellings.clear()
    if program.keyFieldOfMachine[machine] != nil, new == nil { gone.append((machine, key)) }
  }

  /// Returns which case of the step applies in a state, and whether the step is legal: the first legal case; otherwise the first
  /// case whose own condition is true; otherwise the last case without a condition. Nil if the event is not a step. If the state
  /// is not known, the step is legal.
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

  /// Whether a state is another state, or refines it directly or indirectly.
  private func refines(_ machine: Int, _ state: StateID?, _ other: StateID) -> Bool {
    var state = state
    while let one = state, one != other { state = refined(machine, by: one) }
    return state != nil
  }

  private func refined(_ machine: Int, by state: StateID) -> StateID? {
    program.states[machine, state.rawValue].refines
  }

  /// Whether the rulebook has machines, whose states are shown in reports.
  var hasMachines: Bool { !machines.isEmpty }

  /// Returns the states just before a moment, for reports: one note for each machine without a key.
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
