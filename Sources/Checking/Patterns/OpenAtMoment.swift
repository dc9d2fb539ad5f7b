import Rulebook
import Trace

// no S is open at M, or 1s after M: at each M of the scope no opening of S is left (absence at a moment).
//
// Reported at the line of M, or at the first event later than the time after it, once for each opening; related are
// what opened it and, where M is the close of a callback, the callback's entry. An opening that M's own line closes
// counts as closed. Held once for each M without an opening. Inconclusive where the log ends before a callback closes.
// Example, `no timer is open at the close of app.willResignActive`:
//   violated   timer.start id=a / app.willResignActive / app.willResignActive.end
//   held       timer.start id=a / app.willResignActive / timer.stop id=a / app.willResignActive.end

final class OpenAtMoment: Monitor {
  override func judge(_ role: Role, _ signal: Session.Signal, _ key: String?, in instances: [Instance]) {
    for instance in instances { judge(signal, key, instance, awaiting: []) }
  }

  /// Takes a moment that counts only if other events come in time.
  func judge(_ signal: Session.Signal, awaiting futures: [Session.Future]) {
    for instance in instances(holding: signal, nil) { judge(signal, nil, instance, awaiting: futures) }
  }

  private func judge(
    _ signal: Session.Signal, _ key: String?, _ instance: Instance, awaiting futures: [Session.Future]
  ) {
    guard let delay = compiled.latest else { return ask(signal, signal, key, instance, awaiting: futures) }
    _ = session.deadline(
      self, from: signal.line, judging: signal.judged, delay, of: .moment(signal, key: key, instance))
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .moment(let moment, let key, let instance) = deadline.isOf else { return }
    ask(moment, signal, key, instance, awaiting: [])
  }

  private func ask(
    _ moment: Session.Signal, _ signal: Session.Signal, _ key: String?, _ instance: Instance,
    awaiting futures: [Session.Future]
  ) {
    guard case .noneOpen(let references, _) = compiled.sentence.claim else { return }
    var isBroken = false
    for reference in references {
      let span = reference.id.rawValue
      for opening in session.spans[span].openings(at: signal.order) {
        if reference.isBound, !concerns(key ?? instance.key, opening) { continue }
        if isExcepted(opening.opening, at: signal) { continue }
        isBroken = true
        raise(moment, signal, span, opening, instance, futures)
      }
    }
    if isBroken { return }
    if futures.isEmpty {
      hold(instance)
    } else {
      session.wait(for: futures, number, nil, at: moment)
    }
  }

  /// Whether an opening may be the one of a key; what lacks the key concerns every key.
  private func concerns(_ key: String?, _ opening: OpenSpan) -> Bool {
    key == nil || opening.key.isEmpty || key == opening.key
  }

  private func raise(
    _ moment: Session.Signal, _ signal: Session.Signal, _ span: Int, _ opening: OpenSpan,
    _ instance: Instance, _ futures: [Session.Future]
  ) {
    let program = session.program
    let spanName = program.rulebook.spans[span].name
    let thing = opening.key.isEmpty ? spanName : "\(spanName) \(opening.key)"
    let event = moment.window == nil ? name(moment.judged) : "the close of \(name(moment.judged))"
    let passed = moment.order == signal.order ? nil : session.passed(since: moment.line, at: signal)
    let when = passed.map { "\($0) after \(event)" } ?? event
    var related = [(opening.opening, "\(thing) is opened here", Violation.Role.opened)]
    if moment.order != signal.order {
      related.append(
        (
          moment.judged, "\(name(moment.judged)) \(moment.window == nil ? "comes" : "is entered") here",
          .trigger
        ))
    }
    let candidate = raise(
      Offence(
        judged: opening.opening, message: "\(thing) is open \(passed == nil ? "at " : "")\(when)",
        label: "\(thing) is still open",
        related: related, duration: passed, notes: moment.window.map(session.note) ?? [], isOneWith: .opening,
        subject: opening),
      in: instance, at: signal)
    if let candidate { session.wait(for: futures, number, candidate, at: moment) }
  }

  /// A callback still runs when the log ends: what is asked for at its close is not known.
  func leaveUndecided(_ signal: Session.Signal) {
    if !instances.isEmpty, !isConditional, compiled.latest == nil { countUndecided(signal) }
  }

  /// The log ends in the scope: the moment may still come.
  override func leave(_ instance: Instance, isEndOfLog: Bool) {
    switch compiled.sentence.scope {
    case .open, .during:
      if isEndOfLog { countUndecided(session.endSignal(of: instance.start), instance.key) }
    case nil, .outside, .after, .following, .before, .between: break
    }
  }

  private func countUndecided(_ signal: Session.Signal, _ key: String? = nil) {
    guard case .noneOpen(let references, _) = compiled.sentence.claim else { return }
    let isUndecided = references.contains { reference in
      session.spans[reference.id.rawValue].openings(at: signal.order).contains { opening in
        (!reference.isBound || concerns(key, opening)) && !isExcepted(opening.opening, at: signal)
      }
    }
    if isUndecided { session.log.counts[number].inconclusive += 1 }
  }
}

extension Session {
  /// A verdict that stands only if a pattern occurs soon enough after an entry: a violation, or that the sentence held.
  struct Awaiting {
    var sentence: Int
    var candidate: Candidate?
    /// The line that raised it, which does not answer it, and when it did.
    var line: Int
    var order: Int
    var mark: Int
    var entry: Occurrence
    var limit: Int64
  }

  func wait(for futures: [Future], _ sentence: Int, _ candidate: Candidate?, at moment: Signal) {
    for future in futures {
      candidate?.waits += 1
      awaiting.append(
        Awaiting(
          sentence: sentence, candidate: candidate, line: moment.line.line, order: moment.order,
          mark: future.mark,
          entry: moment.judged, limit: future.limit))
    }
  }

  /// After a line: what waited for an event to come in time now knows.
  func resolveAwaiting(_ occurrence: Occurrence) {
    guard !awaiting.isEmpty else { return }
    var occurred: Set<Int> = []
    var step = -1
    for signal in signals {
      let reactions = program.reactions[signal.code]
      for mark in reactions.marks where holds(mark.guard, signal) { occurred.insert(mark.index) }
      if !reactions.machines.isEmpty { step = signal.order }
    }
    let waiting = awaiting
    awaiting = []
    for item in waiting {
      let isInTime =
        occurrence.isComparable(with: item.entry) && occurrence.wall - item.entry.wall <= item.limit
      if isInTime, occurred.contains(item.mark) {
        if let candidate = item.candidate {
          log.resolveWait(of: candidate)
        } else {
          log.counts[item.sentence].held += 1
        }
      } else if step > item.order || !isInTime && item.line != occurrence.line {
        item.candidate.map(log.dismiss)
      } else {
        awaiting.append(item)
      }
    }
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

  /// What the settling of the states rests on that an instance consists of.
  func notesOnEntering(_ instance: Instance) -> [String] {
    let windows = instance.openings.values.sorted { $0.opening.order < $1.opening.order }
      .compactMap(\.opening.entering)
    return windows.first.map(note) ?? []
  }
}
