import Rulebook
import Trace

/// A step that a machine does not allow, unless callbacks that the log does not record have come in between.
struct UnseenSteps {
  let machine: Int
  /// The state in which the machine was.
  let from: StateID
  /// The states from which the step is legal.
  let legalFrom: [StateID]
  /// Whether an unrecorded launch may have begun another life: the lines have no process number.
  let mayRelaunch: Bool

  /// Whether callbacks of which the log has shown none, and declares none, can lead to a state from which the step is legal.
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

/// A step that a callback takes whatever it says: only this can be assumed of a callback that nobody has logged.
struct UnseenStep: Sendable {
  let event: EventID
  /// Nil for every state.
  let from: [StateID]?
  /// Nil if the instance of the machine is gone.
  let to: StateID?

  /// The steps of a machine that calls take.
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
