import BasicContainers

/// A moment M of a sentence of the form `no S is open at M where E within 1s`, which counts only if E occurs in time. The
/// openings that were open at M are judged once E has occurred. Until then, no object is created for each of many openings.
final class DeferredMoment {
  private let monitor: OpenAtMoment
  let signal: Session.Signal
  let instance: ScopeInstance
  let span: Int
  private let backlog: OpeningGroups
  /// For each group of the backlog, whether the exception applied to it at the moment.
  private let excepted: [Bool]
  /// The openings of which the scope instance consisted at the moment, if this has changed since.
  private var scope: ScopeOpenings?
  /// The openings that were open at the moment and have closed since.
  private var closed: [OpenSpan] = []
  private var isLineOver = false

  init(
    of monitor: OpenAtMoment, at signal: Session.Signal, in instance: ScopeInstance, span: Int,
    _ backlog: OpeningGroups
  ) {
    (self.monitor, self.signal, self.instance, self.span) = (monitor, signal, instance, span)
    self.backlog = backlog
    excepted = backlog.excepted
    instance.isReferredTo = true
  }

  /// Saves the openings of the scope instance, before those that close at a moment are removed from it. Does nothing for another
  /// moment.
  func keepScope(of moment: Int) {
    if signal.moment == moment, scope == nil { scope = instance.openings.map { ScopeOpenings($0) } }
  }

  /// Notes at the end of a line which openings the line closed. An opening that the moment's own line closes was not open at the
  /// moment.
  func noteClosed(in session: Session) {
    defer { isLineOver = true }
    if !isLineOver { return }
    for place in session.changes.indices
    where session.changes[place].kind == .closed && session.changes[place].span == span {
      let opening = session.opening(of: session.changes[place])
      if opening.order < signal.order { closed.append(opening) }
    }
  }

  /// Reports the openings that were open at the moment, because it is known that the moment counts.
  func judge() {
    var openings: [OpenSpan] = []
    monitor.session.state.list(span, openAt: signal.order, in: &openings)
    openings = (openings + closed).sorted { $0.order < $1.order }
    let scopeNow = instance.openings
    if let scope { instance.openings = scope }
    defer { instance.openings = scopeNow }
    for opening in backlog.unexcepted(openings, excepted, for: monitor, at: signal) {
      monitor.reportDeferred(opening, self)
    }
  }
}
