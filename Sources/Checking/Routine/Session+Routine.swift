import Trace

extension Session {
  /// Whether an event is routine here.
  func isRoutine(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances
  ) -> Bool {
    state.isRoutine(event, line, circumstances, routines)
  }

  /// Takes an event of which nothing but its time matters here; false for any other.
  func passes(_ occurrence: Occurrence) -> Bool {
    state.passes(occurrence, order: log.order, routines)
  }

  /// Takes an event that was just found to be routine.
  func takeRoutinely(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances,
    _ occurrences: inout Pool<Occurrence>
  ) {
    state.take(event, line, circumstances, order: log.nextOrder(), routines, &occurrences)
  }
}
