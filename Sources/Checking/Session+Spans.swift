import Rulebook
import Trace

// What opens and closes in a session.

extension Session {
  /// Opens a span for a key, unless it is open.
  @discardableResult
  func open(
    _ span: Int, _ key: Key, in slot: Key? = nil, by opening: Occurrence, at signal: Signal
  ) -> OpenSpan? {
    let opened = state.spans[span].open(
      key, in: slot ?? key, by: opening, at: signal.line, order: log.nextOrder())
    guard let opened else { return nil }
    let isState = if case .state = program.rulebook.spans[span].kind { true } else { false }
    let isSettled = !isState || opening.id.isEnd || !program.hasWindow[opening.id.index]
    if !isSettled { entered.append((span, opened)) }
    note(
      Change(
        order: signal.order, span: span, opening: opened, kind: .opened(isSettled: isSettled), by: signal))
    for (composed, isFirst) in program.composedOf[span] {
      guard case .composed(let first, let other) = program.rulebook.spans[composed].kind else { continue }
      if isFirst {
        if !state.spans[other.rawValue].open.isEmpty {
          open(composed, key, in: slot, by: opening, at: signal)
        }
      } else if state.spans[span].open.count == 1 {
        for part in state.spans[first.rawValue].open.values.sorted(by: { $0.order < $1.order }) {
          open(composed, part.key, in: part.slot, by: part.opening, at: signal)
        }
      }
    }
    return opened
  }

  /// Closes what is open of a span in a slot, which is a key, or everything.
  func close(_ span: Int, _ slot: Key?, by signal: Signal) {
    let closed = state.spans[span].close(slot, order: signal.order)
    if closed.isEmpty { return }
    for opening in closed {
      note(Change(order: signal.order, span: span, opening: opening, kind: .closed, by: signal))
      for (composed, isFirst) in program.composedOf[span] where isFirst {
        close(composed, opening.slot, by: signal)
      }
    }
    for (composed, isFirst) in program.composedOf[span] where !isFirst && state.spans[span].open.isEmpty {
      close(composed, nil, by: signal)
    }
  }

  func note(_ change: Change) { changes.append(change) }

  /// The states that the line has entered since the newest event.
  func takeEntered() -> [(span: Int, opening: OpenSpan)] {
    defer { entered.removeAll(keepingCapacity: true) }
    return entered
  }

  /// The key under which an event opens or closes a span; nil if it has none and so concerns every key.
  func key(of span: Int, _ occurrence: Occurrence) -> Key? {
    guard case .declared(_, _, let field?) = program.rulebook.spans[span].kind else { return Key.empty }
    return program.fieldIndex[field].flatMap(occurrence.sighting.key)
  }
}
