import Rulebook

// each S closed while L is reopened by M: what was open when L opened and was closed in it is open again at the first M
// in L (response with data, for exactly those keys).
//
// Reported at M, once for each key; related is the line that closed it. Held once for each key that is open at M. A
// stay that ends without M says nothing. Example, with a span `away` from app.willResignActive until the close of
// app.didBecomeActive, `each timer closed while away is reopened by the close of app.didBecomeActive`:
//   violated   timer.start id=a / app.willResignActive / timer.stop id=a / app.didBecomeActive / app.didBecomeActive.end
//   held       the same with timer.start id=a before app.didBecomeActive.end

final class Restoration: Monitor {
  /// What is known of one opening of the second span.
  private final class Departure {
    /// The opening, and the signal that brought it about, in the log's order.
    private(set) var opening = 0
    private var start = 0
    /// What was open when it began and was closed in it: the newest opening of a key that ended, and by what.
    var closed = KeyTable<Closed>()

    func begin(_ change: Session.Change) {
      opening = change.opened
      start = change.order
      closed.removeAll()
    }

    /// Takes what has closed of a span, if anything of its key was open when it began: of a call in two processes the other
    /// may still be.
    func note(_ opening: OpenSpan, of span: Int, closedBy signal: Session.Signal, in session: Session) {
      let wasOpen = opening.order < start && (opening.closedAt ?? .max) > start
      guard wasOpen || closed.has(opening.key) || session.isOpen(span, at: start, key: opening.key) else {
        return
      }
      closed.set(opening.key, (opening, signal.judged))
    }
  }

  private typealias Closed = (opening: OpenSpan, by: Occurrence)

  /// Those that are open, in their order.
  private var stays: [Departure] = []
  private var stayPool = ObjectPool<Departure>()
  /// What is looked at, in the order in which it was closed.
  private var closed: [Closed] = []
  /// The instances in which that is asked for.
  private var judged: [ScopeInstance] = []

  override func judge(_ change: Session.Change) {
    guard let (subject, leaving) = compiled.reopened else { return }
    if change.span == subject, change.kind == .closed {
      for place in stays.indices {
        stays[place].note(
          session.opening(of: change), of: subject, closedBy: session.signal(of: change), in: session)
      }
    }
    guard change.span == leaving else { return }
    switch change.kind {
    case .opened:
      let stay = stayPool.make { Departure() }
      stay.begin(change)
      stays.append(stay)
    case .settled: break
    case .closed: stays.drop { $0.opening == change.opened }
    }
    noteWaiting()
  }

  /// What is closed matters only while something is left.
  private func noteWaiting() { session.state.setActivation(number, isWaiting: !stays.isEmpty) }

  override func receive(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    guard !stays.isEmpty, let (subject, _) = compiled.reopened else { return }
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { judged.append($0) }
    if judged.isEmpty { return }
    defer { judged.clear() }
    for place in stays.indices where stays[place].opening < signal.order && !stays[place].closed.isEmpty {
      stays[place].closed.forEach { closed.append($1) }
      stays[place].closed.removeAll()
      if closed.count > 1 {
        closed.sort { ($0.by.order, $0.opening.order) < ($1.by.order, $1.opening.order) }
      }
      for (opening, closing) in closed {
        for instance in judged {
          if session.isOpen(subject, at: signal.order, key: opening.key) {
            countHeld(instance)
          } else if !session.later.isBeforeLine {
            fail(opening, closing, subject, at: signal, instance)
          } else {
            deferCheck(about: [closing], at: signal) { [self] again in
              if session.isOpen(subject, at: again.order, key: opening.key) {
                countHeld(instance)
              } else {
                fail(opening, closing, subject, at: again, instance)
              }
            }
          }
        }
      }
      closed.clear()
    }
    stays.drop { $0.opening < signal.order }
    noteWaiting()
  }

  private func fail(
    _ opening: OpenSpan, _ closing: Occurrence, _ span: Int, at signal: Session.Signal,
    _ instance: ScopeInstance
  ) {
    let span = program.rulebook.spans[span].name
    let thing = opening.key.isEmpty ? span : "\(span) \(opening.key.text)"
    let moment = signal.runningCall == nil ? name(signal.judged) : "the close of \(name(signal.judged))"
    reportBreach(
      Breach(
        notes: signal.runningCall.map(session.note) ?? [], isOneWith: .trigger(opening.order),
        subject: opening),
      of: closing,
      statement(
        "\(thing) is not open again at \(moment)", label: "\(thing) is not open again",
        beside: "\(thing) is closed here"),
      beside: closing, in: instance, at: signal)
  }
}
