import Rulebook
import Trace

// each S lasts at most T (or at least T): from the opening of S to its closing, in counted time.
//
// Reported at the line that closes S; related is what opened it. A callback is measured to its recorded return or to
// the end of the process; without either, or where a line has no time, there is no verdict. Example, `each
// app.didEnterBackground lasts at most 5s`:
//   violated   10:00:00.000 app.didEnterBackground / 10:00:05.900 app.didEnterBackground.end
//   held       10:00:00.000 app.didEnterBackground / 10:00:00.900 app.didEnterBackground.end

extension Session {
  /// The recorded return of a callback.
  func judgeReturn(_ end: Occurrence) {
    for (callback, entry) in running.sorted(by: { $0.key < $1.key })
    where (entry.source ?? entry.id).end == end.id {
      guard Self.mayBeOne(callbackKey(of: entry, for: end.id), callbackKey(of: end, for: end.id)) else {
        continue
      }
      running[callback] = nil
      judge(
        program.boundsOfCallback[callback] ?? [], of: entry, from: entry, basis: entry.basis, to: end,
        isReturn: true)
    }
  }

  /// A callback whose return did not come before the next step has returned unseen.
  func forgetRunning(before step: Occurrence) {
    if running.isEmpty || program.boundaries[Int(step.id.rawValue)].isEnd { return }
    running = running.filter { $0.value.sighting === step.sighting }
  }

  /// The end of the process with a callback running. In a log without returns it may have returned long before.
  func judgeRunning(at end: Occurrence) {
    guard recording.awaitsReturns else { return }
    for (callback, entry) in running.sorted(by: { $0.key < $1.key }) {
      judge(
        program.boundsOfCallback[callback] ?? [], of: entry, from: entry, basis: entry.basis, to: end,
        isReturn: false)
    }
    running = [:]
  }

  func judgeLength(_ span: Int, _ opening: OpenSpan) {
    guard let sentences = program.boundsOfSpan[span],
      let end = signals.last(where: { $0.order <= opening.closedAt ?? .max })
    else { return }
    judge(
      sentences, of: opening.opening, from: opening.openedAt, basis: opening.basis, to: end.line,
      isReturn: true)
  }

  private func judge(
    _ numbers: [Int], of entry: Occurrence, from start: Occurrence, basis: Window?, to end: Occurrence,
    isReturn: Bool
  ) {
    for number in numbers {
      let compiled = program.sentences[number]
      guard case .lasts(let span, let bound, .fixed(let limit)) = compiled.sentence.claim,
        end.isComparable(with: start),
        let hit = scopeHit(number, at: entry.order, judging: entry)
      else { continue }
      let length = end.counted - start.counted
      let isBroken =
        switch bound {
        case .atMost: isReturn ? length > limit : length >= limit
        case .atLeast: isReturn && length < limit
        }
      guard isReturn || isBroken else { continue }
      let signal = Signal(code: Int(end.id.rawValue), order: end.order, judged: entry, line: end)
      if holds(compiled.exception, signal, judging: entry, subject: nil) { continue }
      guard isBroken else {
        log.counts[number].held += 1
        continue
      }
      let name = program.rulebook.spans[span.id.rawValue].name
      let took = Quantity.text(nanoseconds: length)
      let allowed = "\(bound == .atMost ? "at most" : "at least") \(Quantity.text(nanoseconds: limit))"
      let candidate = candidate(
        number, at: signal, order: end.order, judged: entry, hit: hit, entry: entry,
        message: "\(name) lasts \(took), \(allowed) are allowed",
        label: isReturn
          ? "after \(took); allowed: \(allowed)" : "still running after \(took); allowed: \(allowed)",
        duration: took)
      add(candidate, bases: hit.bases + [basis].compactMap(\.self))
    }
  }
}
