import Rulebook
import Trace

extension Session {
  /// Ends a life: with its log, or because the process is gone.
  func end(isEndOfLog: Bool) {
    candidates.removeAll()
    for window in windows {
      // A callback whose return this log records elsewhere was still running when the log was cut.
      if isEndOfLog, window.phase == .provisional, recording.has(window.awaitedEnd) {
        for candidate in window.pending { log.makeInconclusive(candidate) }
      } else if window.phase == .provisional {
        confirm(window)
      } else if window.phase == .open {
        leaveOpen(window)
      }
    }
    for number in sentences.indices {
      for candidate in sentences[number].pending { log.dismiss(candidate) }
      if sentences[number].start != nil, !sentences[number].tally.isBroken(number),
        case .after = program.sentences[number].sentence.scope
      {
        log.counts[number].held += 1
      }
    }
    for item in awaiting { log.dismiss(item.candidate) }
    for span in spans.indices {
      for opening in spans[span].open.values { noteScopeEnd(span, opening) }
    }
    for number in sentences.indices where program.sentences[number].sentence.scope == nil {
      guard case .never = program.sentences[number].sentence.claim, !sentences[number].tally.isBroken(number)
      else { continue }
      log.counts[number].held += 1
    }
    for callback in running.keys where recording.has(EventID(entryOf: callback).end) {
      for number in program.boundsOfCallback[callback] ?? [] { log.counts[number].inconclusive += 1 }
    }
  }

  /// A callback that is still running when its life ends: what is asked for at its close is not known.
  private func leaveOpen(_ window: Window) {
    for (number, role, _) in program.reactions[program.code(of: window.callback, isClose: true)].monitors
    where role == .moment {
      guard case .noneOpen(let references, _) = program.sentences[number].sentence.claim,
        references.contains(where: { !spans[$0.id.rawValue].open.isEmpty })
      else { continue }
      log.counts[number].inconclusive += 1
    }
  }
}
