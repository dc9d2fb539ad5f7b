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
  private final class Stay {
    /// When it began, in the log's order.
    let opening: Int
    /// The keys that were open when it began.
    let open: Set<Key>
    /// Those that were closed in it: the opening that ended, and by what.
    var closed: [Key: (opening: OpenSpan, by: Occurrence)] = [:]

    init(opening: Int, open: Set<Key>) {
      self.opening = opening
      self.open = open
    }
  }

  /// Those that are open.
  private var stays: [Stay] = []

  override func judge(_ change: Session.Change) {
    guard case .isReopened(let subject, let leaving, _) = compiled.sentence.claim else { return }
    if change.span == subject.id.rawValue, change.kind == .closed {
      for stay in stays where stay.open.contains(change.opening.key) {
        stay.closed[change.opening.key] = (change.opening, change.by.judged)
      }
    }
    guard change.span == leaving.id.rawValue else { return }
    switch change.kind {
    case .opened:
      let open = session.state.spans[subject.id.rawValue].containing(change.by.order).filter {
        $0.closedAt.map { $0 > change.by.order } ?? true
      }
      stays.append(Stay(opening: change.opening.order, open: Set(open.map { $0.key })))
    case .settled: break
    case .closed: stays.removeAll { $0.opening == change.opening.order }
    }
    noteWaiting()
  }

  /// What is closed matters only while something is left.
  private func noteWaiting() { session.state.setGate(number, isWaiting: !stays.isEmpty) }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instances: [Instance]) {
    guard case .isReopened(let subject, _, _) = compiled.sentence.claim else { return }
    defer { noteWaiting() }
    let over = stays.filter { $0.opening < signal.order }.sorted { $0.opening < $1.opening }
    stays.removeAll { $0.opening < signal.order }
    for stay in over {
      for (opening, closing) in stay.closed.values.sorted(by: {
        ($0.by.order, $0.opening.order) < ($1.by.order, $1.opening.order)
      }) {
        for instance in instances {
          if session.state.spans[subject.id.rawValue].isOpen(at: signal.order, key: opening.key) {
            hold(instance)
          } else {
            fail(opening, closing, subject.name, at: signal, instance)
          }
        }
      }
    }
  }

  private func fail(
    _ opening: OpenSpan, _ closing: Occurrence, _ span: String, at signal: Session.Signal,
    _ instance: Instance
  ) {
    let thing = opening.key.isEmpty ? span : "\(span) \(opening.key.text)"
    let moment = signal.window == nil ? name(signal.judged) : "the close of \(name(signal.judged))"
    raise(
      Offence(
        judged: closing, message: "\(thing) is not open again at \(moment)",
        label: "\(thing) is not open again",
        related: [(closing, "\(thing) is closed here", .trigger)],
        notes: signal.window.map(session.note) ?? [], isOneWith: .trigger(opening.order),
        subject: opening),
      in: instance, at: signal)
  }
}
