import Trace

extension Session {
  /// Applies the effects of an event that no sentence has to look at, in this session and in the app session, without an object for
  /// the event. `process` is the number of the process. Returns whether the clock went forward, back, or not at all. Returns nil,
  /// and changes nothing, if the event must take the full path.
  func runFast(_ event: Event, _ line: Span<UInt8>, process: Int) -> SessionClock.Step? {
    let time = event.time.map { LogTime(timestamp: $0, setting: log.clockSettings) }
    let appSession = app.appSession
    state.next.conditions = .unclear
    appSession?.state.next.conditions = .unclear
    guard app.lines.mayPass(at: time), appSession != nil || !program.isAcrossSessions,
      appSession?.state.canRunFast(event, line, at: time, losses: log.losses) != false,
      state.canRunFast(event, line, at: time, losses: log.losses)
    else { return nil }
    app.lines.pass()
    let order = log.nextOrder()
    (log.currentLine, log.judgedLine) = (event.line, event.line)
    let circumstances = SessionState.Circumstances(
      time: time, losses: log.losses, process: process, life: startOrder)
    let step = state.advance(to: time)
    state.run(event, line, at: order, circumstances, &log.occurrences)
    if let appSession {
      _ = appSession.state.advance(to: time)
      appSession.state.run(event, line, at: order, circumstances, &log.occurrences)
    }
    return step
  }

  /// Advances the clock for an event that has no effect here. Returns false, and changes nothing, for any other event.
  func passes(_ occurrence: Occurrence) -> Bool {
    log.usesFastPath && state.passes(occurrence, order: log.order)
  }
}
