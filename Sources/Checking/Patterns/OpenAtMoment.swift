import Rulebook
import Trace

// no S is open at E: at each E of the scope no opening of S is left.
//
// Reported at the line of E, once for each opening; related are what opened it and, where E is the close of a
// callback, the callback's entry. An opening that E's own line closes counts as closed. Held once for each E without
// an opening. Inconclusive where the log ends before a callback closes. Example, `no timer is open at the close of
// app.willResignActive`:
//   violated   timer.start id=a / app.willResignActive / app.willResignActive.end
//   held       timer.start id=a / app.willResignActive / timer.stop id=a / app.willResignActive.end

extension Session {
  func judgeMoment(_ number: Int, _ signal: Signal, _ condition: Guard?) {
    let compiled = program.sentences[number]
    guard case .noneOpen(let references, _) = compiled.sentence.claim,
      let hit = scopeHit(number, at: signal.order, judging: nil)
    else { return }
    let (holdsHere, futures) = holdsOrAwaits(condition, signal)
    guard holdsHere else { return }
    var isBroken = false
    for reference in references {
      let span = reference.id.rawValue
      for opening in spans[span].openings(at: signal.order) {
        if holds(compiled.exception, signal, judging: opening.opening, subject: opening) { continue }
        isBroken = true
        let trigger = signal.window == nil ? hit.trigger : signal.judged.order
        guard opening.reported.updateValue(trigger, forKey: compiled.rule) != trigger else { continue }
        raise(number, signal, span, opening, hit, trigger, futures)
      }
    }
    if isBroken { return }
    if futures.isEmpty {
      noteHeld(number, signal.window)
    } else {
      waitFor(futures, number, signal, nil)
    }
  }

  private func waitFor(_ futures: [Future], _ number: Int, _ signal: Signal, _ candidate: Candidate?) {
    for future in futures {
      candidate?.waits += 1
      awaiting.append(
        Awaiting(
          sentence: number, candidate: candidate, line: signal.line.line, mark: future.mark,
          entry: signal.judged,
          limit: future.limit))
    }
  }

  private func raise(
    _ number: Int, _ signal: Signal, _ span: Int, _ opening: OpenSpan, _ hit: ScopeHit, _ trigger: Int,
    _ futures: [Future]
  ) {
    let name = program.rulebook.spans[span].name
    let thing = opening.key.isEmpty ? name : "\(name) \(opening.key)"
    let event = program.rulebook.vocabulary.name(of: signal.judged.id)
    let moment = signal.window == nil ? event : "the close of \(event)"
    let candidate = candidate(
      number, at: signal, order: signal.order, judged: opening.opening,
      hit: signal.window == nil ? hit : ScopeHit(),
      subject: (opening, "\(thing) is opened here"), entry: signal.window?.entry,
      message: "\(thing) is open at \(moment)", label: "\(thing) is still open", trigger: trigger)
    candidate.violation.notes += signal.window.map(note(on:)) ?? []
    waitFor(futures, number, signal, candidate)
    add(candidate, bases: hit.bases + [opening.basis, signal.judged.basis].compactMap(\.self))
  }

  /// What the closing of a window rests on, where it was not recorded.
  func note(on window: Window) -> [String] {
    let name = program.rulebook.vocabulary.name(of: window.callback)
    return switch window.reason {
    case .returned: []
    case .time:
      ["the return of \(name) is not recorded: it is taken to have returned a second after its entry"]
    case .step: ["the return of \(name) is not recorded: it is taken to have returned by the next callback"]
    }
  }

  /// After a line: what waited for an event to come in time now knows.
  func resolveAwaiting(_ occurrence: Occurrence) {
    guard !awaiting.isEmpty else { return }
    var occurred: Set<Int> = []
    var steps = false
    for signal in signals {
      let reactions = program.reactions[signal.code]
      for (mark, condition) in reactions.marks where holds(condition, signal) { occurred.insert(mark) }
      if !reactions.machines.isEmpty { steps = true }
    }
    let waiting = awaiting
    awaiting = []
    for item in waiting {
      let isInTime = occurrence.wall - item.entry.wall <= item.limit
      if isInTime, occurred.contains(item.mark) {
        if let candidate = item.candidate {
          log.resolveWait(of: candidate)
        } else {
          log.counts[item.sentence].held += 1
        }
      } else if item.line != occurrence.line, !isInTime || steps {
        item.candidate.map(log.dismiss)
      } else {
        awaiting.append(item)
      }
    }
  }
}
