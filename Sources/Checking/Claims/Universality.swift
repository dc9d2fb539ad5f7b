import Rulebook
import Trace

// each E has C: the condition C is true for every E of the scope (universality).
//
// Reported at each E at which C is false. Holds once for each E at which C is true. If C is unknown, nothing is reported.
// Example, `each ui.update has thread == main`:
//   violated   MyApp[1:7] ui.update
//   held       MyApp[1:1] ui.update
//
// Reference: `Events.has`.

final class Universality: Monitor {
  private var breachText = Memo<EventID, Violation.Statement>()

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    switch session.evaluate(compiled.demand, signal, judging: signal.judged) {
    case false? where session.later.isBeforeLine:
      deferCheck(about: [signal.judged], at: signal) { [self] in judge(role, $0, key, in: instance) }
    case true?: countHeld(instance, with: signal.judged)
    case nil: log.countResult(number, isUnknown: true)
    // Checked first, because repeats and excepted breaches need no text.
    case false?
    where messageNeedsNameOnly && !session.hasLosses && countIfRepeatOfNewest(signal, key, in: instance):
      break
    case false?:
      reportBreach(
        Breach(
          others: session.evidence(for: compiled.demand, before: signal).map {
            ($0, "\(name($0)) is read here", .trigger)
          },
          isOneWith: .text(key: key)),
        of: signal.judged,
        breachText.text(
          of: signal.judged.id,
          statement(
            "\(name(signal.judged)) does not satisfy: \(demandText)", label: "expected: \(demandText)")),
        in: instance, at: signal)
    }
  }
}
