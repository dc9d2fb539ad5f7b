import BasicContainers
import Rulebook
import Trace

// Opens and closes spans, and the spans that are composed of them.

extension Session {
  /// Opens a span for a key, unless it is open. Returns the new opening. `slot` is the key under which it is stored, if that is
  /// not its own key. `told` is the log order at which the opening event happened. By default, it is the order of `opening`, or
  /// of the signal if this is the close of a callback, because the close is later than the entry.
  @discardableResult
  func open(
    _ span: Int, _ key: Key, in slot: Key? = nil, by opening: Occurrence, told: Int? = nil,
    at signal: Signal
  ) -> OpenSpan? {
    let slot = slot ?? key
    guard !state.isOpen(span, in: slot) else { return nil }
    let order = log.nextOrder()
    let opened = state.openingStore.allocateObject()
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

  /// Closes the opening of a span in a slot, or all openings of the span if `slot` is nil. Also closes the composed spans.
  func close(_ span: Int, _ slot: Key?, by signal: Signal) {
    let closed = state.close(span, slot, order: signal.order)
    if closed.isEmpty { return }
    for place in closed {
      let opening = state.spans[span].closedAtLine[place]
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

  /// Whether a span has been open since before a moment, for a key, or for any key if it is nil. Not inlined, because that would
  /// copy the whole state.
  @inline(never)
  func isOpen(_ span: Int, at moment: Int, key: Key?) -> Bool { state.isOpen(span, at: moment, key: key) }

  /// Returns the key under which an event opens or closes a span; nil if the event lacks it, and so concerns every key.
  func key(of span: Int, _ signal: Signal) -> Key? {
    guard let field = program.keyFieldOfSpan[span] else { return Key.empty }
    return signal.judged.retainedLine.key(field)
  }
}
