import Trace

extension Session {
  /// Whether an event is routine here, and how its time lies to that of the event before it.
  func isRoutine(_ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?) -> SessionClock.Step? {
    state.isRoutine(event, line, time, losses: log.losses, program, routines)
  }

  /// Whether an event that was just found to be routine opens something.
  func opens(_ event: EventID) -> Bool { state.opens(event, routines) }

  /// Takes an event that was just found to be routine; with its line copied if it opens something.
  func takeRoutinely(
    _ event: borrowing Event, _ line: Span<UInt8>, _ time: LogTime?, as occurrence: Occurrence?
  ) {
    state.take(event, line, time, order: log.nextOrder(), as: occurrence, routines)
  }
}
