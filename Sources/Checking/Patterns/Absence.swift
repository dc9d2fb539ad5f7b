import Rulebook
import Trace

// never E: no E occurs in the scope (absence).
//
// Reported at E. Held once for each instance without an E. Example, `while background, never gl.call`:
//   violated   app.didEnterBackground / app.didEnterBackground.end / gl.call
//   held       app.didEnterBackground / gl.call / app.didEnterBackground.end / app.willEnterForeground

final class Absence: Monitor {
  /// An event, and the span of the scope in which it lies, where scopes are told by their spans.
  private struct Place: Equatable {
    var event: EventID
    var span: Int?
  }

  private var occurring = Phrase<Place, Violation.Statement>()

  /// Whether it says of an event no more than its name, and asks nothing else of it.
  private lazy var isPlain =
    compiled.wording.template == nil && compiled.exception == nil && !program.yields[compiled.rule]
    && compiled.isOfOneScope

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    if isPlain, repeatsNewest(signal, key, in: instance) { return }
    let statement = occurring.text(
      of: Place(event: signal.judged.id, span: scopeSpan(instance)), says(signal, scopeText(instance)))
    // In a loop nearly all say what was told.
    if compiled.wording.template == nil,
      repeats(Saying(statement: statement, key: key), signal, in: instance)
    {
      if isPlain { session.state.noteReady(number) }
      return
    }
    let isStep = !program.reactions[signal.code].machines.isEmpty
    raise(
      Offence(notes: isStep ? [] : session.notesOnEntering(instance), isOneWith: .text(key: key)),
      of: signal.judged, statement, in: instance, at: signal)
  }

  override var isReady: Bool { super.isReady && instances[0].newestSaid != nil }

  override func countRepeats(_ count: Int) {
    guard let instance = instances.first, let (_, said) = instance.newestSaid else { return }
    instance.offences += count
    log.noteRepeat(of: said, count: count)
  }

  private func says(_ signal: Session.Signal, _ scope: String) -> Violation.Statement {
    statement(
      "\(name(signal.judged)) \(scope.isEmpty ? "occurs" : scope)",
      label: scope.isEmpty ? "must not occur" : "must not occur \(scope)")
  }

  override func leave(_ instance: Instance) {
    if instance.offences == 0 { hold(instance) }
  }
}
