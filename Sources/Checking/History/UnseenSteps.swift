import Rulebook
import Trace

/// An illegal step of a machine that may have an explanation: callbacks that the log does not record may have moved the machine
/// before it.
struct UnseenSteps {
  let machine: Int
  /// The state of the machine before the step.
  let from: StateID
  /// The states from which the step is legal.
  let legalFrom: [StateID]
  /// Whether the app may have been launched again unnoticed, because the lines have no process number.
  let mayRelaunch: Bool

  /// Whether callbacks that the app does not record, by an event or by a declaration, can lead to a state from which the step is
  /// legal.
  func canExplain(_ program: Program, _ recording: Recording) -> Bool {
    if mayRelaunch, !program.rulebook.sessions.begin.contains(where: recording.records) { return true }
    let steps = program.unseenSteps[machine].filter { !recording.records($0.event) }
    var (seen, next) = (Set([from]), [from])
    while let state = next.popLast() {
      for step in steps where step.from?.contains(state) != false {
        guard let to = step.to else { return true }
        if legalFrom.contains(to) { return true }
        if seen.insert(to).inserted { next.append(to) }
      }
    }
    return false
  }
}

/// A step that a callback takes regardless of its fields. Only such a step can be assumed for a callback that was not logged.
struct UnseenStep: Sendable {
  let event: EventID
  /// The states from which the step is legal; nil for all states.
  let from: [StateID]?
  /// The state after the step; nil if the instance of the machine ends.
  let to: StateID?

  /// Returns the unconditional steps that a machine takes at the entries of callbacks.
  static func all(of machine: Machine, _ rulebook: Rulebook) -> [UnseenStep] {
    machine.transitions.sorted { $0.key < $1.key }.flatMap { event, cases in
      event.isEnd || !rulebook.vocabulary.events[event.index].returns
        ? []
        : cases.filter { $0.condition == nil }.map {
          UnseenStep(event: event, from: $0.from.map { [StateID]($0) }, to: $0.to)
        }
    }
  }
}
