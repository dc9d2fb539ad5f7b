import Rulebook
import Trace

// never E: no E occurs in the scope (absence).
//
// Reported at each E. Holds once for each instance of the scope without an E. Example, `while background, never gl.call`:
//   violated   app.didEnterBackground / app.didEnterBackground.end / gl.call
//   held       app.didEnterBackground / gl.call / app.didEnterBackground.end / app.willEnterForeground
//
// Reference: `Events.never`.

final class Absence: Monitor {
  /// What a message without a template depends on: the event, and the scope's span if the message names it.
  private struct Place: Equatable {
    var event: EventID
    var span: Int?
  }

  private var occurring = Memo<Place, Violation.Statement>()

  /// Whether the message depends on the event only, so that a repeat can be counted without building a message.
  private lazy var messageNeedsEventOnly = messageNeedsNameOnly && compiled.hasFixedScopeText

  override var isStateless: Bool { true }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    if messageNeedsEventOnly, countIfRepeatOfNewest(signal, key, in: instance) { return }
    let statement = occurring.text(
      of: Place(event: signal.judged.id, span: scopeSpan(instance)), says(signal, scopeText(instance)))
    // Nearly all breaches in a loop repeat an earlier one. Avoids building a `Breach` for them.
    if compiled.sentenceText.template == nil, instance.hasSaid,
      repeats(FoldKey(statement: statement, key: key), signal, in: instance)
    {
      return
    }
    let isStep = !program.plans[signal.code].machines.isEmpty
    reportBreach(
      Breach(
        notes: isStep ? [] : session.notesOnEntering(instance), isOneWith: .text(key: key)),
      of: signal.judged, statement, in: instance, at: signal)
  }

  private func says(_ signal: Session.Signal, _ scope: String) -> Violation.Statement {
    statement(
      "\(name(signal.judged)) \(scope.isEmpty ? "occurs" : scope)",
      label: scope.isEmpty ? "must not occur" : "must not occur \(scope)")
  }

  override func instanceEnded(_ instance: ScopeInstance) {
    holdUnlessBroken(instance)
  }
}
