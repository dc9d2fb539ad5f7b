import BasicContainers

/// The intervals of a session in which at least one of some spans is open, one after another (`while S or T`). All sentences with
/// this scope share the object, so each opening and closing is tracked only once.
final class SharedScope {
  private let spans: [Int]
  private(set) var isOpen = false
  /// The event that opened the newest interval, the line from which its time counts, and the sequence number of the signal that
  /// began it.
  private(set) var opening: Occurrence?
  private(set) var start: Occurrence?
  private(set) var order = 0
  /// The openings of the newest interval. Instances of the sentences share this object. It is replaced when the next interval
  /// begins, if an instance still refers to it.
  private(set) var openings = ScopeOpenings()
  private var pool = ObjectPool<ScopeOpenings>()

  /// The effect of an opening or closing on the interval.
  enum Turn {
    case none
    case begins
    case ends
  }

  init(_ spans: [Int]) { self.spans = spans }

  /// Updates the interval when one of the spans has opened, settled or closed.
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

  /// Returns the change whose opening event is the earliest, of all changes that open one of the spans at the same moment: an
  /// earlier event may have opened one of the spans.
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

  /// Removes the openings that have closed, after a moment has been judged.
  func forgetClosed() {
    if isOpen { openings.forgetClosed() }
  }
}

/// The openings of spans of which an instance of a scope consists, oldest first. A class, because all sentences with the same
/// shared scope use one list.
final class ScopeOpenings {
  /// An opening, the moment from which on it is in force as a scope, and whether its close has been judged. (`OpenSpan` has the
  /// state after the whole line, because all signals of a line are applied before they are judged.)
  typealias Part = (span: Int, opening: OpenSpan, moment: Int, isClosed: Bool)

  private(set) var all: [Part] = []

  init() {}

  /// Copies the current openings of another list.
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

  /// Marks the opening with this sequence number as closed. Returns whether it is in the list and no opening in the list is open
  /// any more.
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

  /// Removes the openings that have closed, after a moment has been judged.
  func forgetClosed() { all.drop { $0.isClosed } }

  /// Removes the openings that begin at the moment at which the scope ends, because they are not part of it.
  func forget(begunAt moment: Int) { all.drop { $0.moment == moment } }

  func removeAll() { all.clear() }
}
