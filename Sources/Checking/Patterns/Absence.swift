import Rulebook
import Trace

// never E: no E occurs in the scope (absence).
//
// Reported at E. Held once for each instance without an E. Example, `while background, never gl.call`:
//   violated   app.didEnterBackground / app.didEnterBackground.end / gl.call
//   held       app.didEnterBackground / gl.call / app.didEnterBackground.end / app.willEnterForeground

final class Absence: Monitor {
  private struct Place: Equatable {
    var event: EventID
    var scope: String
  }

  private var message = Phrase<Place>()
  private var label = Phrase<String>()

  /// Whether it says of an event no more than its name, and asks nothing else of it.
  private lazy var isPlain =
    compiled.wording.template == nil && compiled.exception == nil && !program.yields[compiled.rule]
    && compiled.isOfOneScope

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: Instance) {
    if isPlain, repeatsNewest(signal, key, in: instance) { return }
    let scope = scopeText(instance)
    let message = message.text(
      of: Place(event: signal.judged.id, scope: scope),
      "\(name(signal.judged)) \(scope.isEmpty ? "occurs" : scope)")
    // In a loop nearly all say what was told.
    if compiled.wording.template == nil, repeats(Saying(message: message, key: key), signal, in: instance) {
      return
    }
    let isStep = !program.reactions[signal.code].machines.isEmpty
    raise(
      Offence(
        judged: signal.judged, message: message,
        label: label.text(of: scope, scope.isEmpty ? "must not occur" : "must not occur \(scope)"),
        notes: isStep ? [] : session.notesOnEntering(instance), isOneWith: .text(key: key)),
      in: instance, at: signal)
  }

  override func leave(_ instance: Instance) {
    if instance.offences == 0 { hold(instance) }
  }
}
