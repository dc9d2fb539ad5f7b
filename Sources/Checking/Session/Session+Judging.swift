import BasicContainers
import Rulebook
import Trace

// Judges the signals of a line by the sentences that are subscribed to them.

extension Session {
  /// A signal of the line that begins or ends the scope of a sentence. It consists of indexes, so copying it counts no
  /// references.
  struct ScopeBoundary {
    let sentence: Int
    let role: Role
    /// The index of the signal in `signals`.
    let signal: Int
    let moment: Int
  }

  /// Judges a signal by each sentence that is subscribed to it. `index` is the signal's index in `signals`.
  func judge(_ signal: Signal, at index: Int) {
    plans.with(signal.code) { judge(signal, at: index, of: $0) }
  }

  private func judge(_ signal: Signal, at index: Int, of plan: Plan) {
    takeSnapshots(signal, plan)
    // The subscription by which the signal was judged last; -1 if there is none. A signal that fits several atoms of a pattern
    // counts once.
    var judgedPlace = -1
    // The first subscription of a sentence and role whose condition is unknown; -1 if there is none.
    var unknownPlace = -1
    for place in plan.subscriptionHeaders.indices
    where state.activations[plan.subscriptionHeaders[place].gate] {
      let asking = plan.subscriptionHeaders[place]
      if unknownPlace >= 0, !asking.isOneWith(plan.subscriptionHeaders[unknownPlace]) {
        judgeUnknown(signal, at: unknownPlace, of: plan)
        unknownPlace = -1
      }
      // The field condition of most subscriptions is false.
      var answer = Predicate.Answer.yes
      if asking.condition >= 0 {
        answer = self.answer(asking.condition, of: plan, signal)
        if answer == .no { continue }
      }
      if judgedPlace >= 0, asking.isOneWith(plan.subscriptionHeaders[judgedPlace]) { continue }
      if asking.looksAhead {
        let judging = plan.monitors[place]
        let lookahead = lookahead(of: judging, among: plan.monitors, signal)
        if lookahead == .isFalse { continue }
        judgedPlace = place
        monitors.with(asking.sentence) { monitor in
          (monitor as? OpenAtMoment)?.judge(
            signal, signal.judged.key(judging.keys),
            scopeKey: judging.scopeKey.flatMap(signal.judged.retainedLine.key),
            isAwaited: lookahead == .isOpen)
        }
        continue
      }
      if asking.condition < 0, asking.isGuarded {
        answer = Predicate.Answer(evaluate(plan.monitors[place].guard, signal, judging: signal.judged))
      }
      if answer != .yes {
        if answer == .unknown, asking.isDoubted, unknownPlace < 0 { unknownPlace = place }
        continue
      }
      unknownPlace = -1
      judgedPlace = place
      if asking.role == .event, holdsWhileIdle(asking.sentence) {
        log.countResult(asking.sentence, isUnknown: hasLosses)
        continue
      }
      switch asking.role {
      case .recordedQuestion: monitors.with(asking.sentence) { $0.noteShown(by: signal) }
      case .orderQuestion: monitors.with(asking.sentence) { $0.answerUndecided(by: signal) }
      case .return: monitors.with(asking.sentence) { ($0 as? CallDuration)?.returned(at: signal) }
      case .scopeEnd, .scopeStart:
        bounds.append(
          ScopeBoundary(sentence: asking.sentence, role: asking.role, signal: index, moment: signal.moment))
        // Enables the end of the scope at once, because an event that is derived from this signal may end the scope.
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
    if unknownPlace >= 0 { judgeUnknown(signal, at: unknownPlace, of: plan) }
  }

  /// Passes a signal whose condition is unknown to a sentence, because the sentence may demand it.
  private func judgeUnknown(
    _ signal: Signal, at place: Int, of plan: Plan
  ) {
    let asking = plan.subscriptionHeaders[place]
    guard asking.isBound else {
      monitors.with(asking.sentence) { $0.receiveUnknownMatch(asking.role, signal, key: nil, scopeKey: nil) }
      return
    }
    let judging = plan.monitors[place]
    let key = judging.keys.isEmpty ? nil : signal.judged.key(judging.keys)
    let scopeKey = judging.scopeKey.flatMap(signal.judged.retainedLine.key)
    monitors.with(asking.sentence) {
      $0.receiveUnknownMatch(asking.role, signal, key: key, scopeKey: scopeKey)
    }
  }

  /// Whether a pattern matches a signal.
  func fits(_ pattern: SignalPattern, _ signal: Signal) -> Bool {
    pattern.signals.contains { $0.code == signal.code && holds($0.guard, signal) }
  }

  /// Whether a sentence `no S is open at M` holds because nothing is open. This is known without its monitor.
  @inline(__always)
  private func holdsWhileIdle(_ sentence: Int) -> Bool {
    let places = program.holdsWhenIdle.places(sentence)
    return !places.isEmpty && places.allSatisfy { state.spans[program.holdsWhenIdle[$0]].isEmpty }
  }

  /// Whether the signal at an index is the last one of a moment.
  func isLast(_ index: Int, of moment: Int) -> Bool {
    for other in index + 1..<signals.count where signals[other].with({ $0.moment }) == moment { return false }
    return true
  }

  /// Judges the changes and the scope boundaries of a moment, after all its signals: first the claims about spans, then the
  /// scopes.
  func follow(_ moment: Int) {
    for place in changes.indices where changes[place].moment == moment {
      let change = changes[place]
      for place in program.claimsOfSpan.places(change.span)
      where state.activations[program.claimsOfSpan[place].gate] {
        monitors.with(program.claimsOfSpan[place].sentence) { $0.judge(change) }
      }
    }
    if !bounds.isEmpty { applyScopeBoundaries(moment) }
    // Opens scopes before it closes others. An instance of `while` continues if a span opens when another one closes.
    for place in changes.indices where changes[place].moment == moment && changes[place].kind != .closed {
      follow(changes[place])
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      let change = changes[place]
      follow(change)
      for place in program.onDemandScopesOfSpan.places(change.span) {
        monitors.with(program.onDemandScopesOfSpan[place]) { $0.closed(change) }
      }
    }
    for place in changes.indices where changes[place].moment == moment && changes[place].kind == .closed {
      for place in program.sharedScopesOfSpan.places(changes[place].span) {
        keepScopes(of: moment)
        sharedScopes[program.sharedScopesOfSpan[place]]?.forgetClosed()
      }
    }
  }

  /// Applies the scope boundaries of a moment.
  private func applyScopeBoundaries(_ moment: Int) {
    var place = 0
    while place < bounds.count {
      let first = bounds[place]
      // Usually, one signal causes all boundaries.
      let signal = signals[first.signal].object
      while place < bounds.count, bounds[place].signal == first.signal {
        let bound = bounds[place]
        if bound.moment == moment { monitors.with(bound.sentence) { $0.bound(bound.role, signal) } }
        place += 1
      }
    }
    bounds.drop { $0.moment == moment }
  }

  /// Applies a change of a span to the scopes that depend on the span.
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

  /// Begins a shared scope. Most of its sentences create their instance only when they are judged in it. Only claims about the
  /// scope as a whole create it now.
  private func begin(_ sharedScope: Int) {
    let places = program.sentencesOfSharedScope.places(sharedScope)
    state.set(Activation.open(program.sentencesOfSharedScope[places.lowerBound].sentence), true)
    for place in places where program.sentencesOfSharedScope[place].judgesScope {
      monitors.with(program.sentencesOfSharedScope[place].sentence) { $0.beginSharedScope() }
    }
  }

  /// Ends a shared scope, and the instances that sentences created in it. A sentence that created none is held if its claim holds
  /// vacuously.
  private func end(_ sharedScope: Int, with change: Change) {
    let places = program.sentencesOfSharedScope.places(sharedScope)
    for place in places {
      let member = program.sentencesOfSharedScope[place]
      if isInSharedScope[member.sentence] {
        monitors.with(member.sentence) { $0.endSharedScope(at: signal(of: change)) }
      } else if member.holdsVacuously {
        log.countResult(member.sentence, isUnknown: hasLosses)
      }
    }
    state.set(Activation.open(program.sentencesOfSharedScope[places.lowerBound].sentence), false)
  }

  /// Judges a duplicate: a line that logs an event again. It is not an event of its own, but has its own fields, so only `has`
  /// claims judge it.
  func judgeDuplicate(_ occurrence: Occurrence) {
    guard lastFullEvent != nil else { return }
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

  /// Handles a call that still runs at the end of the log. Sentences that would be judged at its close are inconclusive (`no S is
  /// open at the close of C`).
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
        (monitor as? OpenAtMoment)?.countInconclusiveCall(signal, signal.judged.key(judging.keys))
      }
    }
  }
}
