import BasicContainers
import Rulebook
import Trace

// How the sentences judge what a line brought about.

extension Session {
  /// A sentence whose scope begins or ends with a signal of the line, told by their places: it refers to nothing.
  struct ScopeBoundary {
    let sentence: Int
    let role: Role
    let signal: Int
    let moment: Int
  }

  /// Judges a signal by every sentence that names it.
  func judge(_ signal: Signal, at index: Int) {
    let plan = plans[signal.code]
    takeSnapshots(signal, plan)
    var judged: (sentence: Int, role: Role)?
    var doubted = -1
    answers = signal.fieldAnswers
    for place in plan.subscriptionHeaders.indices
    where state.activations[plan.subscriptionHeaders[place].gate] {
      let asking = plan.subscriptionHeaders[place]
      if doubted >= 0, !asking.isOneWith(plan.subscriptionHeaders[doubted]) {
        doubt(signal, at: doubted, of: plan)
        doubted = -1
      }
      // Most are known to ask for nothing before anything of them is looked at.
      if asking.condition >= 0, answers[asking.condition] == .no { continue }
      if let judged, judged == (asking.sentence, asking.role) { continue }
      if asking.looksAhead {
        let judging = plan.monitors[place]
        let lookahead = lookahead(of: judging, among: plan.monitors, signal)
        if lookahead == .isFalse { continue }
        judged = (asking.sentence, asking.role)
        monitors.with(asking.sentence) { monitor in
          (monitor as? OpenAtMoment)?.judge(
            signal, signal.judged.key(judging.keys),
            scopeKey: judging.scopeKey.flatMap(signal.judged.retainedLine.key),
            isAwaited: lookahead == .isOpen)
        }
        continue
      }
      guard let isTrue = isTrue(asking.condition, of: plan.monitors[place], signal) else {
        if asking.isDoubted, doubted < 0 { doubted = place }
        continue
      }
      if !isTrue { continue }
      doubted = -1
      judged = (asking.sentence, asking.role)
      if asking.role == .event, holdsWhileIdle(asking.sentence) {
        log.countKept(asking.sentence, isUnknown: hasLosses)
        continue
      }
      switch asking.role {
      case .shown: monitors.with(asking.sentence) { $0.noteShown(by: signal) }
      case .comes: monitors.with(asking.sentence) { $0.answerUndecided(by: signal) }
      case .return: monitors.with(asking.sentence) { ($0 as? CallDuration)?.returned(at: signal) }
      case .scopeEnd, .scopeStart:
        bounds.append(
          ScopeBoundary(sentence: asking.sentence, role: asking.role, signal: index, moment: signal.moment))
        // What follows from it may end what it begins.
        if asking.role == .scopeStart, program.sentences[asking.sentence].scopeLimit == nil {
          state.setActivation(asking.sentence, isOpen: true)
        }
      case .answer, .stop, .event, .cause, .since:
        if asking.isBound {
          let judging = plan.monitors[place]
          let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
          let scopeKey = judging.scopeKey.flatMap(signal.judged.retainedLine.key)
          monitors.with(asking.sentence) { $0.receive(asking.role, signal, key: key, scopeKey: scopeKey) }
        } else {
          monitors.with(asking.sentence) { $0.receive(asking.role, signal, key: nil, scopeKey: nil) }
        }
      }
    }
    if doubted >= 0 { doubt(signal, at: doubted, of: plan) }
  }

  /// Has a sentence take a signal that may be one that it demands.
  private func doubt(
    _ signal: Signal, at place: Int, of plan: Plan
  ) {
    let asking = plan.subscriptionHeaders[place]
    guard asking.isBound else {
      monitors.with(asking.sentence) { $0.doubt(asking.role, signal, key: nil, scopeKey: nil) }
      return
    }
    let judging = plan.monitors[place]
    let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
    let scopeKey = judging.scopeKey.flatMap(signal.judged.retainedLine.key)
    monitors.with(asking.sentence) { $0.doubt(asking.role, signal, key: key, scopeKey: scopeKey) }
  }

  /// Whether a pattern means a signal.
  func fits(_ pattern: SignalPattern, _ signal: Signal) -> Bool {
    pattern.signals.contains { $0.code == signal.code && holds($0.guard, signal) }
  }

  /// Whether a sentence asks for what is open now, and nothing is: that needs no monitor.
  @inline(__always)
  private func holdsWhileIdle(_ sentence: Int) -> Bool {
    let places = program.holdsWhenIdle.places(sentence)
    return !places.isEmpty && places.allSatisfy { state.spans[program.holdsWhenIdle[$0]].isEmpty }
  }

  /// Whether a sentence is asked, nil where nobody knows; a condition that many share is looked at once.
  @inline(__always)
  private func isTrue(
    _ condition: Int, of judging: @autoclosure () -> PlanBuilder.Subscription, _ signal: Signal
  ) -> Bool? {
    func evaluate() -> Bool? {
      guard let condition = judging().guard else { return true }
      return self.evaluate(condition, signal, judging: signal.judged)
    }
    if condition < 0 { return evaluate() }
    if answers[condition] == .unclear { answers[condition] = Predicate.Answer(evaluate()) }
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
      where state.activations[program.claimsOfSpan[place].gate] {
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
      for place in program.sharedScopesOfSpan.places(changes[place].span) {
        keepScopes(of: moment)
        sharedScopes[program.sharedScopesOfSpan[place]]?.forgetClosed()
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
    for place in program.sharedScopesOfSpan.places(change.span) {
      let number = program.sharedScopesOfSpan[place]
      switch sharedScopes[number]?.follow(change, in: self) {
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
  private func begin(_ sharedScope: Int) {
    let places = program.sentencesOfSharedScope.places(sharedScope)
    state.set(Activation.open(program.sentencesOfSharedScope[places.lowerBound].sentence), true)
    for place in places where program.sentencesOfSharedScope[place].judgesScope {
      monitors.with(program.sentencesOfSharedScope[place].sentence) { $0.beginSharedScope() }
    }
  }

  /// A stretch has ended: with it the instances of the sentences that were asked in it.
  private func end(_ sharedScope: Int, with change: Change) {
    let places = program.sentencesOfSharedScope.places(sharedScope)
    for place in places {
      let member = program.sentencesOfSharedScope[place]
      if isInSharedScope[member.sentence] {
        monitors.with(member.sentence) { $0.endSharedScope(at: signal(of: change)) }
      } else if member.holdsVacuously {
        log.countKept(member.sentence, isUnknown: hasLosses)
      }
    }
    state.set(Activation.open(program.sentencesOfSharedScope[places.lowerBound].sentence), false)
  }

  /// Takes a line that tells again what another one has told: it is no event of its own, but a line with fields.
  func judgeDuplicate(_ occurrence: Occurrence) {
    guard lastTaken != nil else { return }
    state.losses = occurrence.losses
    occurrence.order = log.nextOrder()
    state.clock.stamp(occurrence)
    let signal = Signal(occurrence)
    var judged: Set<Int> = []
    for judging in plans[signal.code].monitors where holds(judging.guard, signal) {
      monitors.with(judging.sentence) { monitor in
        guard monitor is Universality, judged.insert(judging.sentence).inserted else { return }
        monitor.receive(
          judging.role, signal, key: signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.retainedLine.key))
      }
    }
    resolveCandidates()
  }

  /// A callback that has not returned by the last line: what is asked for at its close is not known.
  func leave(_ runningCall: RunningCall) {
    let signal = Signal(runningCall.entry)
    signal.assign(
      closing: runningCall, code: program.code(of: runningCall.callback, isClose: true),
      order: log.nextOrder(),
      at: last ?? runningCall.entry)
    let all = plans[signal.code].monitors
    let subscriptions = all.filter { $0.role == .event && lookahead(of: $0, among: all, signal) != .isFalse }
    var left: Set<Int> = []
    for judging in subscriptions where left.insert(judging.sentence).inserted {
      monitors.with(judging.sentence) { monitor in
        (monitor as? OpenAtMoment)?.leaveUndecided(signal, signal.judged.key(judging.keys))
      }
    }
  }
}
