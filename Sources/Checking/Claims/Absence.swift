import Rulebook
import Trace

// never E: no E occurs in the scope (absence).
//
// Reported at each E. Holds once for each instance of the scope without an E. Example, `while background, never gl.call`:
//   violated   app.didEnterBackground / app.didEnterBackground.end / gl.call
//   held       app.didEnterBackground / gl.call / app.didEnterBackground.end / app.willEnterForeground

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
    if messageNeedsEventOnly {
      if countIfRepeatOfNewest(signal, key, in: instance) { return }
      session.state.noteDetachable(number)
    }
    judge(signal, key, in: instance, isOnlyFindingOfLine: false)
  }

  private func judge(
    _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance, isOnlyFindingOfLine: Bool
  ) {
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
        notes: isStep ? [] : session.notesOnEntering(instance), isOneWith: .text(key: key),
        isOnlyFindingOfLine: isOnlyFindingOfLine),
      of: signal.judged, statement, in: instance, at: signal)
  }

  /// Once the instance has a violation, every further event repeats it and only has to be counted.
  override var tally: Tally {
    instances.with(0) { instance in
      if case .some = instance.newestFold { return .number }
      return adoptFirstFinding(in: instance) ? .number : .each
    }
  }

  override func receive(_ count: Int, upTo newest: Occurrence?, _ state: inout SessionState) {
    instances.with(0) { instance in
      guard let (_, said) = instance.newestFold else { return }
      instance.breaches += count
      log.noteRepeat(of: said, count: count)
    }
  }

  /// Whether the instance has a violation that the next event repeats. If so, notes it as `newestFold`. A detached sentence has
  /// events of one kind only, so the newest message is that of the next event.
  private func adoptFirstFinding(in instance: ScopeInstance) -> Bool {
    guard instance.hasSaid, let place = occurring.subject, let statement = occurring.newest,
      let said = instance.foldTarget(
        FoldKey(statement: statement, key: nil), isAwaited: isConditional && instance.fate == .open)
    else { return false }
    instance.newestFold = (place.event, said)
    return true
  }

  override func runCached(_ occurrence: Occurrence, _ state: inout SessionState) {
    let signal = session.signalPool.make { Session.Signal(occurrence) }
    signal.assign(occurrence, at: nil)
    instances.with(0) { judge(signal, nil, in: $0, isOnlyFindingOfLine: true) }
    state.next.isFound = true
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
