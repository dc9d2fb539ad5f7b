import Rulebook
import Trace

extension Session {
  /// Ends a life: with its log, or because the process is gone.
  func end(isEndOfLog: Bool) {
    candidates.removeAll()
    for window in windows { leave(window, isEndOfLog) }
    for item in awaiting { item.candidate.map(log.dismiss) }
    for span in spans.indices {
      for opening in spans[span].open.values { noteScopeLeftOpen(span, opening) }
    }
    for number in sentences.indices { leave(sentence: number, isEndOfLog) }
    for callback in running.keys {
      let returns = program.returns(of: EventID(entryOf: callback))
      guard isEndOfLog, returns.contains(where: recording.has) else { continue }
      for number in program.boundsOfCallback[callback] ?? [] { log.counts[number].inconclusive += 1 }
    }
  }

  /// A callback that has not returned by the last line.
  private func leave(_ window: Window, _ isEndOfLog: Bool) {
    switch window.phase {
    case .closed: break
    case .provisional:
      // A callback whose return the app records elsewhere was still running when the log was cut.
      guard isEndOfLog, recording.has(window.awaitedEnd) else { return confirm(window) }
      for candidate in window.pending { log.makeInconclusive(candidate) }
    case .open:
      // What is asked for at its close is not known.
      let signal = Signal(
        code: program.code(of: window.callback, isClose: true), order: log.nextOrder(), judged: window.entry,
        line: window.entry, window: window)
      for (number, role, _) in program.reactions[signal.code].monitors where role == .moment {
        leaveUndecided(number, signal)
      }
    }
  }

  private func leave(sentence number: Int, _ isEndOfLog: Bool) {
    let (sentence, state) = (program.sentences[number].sentence, sentences[number])
    switch (sentence.scope, sentence.claim) {
    case (.between(_, let end), _):
      let mayCome = isEndOfLog && end.atoms.flatMap(\.events).contains(where: recording.has)
      for candidate in state.pending { mayCome ? log.makeInconclusive(candidate) : log.dismiss(candidate) }
    case (.after, .never) where state.start != nil, (nil, .never):
      if !state.tally.isBroken(number) { log.counts[number].held += 1 }
    case (.open, .noneOpen) where isEndOfLog:
      // The scope is open: the moment may still come.
      guard let last else { return }
      let signal = Signal(code: Int(last.id.rawValue), order: log.nextOrder(), judged: last, line: last)
      if scopeHit(number, at: signal.order, judging: nil) != nil { leaveUndecided(number, signal) }
    default: break
    }
  }

  /// Something is open that may or may not be by the moment that is asked for.
  private func leaveUndecided(_ number: Int, _ signal: Signal) {
    let compiled = program.sentences[number]
    guard case .noneOpen(let references, _) = compiled.sentence.claim else { return }
    let isUndecided = references.contains { reference in
      spans[reference.id.rawValue].openings(at: signal.order).contains { opening in
        !holds(compiled.exception, signal, judging: opening.opening, subject: opening)
      }
    }
    if isUndecided { log.counts[number].inconclusive += 1 }
  }
}
