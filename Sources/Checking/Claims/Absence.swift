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

  private var occurring = Memo<Place, Violation.Statement>()

  private lazy var isPlain = saysNamesOnly && compiled.isOfOneScope

  override var isForgetful: Bool { true }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    if isPlain {
      if repeatsNewest(signal, key, in: instance) { return }
      session.state.noteDetachable(number)
    }
    judge(signal, key, in: instance, isOnlyOfLine: false)
  }

  private func judge(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance, isOnlyOfLine: Bool) {
    let statement = occurring.text(
      of: Place(event: signal.judged.id, span: scopeSpan(instance)), says(signal, scopeText(instance)))
    // In a loop nearly all say what was told.
    if compiled.sentenceText.template == nil, instance.hasSaid,
      repeats(FoldKey(statement: statement, key: key), signal, in: instance)
    {
      return
    }
    let isStep = !program.plans[signal.code].machines.isEmpty
    reportBreach(
      Breach(
        notes: isStep ? [] : session.notesOnEntering(instance), isOneWith: .text(key: key),
        isOnlyOfLine: isOnlyOfLine),
      of: signal.judged, statement, in: instance, at: signal)
  }

  /// What says again what was told has only to be counted.
  override var tally: Tally {
    instances.with(0) { instance in
      if case .some = instance.newestSaid { return .number }
      return saidFirst(in: instance) ? .number : .each
    }
  }

  override func receive(_ count: Int, upTo newest: Occurrence?, _ state: inout SessionState) {
    instances.with(0) { instance in
      guard let (_, said) = instance.newestSaid else { return }
      instance.breaches += count
      log.noteRepeat(of: said, count: count)
    }
  }

  /// Whether the one event of an instance so far was told. It asks for events of one kind alone, or it would not be ready.
  private func saidFirst(in instance: ScopeInstance) -> Bool {
    guard instance.hasSaid, let place = occurring.subject, let statement = occurring.newest,
      let said = instance.said(
        FoldKey(statement: statement, key: nil), isAwaited: isConditional && instance.fate == .open)
    else { return false }
    instance.newestSaid = (place.event, said)
    return true
  }

  override func runCached(_ occurrence: Occurrence, _ state: inout SessionState) {
    let signal = session.signalPool.make { Session.Signal(occurrence) }
    signal.assign(occurrence, at: nil)
    instances.with(0) { judge(signal, nil, in: $0, isOnlyOfLine: true) }
    state.next.isFound = true
  }

  private func says(_ signal: Session.Signal, _ scope: String) -> Violation.Statement {
    statement(
      "\(name(signal.judged)) \(scope.isEmpty ? "occurs" : scope)",
      label: scope.isEmpty ? "must not occur" : "must not occur \(scope)")
  }

  override func leave(_ instance: ScopeInstance) {
    holdUnlessBroken(instance)
  }
}
