import Rulebook

// each S closed while L is reopened by M: each key of S that was open when L opened, and closed while L was open, is open again
// at the first M in L (response with data, for exactly those keys).
//
// Reported at M, once for each key. Related line: the line that closed S. Holds once for each key that is open at M. An opening
// of L that closes without an M gives no verdict.
// Example, with a span `away` from app.willResignActive until the close of app.didBecomeActive, `each timer closed while away is
// reopened by the close of app.didBecomeActive`:
//   violated   timer.start id=a / app.willResignActive / timer.stop id=a / app.didBecomeActive / app.didBecomeActive.end
//   held       the same lines, with timer.start id=a before app.didBecomeActive.end
//
// Reference: `Openings.isReopened`.

final class Restoration: Monitor {
  /// An opening of L that has not met an M yet.
  private final class Departure {
    /// The sequence numbers of the opening and of the signal that opened it.
    private(set) var opening = 0
    private var start = 0
    /// For each key that was open when L opened and has closed since: its newest closed opening, and the event that closed it.
    var closed = KeyTable<Closed>()

    func begin(_ change: Session.Change) {
      opening = change.opened
      start = change.order
      closed.removeAll()
    }

    /// Notes a closed opening of S, if its key was open when L opened. This is a property of the key and not only of this
    /// opening: across sessions, two processes can have the same callback open, and one of the calls may still run.
    func note(_ opening: OpenSpan, of span: Int, closedBy signal: Session.Signal, in session: Session) {
      let wasOpen = opening.order < start && (opening.closedAt ?? .max) > start
      guard wasOpen || closed.has(opening.key) || session.isOpen(span, at: start, key: opening.key) else {
        return
      }
      closed.set(opening.key, (opening, signal.judged))
    }
  }

  private typealias Closed = (opening: OpenSpan, by: Occurrence)

  /// The openings of L that are open and have not met an M yet, oldest first.
  private var departures: [Departure] = []
  private var departurePool = ObjectPool<Departure>()
  /// A buffer for the closed openings that are being judged, in the order in which they closed.
  private var closed: [Closed] = []
  /// A buffer for the scope instances that contain the M.
  private var judged: [ScopeInstance] = []

  override func judge(_ change: Session.Change) {
    guard let (subject, leaving) = compiled.reopened else { return }
    if change.span == subject, change.kind == .closed {
      for place in departures.indices {
        departures[place].note(
          session.opening(of: change), of: subject, closedBy: session.signal(of: change), in: session)
      }
    }
    guard change.span == leaving else { return }
    switch change.kind {
    case .opened:
      let stay = departurePool.make { Departure() }
      stay.begin(change)
      departures.append(stay)
    case .settled: break
    case .closed: departures.drop { $0.opening == change.opened }
    }
    noteWaiting()
  }

  /// The closes of S matter only while an L is open: activates or deactivates their subscription.
  private func noteWaiting() { session.state.setActivation(number, isWaiting: !departures.isEmpty) }

  override func receive(_ role: Role, _ signal: Session.Signal, key: Key?, scopeKey: Key?) {
    guard !departures.isEmpty, let (subject, _) = compiled.reopened else { return }
    forEachInstance(holding: signal, compiled.bindsScope ? scopeKey : nil) { judged.append($0) }
    if judged.isEmpty { return }
    defer { judged.clear() }
    for place in departures.indices
    where departures[place].opening < signal.order && !departures[place].closed.isEmpty {
      departures[place].closed.forEach { closed.append($1) }
      departures[place].closed.removeAll()
      if closed.count > 1 {
        closed.sort { ($0.by.order, $0.opening.order) < ($1.by.order, $1.opening.order) }
      }
      for (opening, closing) in closed {
        for instance in judged {
          if session.isOpen(subject, at: signal.order, key: opening.key) {
            countHeld(instance, with: closing)
          } else if !session.later.isBeforeLine {
            fail(opening, closing, subject, at: signal, instance)
          } else {
            deferCheck(about: [closing], at: signal) { [self] again in
              if session.isOpen(subject, at: again.order, key: opening.key) {
                countHeld(instance, with: closing)
              } else {
                fail(opening, closing, subject, at: again, instance)
              }
            }
          }
        }
      }
      closed.clear()
    }
    departures.drop { $0.opening < signal.order }
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
