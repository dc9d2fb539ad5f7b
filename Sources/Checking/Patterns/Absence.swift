import Rulebook
import Trace

// never E: no E occurs in the scope.
//
// Reported at E; related is what opened the scope. Held once for each opening of the scope without an E.
// With `between A and B` it is decided at B. Example, `while background, never gl.call`:
//   violated   app.didEnterBackground / app.didEnterBackground.end / gl.call
//   held       app.didEnterBackground / gl.call / app.didEnterBackground.end / app.willEnterForeground

extension Session {
  func judgeOffence(_ number: Int, _ signal: Signal) {
    let compiled = program.sentences[number]
    guard let hit = scopeHit(number, at: signal.order, judging: signal.judged) else {
      return doubt(number, signal)
    }
    if holds(compiled.exception, signal, judging: signal.judged, subject: nil) { return }
    let event = program.rulebook.vocabulary.name(of: signal.judged.id)
    let scope = scopeText(compiled.sentence.scope, hit)
    let candidate = candidate(
      number, at: signal, order: signal.order, judged: signal.judged, hit: hit,
      message: "\(event)\(scope.isEmpty ? " occurs" : " \(scope)")",
      label: scope.isEmpty ? "must not occur" : "must not occur \(scope)")
    candidate.violation.notes += hit.entering.map(note(on:)) ?? []
    if case .between = compiled.sentence.scope {
      candidate.waits += 1
      sentences[number].pending.append(candidate)
    }
    candidate.tallies =
      hit.openings.isEmpty ? [sentences[number].tally] : hit.openings.map { $0.opening.makeTally() }
    for tally in candidate.tallies { tally.add(number) }
    add(candidate, bases: hit.bases)
  }

  /// Inside the callback that enters a state nothing is forbidden. Only if its return never comes is that a doubt.
  private func doubt(_ number: Int, _ signal: Signal) {
    guard case .open(let references) = program.sentences[number].sentence.scope else { return }
    for reference in references {
      for opening in spans[reference.id.rawValue].containing(signal.order) {
        opening.makeTally().doubt(number)
      }
    }
  }

  /// When spans close: every opening in which nothing forbidden occurred has held.
  func judgeClosedSpans() {
    for span in closedNow {
      for opening in spans[span].closedNow {
        noteScopeEnd(span, opening)
        judgeLength(span, opening)
      }
    }
  }

  /// A sentence has held; for the closing of a window that may be taken back, only as long as that stands.
  func noteHeld(_ number: Int, _ window: Window?) {
    log.counts[number].held += 1
    if let window, window.phase == .provisional { window.held[number, default: 0] += 1 }
  }

  func noteScopeEnd(_ span: Int, _ opening: OpenSpan) {
    for number in program.scopesOfSpan[span] {
      guard case .never = program.sentences[number].sentence.claim else { continue }
      if opening.tally?.isBroken(number) != true {
        noteHeld(number, windows.first { $0.closes(opening) })
      }
    }
  }

  /// When the log ends in a scope: what was seen of it has held, unless a callback may still have been running.
  func noteScopeLeftOpen(_ span: Int, _ opening: OpenSpan) {
    guard !settledness(of: span, key: opening.key, at: .max).isSettled, let doubts = opening.tally?.doubts
    else {
      return noteScopeEnd(span, opening)
    }
    for number in program.scopesOfSpan[span] {
      if doubts.contains(number) { log.counts[number].inconclusive += 1 }
    }
  }

  func scopeText(_ scope: Scope?, _ hit: ScopeHit) -> String {
    switch scope {
    case nil: ""
    case .open, .during: hit.openings.last.map { "while \(program.rulebook.spans[$0.span].name)" } ?? ""
    case .outside(let spans): "outside \(spans.map(\.name).joined(separator: " or "))"
    case .after(let start, _): "after \(start.text)"
    case .between(_, let end), .before(let end): "before \(end.text)"
    }
  }
}
