import BasicContainers

/// The stretches of a session in which at least one of some spans is open, one after the other: of all sentences that
/// hold `while` one of these spans is open, so that what opens and closes is followed once.
final class SharedScope {
  private let spans: [Int]
  private(set) var isOpen = false
  /// What opened the newest, from where its time counts, and when it opened, in the log's order.
  private(set) var opening: Occurrence?
  private(set) var start: Occurrence?
  private(set) var order = 0
  /// What it consists of; of an earlier one that may still be asked for.
  private(set) var openings = ScopeOpenings()
  private var pool = ObjectPool<ScopeOpenings>()

  /// What a change of one of the spans is to it.
  enum Turn {
    case none
    case begins
    case ends
  }

  init(_ spans: [Int]) { self.spans = spans }

  /// Takes the opening or closing of one of the spans.
  func follow(_ change: Session.Change, in session: Session) -> Turn {
    if change.isInForce {
      let begins = !isOpen
      if begins { begin(with: change, in: session) }
      openings.add(session.opening(of: change), of: change.span, at: change.moment)
      return begins ? .begins : .none
    }
    guard change.kind == .closed, isOpen, openings.close(change.opened) else { return .none }
    isOpen = false
    if order < change.moment { openings.forget(begunAt: change.moment) }
    return .ends
  }

  private func begin(with change: Session.Change, in session: Session) {
    isOpen = true
    opening = session.opening(of: oldest(with: change, in: session)).opening
    start = session.signal(of: change).line
    order = change.order
    if !isKnownUniquelyReferenced(&openings) { openings = pool.make { ScopeOpenings() } }
    openings.removeAll()
  }

  /// What opened it: of spans that open at one moment, one may have been opened by an earlier event.
  private func oldest(with change: Session.Change, in session: Session) -> Session.Change {
    var (oldest, told) = (-1, change.told)
    for place in session.changes.indices where session.changes[place].told < told {
      let other = session.changes[place]
      if other.moment == change.moment, other.isInForce, spans.contains(other.span) {
        (oldest, told) = (place, other.told)
      }
    }
    return oldest < 0 ? change : session.changes[oldest]
  }

  /// A moment is over: what has closed at it is no part of the stretch any more.
  func forgetClosed() {
    if isOpen { openings.forgetClosed() }
  }
}

/// The openings of spans that an instance of a scope consists of, oldest first. A class, so that all that lie in one
/// stretch share them.
final class ScopeOpenings {
  /// One of them, the moment from which on it is in force, and whether it has closed at the moment that is judged: what the
  /// line closes is closed before that.
  typealias Part = (span: Int, opening: OpenSpan, moment: Int, isClosed: Bool)

  private(set) var all: [Part] = []

  /// None.
  init() {}

  /// Those of another one, as they are now.
  init(_ other: ScopeOpenings) { all = other.all }

  func has(_ opening: OpenSpan) -> Bool { all.indices.contains { all[$0].opening === opening } }

  func add(_ opening: OpenSpan, of span: Int, at moment: Int) {
    if has(opening) { return }
    let place = all.indices.last { all[$0].opening.order < opening.order }.map { $0 + 1 } ?? 0
    if place == all.count {
      all.append((span, opening, moment, false))
    } else {
      all.insert((span, opening, moment, false), at: place)
    }
  }

  /// What was opened at that place in the log's order closes; whether it is one of them, and none is open any more.
  func close(_ opened: Int) -> Bool {
    var (isOne, isOpen) = (false, false)
    for place in all.indices {
      if all[place].opening.order == opened {
        all[place].isClosed = true
        isOne = true
      } else if !all[place].isClosed {
        isOpen = true
      }
    }
    return isOne && !isOpen
  }

  /// A moment is over: what has closed at it is no part of the scope any more.
  func forgetClosed() { all.drop { $0.isClosed } }

  /// What begins at the moment at which all is over is none of it.
  func forget(begunAt moment: Int) { all.drop { $0.moment == moment } }

  func removeAll() { all.clear() }
}
