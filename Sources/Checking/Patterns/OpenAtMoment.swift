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
  /// What is open at a moment that is looked at.
  private var openings: [OpenSpan] = []

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instances: [Instance]) {
    for instance in instances { judge(signal, key, instance, awaiting: []) }
  }

  /// Takes a moment that counts only if other events come in time, one way or the other.
  func judge(
    _ signal: Session.Signal, _ key: Key?, scopeKey: Key?, awaiting ways: [[Session.Future]]
  ) {
    for instance in instances(holding: signal, compiled.bindsScope ? scopeKey : nil) {
      judge(signal, key, instance, awaiting: ways)
    }
  }

  private func judge(
    _ signal: Session.Signal, _ key: Key?, _ instance: Instance, awaiting ways: [[Session.Future]]
  ) {
    guard let delay = compiled.latest else { return ask(signal, signal, key, instance, awaiting: ways) }
    _ = session.deadline(
      self, from: signal.line, judging: signal.judged, delay, of: .moment(signal, key: key, instance))
  }

  override func expired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .moment(let moment, let key, let instance) = deadline.isOf else { return }
    ask(moment, signal, key, instance, awaiting: [])
  }

  private func ask(
    _ moment: Session.Signal, _ signal: Session.Signal, _ key: Key?, _ instance: Instance,
    awaiting ways: [[Session.Future]]
  ) {
    guard case .noneOpen(let references, _) = compiled.sentence.claim else { return }
    var isBroken = false
    for reference in references {
      let span = reference.id.rawValue
      session.state.spans[span].list(openAt: signal.order, in: &openings)
      for opening in openings {
        if reference.isBound, !concerns(key ?? instance.key, opening) { continue }
        if isExcepted(opening.opening, at: signal) { continue }
        isBroken = true
        // Whether it is asked at all is not known yet.
        if session.hasLosses, !ways.isEmpty { continue }
        raise(moment, signal, span, opening, instance, ways)
      }
    }
    openings.clear()
    if isBroken { return }
    if ways.isEmpty {
      hold(instance)
    } else {
      session.wait(for: ways, to: .hold(self, instance), at: moment)
    }
  }

  /// Whether an opening may be the one of a key; what lacks the key concerns every key.
  private func concerns(_ key: Key?, _ opening: OpenSpan) -> Bool {
    key == nil || opening.key.isEmpty || key == opening.key
  }

  private func raise(
    _ moment: Session.Signal, _ signal: Session.Signal, _ span: Int, _ opening: OpenSpan,
    _ instance: Instance, _ ways: [[Session.Future]]
  ) {
    let program = session.program
    let spanName = program.rulebook.spans[span].name
    let thing = opening.key.isEmpty ? spanName : "\(spanName) \(opening.key.text)"
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
    if let candidate, !ways.isEmpty { session.wait(for: ways, to: .tell(candidate), at: moment) }
  }

  /// A callback still runs when the log ends: what is asked for at its close is not known.
  func leaveUndecided(_ signal: Session.Signal, _ key: Key?) {
    if isConditional || compiled.latest != nil { return }
    if instances.contains(where: { isUndecided(signal, key ?? $0.key) }) {
      session.log.counts[number].inconclusive += 1
    }
  }

  /// The log ends in the scope: the moment may still come.
  override func leave(_ instance: Instance, isEndOfLog: Bool) {
    switch compiled.sentence.scope {
    case .open, .during:
      if isEndOfLog, isUndecided(session.endSignal(of: instance.start), instance.key) {
        session.log.counts[number].inconclusive += 1
      }
    case nil, .outside, .after, .following, .before, .between: break
    }
  }

  private func isUndecided(_ signal: Session.Signal, _ key: Key?) -> Bool {
    guard case .noneOpen(let references, _) = compiled.sentence.claim else { return false }
    return references.contains { reference in
      session.state.spans[reference.id.rawValue].open.values.contains { opening in
        opening.isOpen(at: signal.order) && (!reference.isBound || concerns(key, opening))
          && !isExcepted(opening.opening, at: signal)
      }
    }
  }
}

extension Session {
  /// A verdict that stands only if other events come soon enough after an entry.
  struct Awaiting {
    var verdict: Verdict
    var entry: Occurrence
    /// When it was asked, in the log's order.
    var order: Int
    /// Any of these must come, each as a whole.
    var ways: [[Future]]

    enum Verdict {
      case tell(Candidate)
      case hold(Monitor, Instance)
    }

    /// What was awaited will not come.
    func drop(in log: LogState) {
      if case .tell(let candidate) = verdict { log.dismiss(candidate) }
    }
  }

  func wait(for ways: [[Future]], to verdict: Awaiting.Verdict, at moment: Signal) {
    if case .tell(let candidate) = verdict { candidate.waits += 1 }
    awaiting.append(Awaiting(verdict: verdict, entry: moment.judged, order: moment.order, ways: ways))
  }

  /// After a line: what waited for an event to come in time now knows.
  func resolveAwaiting(_ occurrence: Occurrence) {
    guard !awaiting.isEmpty else { return }
    occurred.clear()
    var step = -1
    for signal in signals {
      let reaction = reactions[signal.code]
      for mark in reaction.marks where holds(mark.guard, signal) { occurred.append(mark.index) }
      if !reaction.machines.isEmpty { step = signal.order }
    }
    var kept = 0
    for place in awaiting.indices {
      if occurrence.sighting.time != nil {
        let isComparable = occurrence.isComparable(with: awaiting[place].entry)
        let passed = occurrence.wall - awaiting[place].entry.wall
        awaiting[place].ways.removeAll { way in way.contains { !isComparable || passed > $0.limit } }
        for way in awaiting[place].ways.indices {
          awaiting[place].ways[way].removeAll { occurred.contains($0.mark) }
        }
      }
      if awaiting[place].ways.contains(where: { $0.isEmpty }) {
        switch awaiting[place].verdict {
        case .tell(let candidate): log.resolveWait(of: candidate)
        case .hold(let monitor, let instance): monitor.hold(instance)
        }
      } else if awaiting[place].ways.isEmpty || step > awaiting[place].order {
        awaiting[place].drop(in: log)
      } else {
        awaiting.swapAt(kept, place)
        kept += 1
      }
    }
    while awaiting.count > kept { awaiting.removeLast() }
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
    instance.openings.all.lazy.compactMap(\.opening.entering).first.map(note) ?? []
  }
}
