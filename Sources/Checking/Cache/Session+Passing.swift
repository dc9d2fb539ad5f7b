import Trace

extension Session {
  /// Advances the clock for an event that has no effect here. Returns false, and changes nothing, for any other
  /// event.
  func passes(_ occurrence: Occurrence) -> Bool {
    log.usesCache && state.passes(occurrence, order: log.order)
  }
}
