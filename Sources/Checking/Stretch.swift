/// The stretches of a session in which at least one of some spans is open, one after the other: of all sentences that
/// hold `while` one of these spans is open, so that what opens and closes is followed once.
final class Stretch {
  private let spans: [Int]
  private(set) var isOpen = false
  /// What opened the newest, from where its time counts, and when it opened, in the log's order.
  private(set) var opening: Occurrence?
  private(set) var start: Occurrence?
  private(set) var order = 0
  /// What it consists of; of an earlier one that may still be asked for.
  private(set) var openings = ScopeOpenings()
  private var pool = Pool<ScopeOpenings>()
  /// What the newest change of one of the spans was to it.
  private(set) var turn = Turn.none

  enum Turn {
    case none
    case begins
    case ends
  }

  init(_ spans: [Int]) { self.spans = spans }

  /// Takes the opening or closing of one of the spans, which is one of some changes.
  func follow(_ change: Session.Change, among changes: [Session.Change]) -> Turn {
    turn = .none
    if change.isInForce {
      if !isOpen {
        turn = .begins
        begin(with: change, among: changes)
      }
      openings.add(change.opening, of: change.span)
    } else if change.kind == .closed, isOpen, openings.has(change.opening), openings.close(change.opening) {
      turn = .ends
      isOpen = false
    }
    return turn
  }

  private func begin(with change: Session.Change, among changes: [Session.Change]) {
    isOpen = true
    opening = oldestOpening(with: change, among: changes)
    start = change.by.line
    order = change.order
    openings = pool.take { ScopeOpenings() }
    openings.removeAll()
  }

  /// What opened it: of spans that open at one moment, one may have been opened by an earlier event.
  private func oldestOpening(with change: Session.Change, among changes: [Session.Change]) -> Occurrence {
    var oldest = change.opening.opening
    for other in changes where other.moment == change.moment && other.isInForce {
      if other.opening.opening.order < oldest.order, spans.contains(other.span) {
        oldest = other.opening.opening
      }
    }
    return oldest
  }

  /// A moment is over: what has closed at it is no part of the stretch any more.
  func forgetClosed() {
    if isOpen { openings.forgetClosed() }
  }
}

/// The openings of spans that an instance of a scope consists of, oldest first. A class, so that all that lie in one
/// stretch share them.
final class ScopeOpenings {
  /// One of them, and whether it has closed at the moment that is judged: what the line closes is closed before that.
  typealias Part = (span: Int, opening: OpenSpan, isClosed: Bool)

  private(set) var all: [Part] = []

  func has(_ opening: OpenSpan) -> Bool { all.contains { $0.opening === opening } }

  func add(_ opening: OpenSpan, of span: Int) {
    if has(opening) { return }
    let place = all.lastIndex { $0.opening.order < opening.order }.map { $0 + 1 } ?? 0
    if place == all.count {
      all.append((span, opening, false))
    } else {
      all.insert((span, opening, false), at: place)
    }
  }

  /// One of them closes; whether none is open any more.
  func close(_ opening: OpenSpan) -> Bool {
    for place in all.indices where all[place].opening === opening { all[place].isClosed = true }
    return all.allSatisfy(\.isClosed)
  }

  /// A moment is over: what has closed at it is no part of the scope any more.
  func forgetClosed() { all.drop { $0.isClosed } }

  func removeAll() { all.clear() }
}
