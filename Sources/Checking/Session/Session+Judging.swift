import BasicContainers
import Rulebook
import Trace

// How the sentences judge what a line brought about.

extension Session {
  /// A sentence whose scope begins or ends with a signal of the line, told by their places: it refers to nothing.
  struct Bound {
    let sentence: Int
    let role: Role
    let signal: Int
    let moment: Int
  }

  /// Judges a signal by every sentence that names it.
  func judge(_ signal: Signal, at index: Int) {
    let reaction = reactions[signal.code]
    takeSnapshots(signal, reaction)
    var judged: (sentence: Int, role: Role)?
    var doubted = -1
    answers = signal.fieldAnswers
    for place in reaction.askings.indices where state.gates[reaction.askings[place].gate] {
      let asking = reaction.askings[place]
      if doubted >= 0, !asking.isOneWith(reaction.askings[doubted]) {
        doubt(signal, at: doubted, of: reaction)
        doubted = -1
      }
      // Most are known to ask for nothing before anything of them is looked at.
      if asking.condition >= 0, answers[asking.condition] == .no { continue }
      if let judged, judged == (asking.sentence, asking.role) { continue }
      if asking.looksAhead {
        let judging = reaction.monitors[place]
        let prospect = prospect(of: judging, among: reaction.monitors, signal)
        if prospect == .isFalse { continue }
        judged = (asking.sentence, asking.role)
        monitors.with(asking.sentence) { monitor in
          (monitor as? OpenAtMoment)?.judge(
            signal, signal.judged.key(judging.keys),
            scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key), isAwaited: prospect == .isOpen)
        }
        continue
      }
      guard let isTrue = isTrue(asking.condition, of: reaction.monitors[place], signal) else {
        if asking.isDoubted, doubted < 0 { doubted = place }
        continue
      }
      if !isTrue { continue }
      doubted = -1
      judged = (asking.sentence, asking.role)
      if asking.role == .event, isKeptAtRest(asking.sentence) {
        log.countKept(asking.sentence, isUnknown: hasLosses)
        continue
      }
      switch asking.role {
      case .shown: monitors.with(asking.sentence) { $0.noteShown(by: signal) }
      case .comes: monitors.with(asking.sentence) { $0.answerUndecided(by: signal) }
      case .return: monitors.with(asking.sentence) { ($0 as? CallDuration)?.returned(at: signal) }
      case .scopeEnd, .scopeStart:
        bounds.append(
          Bound(sentence: asking.sentence, role: asking.role, signal: index, moment: signal.moment))
        // What follows from it may end what it begins.
        if asking.role == .scopeStart, program.sentences[asking.sentence].scopeLimit == nil {
          state.setGate(asking.sentence, isOpen: true)
        }
      case .answer, .stop, .event, .cause, .since:
        if asking.isBound {
          let judging = reaction.monitors[place]
          let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
          let scopeKey = judging.scopeKey.flatMap(signal.judged.sighting.key)
          monitors.with(asking.sentence) { $0.take(asking.role, signal, key: key, scopeKey: scopeKey) }
        } else {
          monitors.with(asking.sentence) { $0.take(asking.role, signal, key: nil, scopeKey: nil) }
        }
      }
    }
    if doubted >= 0 { doubt(signal, at: doubted, of: reaction) }
  }

  /// Has a sentence take a signal that may be one that it demands.
  private func doubt(
    _ signal: Signal, at place: Int, of reaction: Reaction
  ) {
    let asking = reaction.askings[place]
    guard asking.isBound else {
      monitors.with(asking.sentence) { $0.doubt(asking.role, signal, key: nil, scopeKey: nil) }
      return
    }
    let judging = reaction.monitors[place]
    let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
    let scopeKey = judging.scopeKey.flatMap(signal.judged.sighting.key)
    monitors.with(asking.sentence) { $0.doubt(asking.role, signal, key: key, scopeKey: scopeKey) }
  }

  /// Whether a pattern means a signal.
  func fits(_ pattern: SignalPattern, _ signal: Signal) -> Bool {
    pattern.signals.contains { $0.code == signal.code && holds($0.guard, signal) }
  }

  /// Whether a sentence asks for what is open now, and nothing is: that needs no monitor.
  @inline(__always)
  private func isKeptAtRest(_ sentence: Int) -> Bool {
    let places = program.keptAtRest.places(sentence)
    return !places.isEmpty && places.allSatisfy { state.spans[program.keptAtRest[$0]].isEmpty }
  }

  /// Whether a sentence is asked, nil where nobody knows; a condition that many share is looked at once.
  @inline(__always)
  private func isTrue(
    _ condition: Int, of judging: @autoclosure () -> Reactions.Judging, _ signal: Signal
  ) -> Bool? {
    func evaluate() -> Bool? {
      guard let condition = judging().guard else { return true }
      return self.evaluate(condition, signal, judging: signal.judged)
    }
    if condition < 0 { return evaluate() }
    if answers[condition] == .unclear { answers[condition] = Test.Answer(evaluate()) }
    return answers[condition] == .unknown ? nil : answers[condition] == .yes
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
      for place in program.claimsOfSpan.places(change.span)
      where state.gates[program.claimsOfSpan[place].gate] {
        monitors.with(program.claimsOfSpan[place].sentence) { $0.judge(change) }
      }
    }
    if !bounds.isEmpty { followBounds(moment) }
    // What opens with a signal goes on what closes with it.
    for place in changes.indices where changes[place].moment == moment && changes[place].kind != .closed {
      follow(changes[place])
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      let change = changes[place]
      follow(change)
      for place in program.openingsOfSpan.places(change.span) {
        monitors.with(program.openingsOfSpan[place]) { $0.closed(change) }
      }
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      for place in program.stretchesOfSpan.places(changes[place].span) {
        keepScopes(of: moment)
        stretches[program.stretchesOfSpan[place]]?.forgetClosed()
      }
    }
  }

  /// The scopes that begin and end at it.
  private func followBounds(_ moment: Int) {
    var place = 0
    while place < bounds.count {
      let first = bounds[place]
      // Most often one signal begins and ends all of them.
      let signal = signals[first.signal]
      while place < bounds.count, bounds[place].signal == first.signal {
        let bound = bounds[place]
        if bound.moment == moment { monitors.with(bound.sentence) { $0.bound(bound.role, signal) } }
        place += 1
      }
    }
    bounds.drop { $0.moment == moment }
  }

  private func follow(_ change: Change) {
    for place in program.stretchesOfSpan.places(change.span) {
      let number = program.stretchesOfSpan[place]
      switch stretches[number]?.follow(change, in: self) {
      case nil, .none?: break
      case .begins?: begin(number)
      case .ends?: end(number, with: change)
      }
    }
    for place in program.ownScopesOfSpan.places(change.span) {
      monitors.with(program.ownScopesOfSpan[place]) { $0.follow(change) }
    }
  }

  /// A stretch has begun: most of its sentences have something to do only once they are asked.
  private func begin(_ stretch: Int) {
    let places = program.sentencesOfStretch.places(stretch)
    state.set(Gate.open(program.sentencesOfStretch[places.lowerBound].sentence), true)
    for place in places where program.sentencesOfStretch[place].judgesScope {
      monitors.with(program.sentencesOfStretch[place].sentence) { $0.enterStretch() }
    }
  }

  /// A stretch has ended: with it the instances of the sentences that were asked in it.
  private func end(_ stretch: Int, with change: Change) {
    let places = program.sentencesOfStretch.places(stretch)
    for place in places {
      let member = program.sentencesOfStretch[place]
      if isInStretch[member.sentence] {
        monitors.with(member.sentence) { $0.leaveStretch(at: signal(of: change)) }
      } else if member.isKeptUnasked {
        log.countKept(member.sentence, isUnknown: hasLosses)
      }
    }
    state.set(Gate.open(program.sentencesOfStretch[places.lowerBound].sentence), false)
  }

  /// Takes a line that tells again what another one has told: it is no event of its own, but a line with fields.
  func retell(_ occurrence: Occurrence) {
    guard lastTaken != nil else { return }
    state.losses = occurrence.losses
    occurrence.order = log.nextOrder()
    state.clock.stamp(occurrence)
    let signal = Signal(occurrence)
    var judged: Set<Int> = []
    for judging in reactions[signal.code].monitors where holds(judging.guard, signal) {
      monitors.with(judging.sentence) { monitor in
        guard monitor is Universality, judged.insert(judging.sentence).inserted else { return }
        monitor.take(
          judging.role, signal, key: signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.key))
      }
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
      monitors.with(judging.sentence) { monitor in
        (monitor as? OpenAtMoment)?.leaveUndecided(signal, signal.judged.key(judging.keys))
      }
    }
  }
}
