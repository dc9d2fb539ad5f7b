import BasicContainers
import Rulebook
import Trace

// The scope `during S` of claims that remember nothing of an instance until one of their events occurs in it (`never`, `has`).
// Each opening of S is an instance. An object is made only for the openings in which such an event has occurred, so many open
// spans need no objects.

extension Monitor {
  /// Returns the instances that contain a signal, and makes those that do not exist yet. With a key, these are the openings with
  /// this key or without a key.
  func openings(of span: Int, holding signal: Session.Signal, _ key: Key?) -> [ScopeInstance] {
    session.state.openings(of: span, containing: signal.moment, key: key).map { instance(of: $0) }
  }

  private func instance(of opening: OpenSpan) -> ScopeInstance {
    if let instance = known(opening) { return instance }
    let instance = begin(opening.opening, from: opening.openedAt, order: opening.order, key: opening.key)
    if let span = compiled.scopeSpan { instance.become(opening, of: span) }
    opening.isAsked = true
    instances.append(instance)
    keyed.update(opening.key, from: []) { $0.append(instance) }
    session.state.setActivation(number, isWaiting: true)
    instanceOpened(instance)
    return instance
  }

  private func known(_ opening: OpenSpan) -> ScopeInstance? {
    if !opening.isAsked { return nil }
    return keyed[opening.key]?.first { $0.has(opening) }
  }

  /// Closes the instance of an opening that has closed. If it has no instance, no event of the claim has occurred in the opening,
  /// and a claim that holds vacuously is counted as held.
  func closed(_ change: Session.Change) {
    guard let instance = known(session.opening(of: change)) else { return countVacuous() }
    close(instance, at: session.signal(of: change))
    session.state.setActivation(number, isWaiting: !instances.isEmpty)
  }

  /// Counts the openings without an instance that are still open when the session ends.
  func countUntouchedOpenings() {
    guard let span = compiled.scopeSpan else { return }
    session.state.spans[span].forEach {
      if session.state.openingStore.object($0).flatMap(known) == nil { countVacuous() }
    }
  }

  /// Counts an instance in which no event of the claim occurred as held, if the claim holds vacuously.
  final func countVacuous() {
    if compiled.holdsVacuously { countHeld() }
  }
}
