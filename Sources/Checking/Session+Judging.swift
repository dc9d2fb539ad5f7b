import Rulebook
import Trace

// How the sentences judge what a line brought about.

extension Session {
  /// Judges a signal by every sentence that names it.
  func judge(_ signal: Signal) {
    let reaction = reactions[signal.code]
    takeSnapshots(signal, reaction)
    let judgings = reaction.monitors
    var judged: (sentence: Int, role: Role)?
    let shared = reaction.shared
    answers.clear()
    for _ in 0..<reaction.sharedCount { answers.append(nil) }
    for place in reaction.gates.indices where state.gates[reaction.gates[place]] {
      let condition = shared.isEmpty ? -1 : shared[place]
      // Most are known to ask for nothing before anything of them is looked at.
      if condition >= 0, answers[condition] == false { continue }
      let judging = judgings[place]
      if let judged, judged == (judging.sentence, judging.role) { continue }
      if judging.looksAhead {
        let prospect = prospect(of: judging, among: judgings, signal)
        if prospect == .isFalse { continue }
        judged = (judging.sentence, judging.role)
        (monitors[judging.sentence] as? OpenAtMoment)?.judge(
          signal, signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key), isAwaited: prospect == .isOpen)
        continue
      }
      guard holds(judging, condition, signal), let monitor = monitors[judging.sentence] else { continue }
      judged = (judging.sentence, judging.role)
      if judging.role == .return {
        (monitor as? CallDuration)?.returned(at: signal)
      } else {
        if judging.role == .scopeEnd || judging.role == .scopeStart {
          bounds.append((monitor, judging.role, signal))
          continue
        }
        monitor.take(
          judging.role, signal, key: judging.keys.isEmpty ? nil : signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key))
      }
    }
  }

  /// Whether a sentence is asked; a condition that many share is looked at once.
  @inline(__always)
  private func holds(_ judging: Reactions.Judging, _ shared: Int, _ signal: Signal) -> Bool {
    if shared < 0 { return holds(judging.guard, signal) }
    if let answer = answers[shared] { return answer }
    let answer = holds(judging.guard, signal)
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
      for number in program.claimsOfSpan[changes[place].span] { monitors[number]?.judge(changes[place]) }
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
      follow(changes[place])
      for number in program.openingsOfSpan[changes[place].span] { monitors[number]?.closed(changes[place]) }
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
