import BasicContainers
import Rulebook

// each E obeys M: every E of the scope is a legal step of the machine, from the state that the machine is in (order).
//
// Reported at E. Related line: the previous step. The first step of a session sets the state and is not judged. An illegal step
// is not reported if callbacks that the app does not record can explain it (`UnseenSteps`).
// Example, `each app.didBecomeActive obeys app`:
//   violated   app.didBecomeActive / app.didBecomeActive
//   held       app.willResignActive / app.didBecomeActive
//
// Reference: `Events.obeys`.

final class Order: Monitor {
  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    guard case .obeys(_, let machine) = compiled.sentence.claim,
      let moved = session.machines[machine.rawValue].instances[
        session.machineKey(machine.rawValue, signal.judged)],
      let step = moved.step, step.order == signal.order, let from = step.from
    else { return }
    if step.isLegal { return countHeld(instance, with: signal.judged) }
    let state = program.rulebook.machines[machine.rawValue].states[from.rawValue].shownAs
    reportBreach(
      Breach(), of: signal.judged,
      statement(
        "\(name(signal.judged)) must not occur while \(state)", label: "must not occur while \(state)",
        beside: "the previous step", .state),
      beside: moved.before, in: instance, at: signal, unseen: unseen(before: signal, machine.rawValue, from))
  }

  /// Returns what is needed to find unlogged callbacks that explain an illegal step: the state before the step, and the states
  /// from which the step is legal.
  private func unseen(before signal: Session.Signal, _ machine: Int, _ from: StateID) -> UnseenSteps {
    let cases = session.plans[signal.code].steps(of: machine).filter { session.holds($0.guard, signal) }
    let legal = program.rulebook.machines[machine].states.indices.map(StateID.init).filter { state in
      cases.contains { $0.isLegal(from: state) }
    }
    return UnseenSteps(
      machine: machine, from: from, legalFrom: legal,
      mayRelaunch: !session.hasPid && !program.rulebook.sessions.begin.isEmpty)
  }
}
