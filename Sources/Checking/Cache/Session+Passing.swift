import Trace

extension Session {
  /// Takes an event of which nothing but its time matters here; false for any other.
  func passes(_ occurrence: Occurrence) -> Bool {
    log.usesCache && state.passes(occurrence, order: log.order)
  }
}
