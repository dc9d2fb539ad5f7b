import Rulebook
import Trace

// How the sentences judge what a line brought about.

extension Session {
  /// Judges a signal by every sentence that names it.
  func judge(_ signal: Signal) {
    let reaction = reactions[signal.code]
    takeSnapshots(signal, reaction)
    let (judgings, askings) = (reaction.monitors, reaction.askings)
    var judged: (sentence: Int, role: Role)?
    while answers.count < reaction.sharedCount { answers.append(nil) }
    for condition in 0..<reaction.sharedCount { answers[condition] = nil }
    for place in askings.indices where state.gates[askings[place].gate] {
      let asking = askings[place]
      // Most are known to ask for nothing before anything of them is looked at.
      if asking.shared >= 0, answers[asking.shared] == false { continue }
      if let judged, judged == (asking.sentence, asking.role) { continue }
      if asking.looksAhead {
        let judging = judgings[place]
        let prospect = prospect(of: judging, among: judgings, signal)
        if prospect == .isFalse { continue }
        judged = (asking.sentence, asking.role)
        (monitors[asking.sentence] as? OpenAtMoment)?.judge(
          signal, signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key), isAwaited: prospect == .isOpen)
        continue
      }
      guard isTrue(asking.shared, of: judgings[place], signal), let monitor = monitors[asking.sentence] else {
        continue
      }
      judged = (asking.sentence, asking.role)
      switch asking.role {
      case .return: (monitor as? CallDuration)?.returned(at: signal)
      case .scopeEnd, .scopeStart: bounds.append((monitor, asking.role, signal))
      case .answer, .stop, .event, .cause, .since:
        if asking.isBound {
          let judging = judgings[place]
          monitor.take(
            asking.role, signal, key: judging.keys.isEmpty ? nil : signal.judged.key(judging.keys),
            scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key))
        } else {
          monitor.take(asking.role, signal, key: nil, scopeKey: nil)
        }
      }
    }
  }

  /// Whether a sentence is asked; a condition that many share is looked at once.
  @inline(__always)
  private func isTrue(
    _ shared: Int, of judging: @autoclosure () -> Reactions.Judging, _ signal: Signal
  ) -> Bool {
    if shared < 0 { return holds(judging().guard, signal) }
    if let answer = answers[shared] { return answer }
    let answer = holds(judging().guard, signal)
    answers[shared] = answer
    return answer
  }

  /// Whether no later signal happens at that moment.
  func isLast(_ index: Int, of moment: Int) -> Bool {
    for other in index + 1..<signals.count where signals[other].moment == moment { return false }
    return true
  }

  /// After all that happens at one moment was judged: what was opened and closed at it.
  func follow(_ moment: Int) {
    for place in changes.indices where changes[place].moment == moment {
      let change = changes[place]
      for number in program.claimsOfSpan[change.span] { monitors[number]?.judge(change) }
    }
    if !bounds.isEmpty {
      for (monitor, role, signal) in bounds where signal.moment == moment { monitor.bound(role, signal) }
      bounds.drop { $0.signal.moment == moment }
    }
    if changes.isEmpty { return }
    // What opens with a signal goes on what closes with it.
    for place in changes.indices where changes[place].moment == moment && changes[place].kind != .closed {
      follow(changes[place])
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      let change = changes[place]
      follow(change)
      for number in program.openingsOfSpan[change.span] { monitors[number]?.closed(change) }
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      for number in program.stretchesOfSpan[changes[place].span] { stretches[number]?.forgetClosed() }
    }
  }

  private func follow(_ change: Change) {
    var isEnd = false
    for number in program.stretchesOfSpan[change.span] {
      switch stretches[number]?.follow(change, among: changes) {
      case nil, .none?: break
      case .begins?:
        for sentence in program.stretches[number].unasked { state.setGate(sentence, isOpen: true) }
      case .ends?: isEnd = true
      }
    }
    let scopes = isEnd ? program.scopesOfSpan[change.span] : program.ownScopesOfSpan[change.span]
    for number in scopes { monitors[number]?.follow(change) }
  }

  /// Takes a line that tells again what another one has told: it is no event of its own, but a line with fields.
  func retell(_ occurrence: Occurrence) {
    guard lastTaken != nil else { return }
    state.losses = occurrence.losses
    occurrence.order = log.nextOrder()
    state.clock.stamp(occurrence)
    let signal = Signal(occurrence)
    candidates.clear()
    var judged: Set<Int> = []
    for judging in reactions[signal.code].monitors where holds(judging.guard, signal) {
      guard let monitor = monitors[judging.sentence] as? Universality,
        judged.insert(judging.sentence).inserted
      else { continue }
      monitor.take(
        judging.role, signal, key: signal.judged.key(judging.keys),
        scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key))
    }
    settleCandidates()
  }

  /// A callback that has not returned by the last line: what is asked for at its close is not known.
  func leave(_ window: Window) {
    let signal = Signal(window.entry)
    signal.take(
      closing: window, code: program.code(of: window.callback, isClose: true), order: log.nextOrder(),
      at: last ?? window.entry)
    let all = reactions[signal.code].monitors
    let judgings = all.filter { $0.role == .event && prospect(of: $0, among: all, signal) != .isFalse }
    var left: Set<Int> = []
    for judging in judgings where left.insert(judging.sentence).inserted {
      let monitor = monitors[judging.sentence] as? OpenAtMoment
      monitor?.leaveUndecided(signal, signal.judged.key(judging.keys))
    }
  }
}
