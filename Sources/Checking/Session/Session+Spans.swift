import BasicContainers
import Rulebook
import Trace

// What opens and closes in a session.

extension Session {
  /// Opens a span for a key, unless it is open. What opens it happened at that place in the log's order, if that is not told
  /// by the event: a close happens later than the entry that it is the close of.
  @discardableResult
  func open(
    _ span: Int, _ key: Key, in slot: Key? = nil, by opening: Occurrence, told: Int? = nil,
    at signal: Signal
  ) -> OpenSpan? {
    let slot = slot ?? key
    guard !state.isOpen(span, in: slot) else { return nil }
    let order = log.nextOrder()
    let opened = state.openingStore.makeSpare()
    opened.begin(
      key, in: slot, by: opening, told: told ?? (signal.runningCall == nil ? opening.order : signal.order),
      at: signal.line, order: order)
    state.open(span, opened, in: slot)
    let isSettled = !program.isState[span] || opening.id.isEnd || !program.tracksCalls[opening.id.index]
    if !isSettled { entered.append((span, opened)) }
    note(.opened(isSettled: isSettled), span, opened, by: signal)
    for place in program.composedOf.places(span) {
      let (composed, isFirst) = program.composedOf[place]
      guard case .composed(let first, let other) = program.rulebook.spans[composed].kind else { continue }
      if isFirst {
        if !state.spans[other.rawValue].isEmpty {
          open(composed, key, in: slot, by: opening, told: opened.told, at: signal)
        }
      } else if state.spans[span].count == 1 {
        openAll(composed, of: first.rawValue, at: signal)
      }
    }
    return opened
  }

  /// Closes what is open of a span in a slot, which is a key, or everything.
  func close(_ span: Int, _ slot: Key?, by signal: Signal) {
    let closed = state.close(span, slot, order: signal.order)
    if closed.isEmpty { return }
    for place in closed {
      let opening = state.spans[span].closedNow[place]
      note(.closed, span, opening, by: signal)
      for place in program.composedOf.places(span) where program.composedOf[place].isFirst {
        closeOne(program.composedOf[place].span, of: opening, by: signal)
      }
    }
    for place in program.composedOf.places(span)
    where !program.composedOf[place].isFirst && state.spans[span].isEmpty {
      closeAll(program.composedOf[place].span, by: signal)
    }
  }

  /// Whether a span was open before that moment, for a key or at all, and still is. Not inlined, where all of the state
  /// would be copied.
  @inline(never)
  func isOpen(_ span: Int, at moment: Int, key: Key?) -> Bool { state.isOpen(span, at: moment, key: key) }

  /// The key under which an event opens or closes a span; nil if it has none and so concerns every key.
  func key(of span: Int, _ signal: Signal) -> Key? {
    guard let field = program.keyOfSpan[span] else { return Key.empty }
    return signal.judged.retainedLine.key(field)
  }
}
