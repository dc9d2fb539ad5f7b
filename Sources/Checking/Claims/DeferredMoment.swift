import BasicContainers

/// A moment of a sentence of the form `no S is open at M where E within 1s` that counts only if E comes in time. What was open
/// at it is judged then: until it is known, nothing is made for each of many openings.
final class DeferredMoment {
  private let monitor: OpenAtMoment
  let signal: Session.Signal
  let instance: ScopeInstance
  let span: Int
  private let backlog: Backlog
  /// Which groups of openings the exception excused at the moment.
  private let excepted: [Bool]
  /// Of what its scope consists at the moment, where that is no longer so afterwards.
  private var scope: ScopeOpenings?
  /// What was open at it and has closed since.
  private var closed: [OpenSpan] = []
  private var isLineOver = false

  init(
    of monitor: OpenAtMoment, at signal: Session.Signal, in instance: ScopeInstance, span: Int,
    _ backlog: Backlog
  ) {
    (self.monitor, self.signal, self.instance, self.span) = (monitor, signal, instance, span)
    self.backlog = backlog
    excepted = backlog.excepted
    instance.isReferredTo = true
  }

  /// A part of the scope closes at a moment, and is no part of it afterwards.
  func keepScope(of moment: Int) {
    if signal.moment == moment, scope == nil { scope = instance.openings.map { ScopeOpenings($0) } }
  }

  /// A line is over. What the moment's own line closes was not open at it.
  func noteClosed(in session: Session) {
    defer { isLineOver = true }
    if !isLineOver { return }
    for place in session.changes.indices
    where session.changes[place].kind == .closed && session.changes[place].span == span {
      let opening = session.opening(of: session.changes[place])
      if opening.order < signal.order { closed.append(opening) }
    }
  }

  /// The moment counts.
  func judge() {
    var openings: [OpenSpan] = []
    monitor.session.state.list(span, openAt: signal.order, in: &openings)
    openings = (openings + closed).sorted { $0.order < $1.order }
    let scopeNow = instance.openings
    if let scope { instance.openings = scope }
    defer { instance.openings = scopeNow }
    for opening in backlog.unexcused(openings, excepted, for: monitor, at: signal) {
      monitor.reportDeferred(opening, self)
    }
  }
}
