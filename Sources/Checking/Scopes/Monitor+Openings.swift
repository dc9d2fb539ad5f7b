import BasicContainers
import Rulebook
import Trace

// A scope whose instances are the openings of one span, and a claim that remembers nothing of one before it is asked: as
// many things as are open have no instance each, but only those of which something was asked.

extension Monitor {
  /// The instances in which a signal lies, of one key if it has one.
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
    opened(instance)
    return instance
  }

  private func known(_ opening: OpenSpan) -> ScopeInstance? {
    if !opening.isAsked { return nil }
    return keyed[opening.key]?.first { $0.has(opening) }
  }

  /// An opening is over: of one that nobody has asked for it is counted that it kept the sentence.
  func closed(_ change: Session.Change) {
    guard let instance = known(session.opening(of: change)) else { return countVacuous() }
    close(instance, at: session.signal(of: change))
    session.state.setActivation(number, isWaiting: !instances.isEmpty)
  }

  /// The session is over: what is still open kept the sentence so far.
  func leaveOpenings() {
    guard let span = compiled.scopeSpan else { return }
    session.state.spans[span].forEach {
      if session.state.openingStore.object($0).flatMap(known) == nil { countVacuous() }
    }
  }

  /// An instance is over that nobody has asked for.
  final func countVacuous() {
    if compiled.holdsVacuously { countHeld() }
  }
}
