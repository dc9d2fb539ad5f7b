import Rulebook
import Trace

// each E obeys M: every E is a legal step of the machine from the state that it is in.
//
// Reported at E; related is the step before it. The first step of a session sets the state and is never judged.
// Example, `each app.didBecomeActive obeys app`:
//   violated   app.didBecomeActive / app.didBecomeActive
//   held       app.willResignActive / app.didBecomeActive

extension Session {
  func judgeStep(_ number: Int, _ signal: Signal) {
    let compiled = program.sentences[number]
    guard case .obeys(_, let machine) = compiled.sentence.claim,
      let step = machines[machine.rawValue].instances[machineKey(machine.rawValue, signal.judged)]?.step,
      step.order == signal.order, let from = step.from,
      let hit = scopeHit(number, at: signal.order, judging: signal.judged)
    else { return }
    if holds(compiled.exception, signal, judging: signal.judged, subject: nil) { return }
    guard !step.isLegal else {
      log.counts[number].held += 1
      return
    }
    let state = program.rulebook.machines[machine.rawValue].states[from.rawValue].shownAs
    let event = program.rulebook.vocabulary.name(of: signal.judged.id)
    let candidate = candidate(
      number, at: signal, order: signal.order, judged: signal.judged, hit: hit, previous: step.previous,
      message: "\(event) cannot come while \(state)", label: "cannot come while \(state)")
    add(candidate, bases: hit.bases)
  }
}
