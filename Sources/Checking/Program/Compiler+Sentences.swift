import Rulebook
import Trace

/// Compiles sentences: subscribes each sentence to the signals of its claim, its scope and its exception.
extension Compiler {
  mutating func compile(_ sentence: Sentence, _ rule: Int, _ index: Int) {
    let number = sentences.count
    let scopeSpan = scopeSpan(of: sentence)
    let (scopeKey, scopeLimit) = (
      compile(sentence.scope, number, isByOpening: scopeSpan != nil),
      compile(Self.limit(of: sentence.scope))
    )
    if let scopeSpan { onDemandScopesOfSpan[scopeSpan].append(number) }
    var watched: [EventID] = []
    var demanded: [EventID] = []
    var demand: Guard?
    var earliest: CompiledLimit?
    var latest: CompiledLimit?
    var term: Int?
    func judge(_ pattern: EventPattern, _ role: Role) {
      addEffects(to: pattern) {
        $0.monitors.append(.init(sentence: number, role: role, guard: $1, keys: $2, scopeKey: nil))
      }
    }
    switch sentence.claim {
    case .never(let events), .atMost(_, let events, _), .obeys(let events, _):
      judge(events, .event)
      watched = events.events
    case .has(let events, let condition):
      judge(events, .event)
      watched = events.events
      demand = compile(condition)
      keepLines(of: demand)
    case .expect(let events, let limit):
      judge(events, .event)
      latest = compile(limit)
      demanded = events.events
    case .recurs(let events, let limit):
      judge(events, .event)
      latest = compile(limit)
      demanded = events.events
    case .atLeast(_, let events):
      judge(events, .event)
      demanded = events.events
    case .isFollowed(let events, let response):
      judge(events, .event)
      judge(response.answer, .answer)
      if let stop = response.stop { judge(stop, .stop) }
      earliest = compile(response.earliest)
      latest = compile(response.latest)
      watched = events.events
      demanded = response.answer.events
    case .isPreceded(let events, let precedence):
      judge(events, .event)
      judge(precedence.cause, .cause)
      if let since = precedence.since { judge(since, .since) }
      latest = compile(precedence.latest)
      watched = events.events
      demanded = precedence.cause.events
    case .noneOpen(let spans, let moment):
      readSpans.formUnion(spans.map(\.id.rawValue))
      judge(moment.pattern, .event)
      latest = compile(moment.delay)
      watched = spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, let bound, let limit):
      latest = compile(limit)
      if case .callback(let event) = rulebook.spans[span.id.rawValue].kind {
        compileCall(event, number)
      } else {
        claimsOfSpan[span.id.rawValue].append(number)
        watched = openingEvents(of: span.id)
        if bound == .atMost, sentence.scope == nil, case .fixed = latest, termCount < limits.durationTimers {
          term = termCount
          termCount += 1
        }
      }
    case .isReopened(let span, let leaving, let moment):
      judge(moment, .event)
      claimsOfSpan[span.id.rawValue].append(number)
      if span.id != leaving.id { claimsOfSpan[leaving.id.rawValue].append(number) }
      watched = openingEvents(of: span.id)
    }
    let sharedScope = sharedScope(of: sentence, number)
    questions = sentence.exception?.openQuestions ?? []
    let openQuestions = questions.compactMap { compile(question: $0, of: number) }
    sentences.append(
      CompiledSentence(
        number: number, rule: rule, index: index, sentence: sentence,
        sentenceText: sentenceText(of: index, rule),
        exception: sentence.exception.map { compile($0) }, demand: demand, questions: openQuestions,
        earliest: earliest, latest: latest, term: term, scopeSpan: scopeSpan, sharedScope: sharedScope,
        gate: Activation.open(sharedScope.map { sharedScopes[$0].sentences[0].sentence } ?? number),
        scopeLimit: scopeLimit,
        watched: families(of: watched), demanded: demanded, bindsScope: scopeKey.isBound,
        scopeEnds: scopeKey.ends, subjectFields: subjectFields(of: sentence)))
    bind(number, scopeKey.field)
  }

  /// Subscribes a sentence to the events that answer an open question of its exception.
  private mutating func compile(question: Condition, of number: Int) -> OpenQuestion? {
    func follow(_ pattern: EventPattern, as role: Role) -> SignalPattern {
      addEffects(to: pattern) {
        $0.monitors.append(.init(sentence: number, role: role, guard: $1, keys: [], scopeKey: nil))
      }
      return SignalPattern(signals: signals(of: pattern))
    }
    switch question {
    case .isRecorded(let pattern):
      if let event = pattern.plainEvent { return .records(event) }
      let signals = follow(pattern, as: .recordedQuestion)
      let known = shownPatterns.firstIndex(of: signals) ?? shownPatterns.count
      if known == shownPatterns.count { shownPatterns.append(signals) }
      return .shows(known, signals)
    case .comesBefore(let first, let second):
      return .comesBefore(follow(first, as: .orderQuestion), follow(second, as: .orderQuestion))
    default: return nil
    }
  }

  private func sentenceText(of index: Int, _ rule: Int) -> SentenceText {
    let known = sentences.last.flatMap { $0.rule == rule ? $0.sentenceText.rule : nil }
    return SentenceText(of: index, in: rulebook.rules[rule], rule, known)
  }

  /// Subscribes a sentence to the events and spans of its scope. Returns whether the scope binds the key of the claim's events,
  /// the field of that key, and the events that end the scope if findings only count then.
  mutating func compile(
    _ scope: Scope?, _ number: Int, isByOpening: Bool
  ) -> (isBound: Bool, field: Int?, ends: [EventID]) {
    func judge(_ pattern: EventPattern, _ role: Role) {
      addEffects(to: pattern) {
        $0.monitors.append(.init(sentence: number, role: role, guard: $1, keys: [], scopeKey: nil))
      }
    }
    func follow(_ span: SpanReference) {
      scopesOfSpan[span.id.rawValue].append(number)
      ownScopesOfSpan[span.id.rawValue].append(number)
    }
    switch scope {
    case nil: break
    case .open(let spans):
      for span in spans where scopesOfSpan[span.id.rawValue].last != number {
        scopesOfSpan[span.id.rawValue].append(number)
      }
    case .outside(let spans):
      for span in spans { follow(span) }
    case .during(let spans):
      for span in spans where !isByOpening { follow(span) }
      guard let bound = spans.first(where: \.isBound) else { break }
      return (true, keyField(of: bound.id), [])
    case .after(let start, let end):
      judge(start, .scopeStart)
      if let end { judge(end, .scopeEnd) }
    case .following(let start, _): judge(start, .scopeStart)
    case .before(let end):
      judge(end, .scopeEnd)
      return (false, nil, end.events)
    case .between(let start, let end):
      judge(start, .scopeStart)
      judge(end, .scopeEnd)
      return (false, nil, end.events)
    }
    return (false, nil, [])
  }

  /// Returns the span of a scope `during S` whose instances can be created on demand. The claims `never` and `has` store nothing
  /// for an opening until a signal is judged in it. Returns nil for other scopes and claims.
  private func scopeSpan(of sentence: Sentence) -> Int? {
    guard case .during(let spans) = sentence.scope, spans.count == 1,
      case .declared = rulebook.spans[spans[0].id.rawValue].kind
    else { return nil }
    switch sentence.claim {
    case .never, .has: return spans[0].id.rawValue
    default: return nil
    }
  }

  /// Returns the number of the shared scope of a sentence, which is added if it is new; nil if the scope is not `while S or T`.
  private mutating func sharedScope(of sentence: Sentence, _ sentenceNumber: Int) -> Int? {
    guard case .open(let references) = sentence.scope else { return nil }
    let spans = references.map(\.id.rawValue)
    let known = sharedScopes.firstIndex {
      $0.spans == spans && $0.isAcrossSessions == sentence.isAcrossSessions
    }
    let number = known ?? sharedScopes.count
    if known == nil {
      sharedScopes.append(CompiledSharedScope(spans: spans, isAcrossSessions: sentence.isAcrossSessions))
      for span in spans where sharedScopesOfSpan[span].last != number {
        sharedScopesOfSpan[span].append(number)
      }
    }
    sharedScopes[number].sentences.append(
      CompiledSharedScope.Member(
        sentence: sentenceNumber, judgesScope: sentence.claim.judgesScope,
        holdsVacuously: sentence.claim.holdsVacuously))
    return number
  }

  private static func limit(of scope: Scope?) -> Limit? {
    if case .following(_, let limit) = scope { limit } else { nil }
  }

  /// Binds the events of a claim that have the key field of the scope's span to the scope instance with their key.
  private mutating func bind(_ number: Int, _ field: Int?) {
    guard let field else { return }
    for index in plans.indices {
      for place in plans[index].monitors.indices
      where plans[index].monitors[place].sentence == number
        && plans[index].monitors[place].keys.contains(field)
      {
        let judging = plans[index].monitors[place]
        plans[index].monitors[place] = PlanBuilder.Subscription(
          sentence: number, role: judging.role, guard: judging.guard, keys: judging.keys, scopeKey: field)
      }
    }
  }

  /// Subscribes a sentence to the calls of a callback. A call lasts from its entry to its return, or to the return of the event
  /// that the callback is derived from. The watchdog's end of the process and the entries of all callbacks are also needed.
  private mutating func compileCall(_ event: EventID, _ number: Int) {
    let returns =
      [event.end]
      + rulebook.derived.filter { $0.event == event }
      .flatMap { $0.forms.flatMap { $0.pattern.events.map(\.end) } }
    func note(_ event: EventID, _ role: Role) {
      plans[Int(event.rawValue)].monitors.append(
        .init(sentence: number, role: role, guard: nil, keys: [], scopeKey: nil))
    }
    note(event, .event)
    for end in Set(returns).sorted() { note(end, .return) }
    guard let watchdog = rulebook.sessions.watchdog else { return }
    addEffects(to: watchdog) {
      $0.monitors.append(.init(sentence: number, role: .answer, guard: $1, keys: [], scopeKey: nil))
    }
    for index in rulebook.vocabulary.events.indices where rulebook.vocabulary.events[index].returns {
      note(EventID(entryOf: index), .stop)
    }
  }

  private func families(of events: [EventID]) -> [Int] {
    var found: [Int] = []
    for event in events {
      let family = familyOfEvent[event.index]
      if !found.contains(family) { found.append(family) }
    }
    found.sort()
    return found
  }

  func openingEvents(of span: SpanID) -> [EventID] {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(let from, _, _): from.events
    case .callback(let event): [event]
    case .state(let machine, _): Array(rulebook.machines[machine.rawValue].transitions.keys)
    case .composed(let span, _): openingEvents(of: span)
    }
  }

  /// Returns the key field of a declared span; nil for other spans.
  func declaredKey(of span: Int) -> Int? {
    if case .declared(_, _, let key) = rulebook.spans[span].kind {
      key.flatMap { fieldIndex[$0] }
    } else {
      nil
    }
  }

  func keyField(of span: SpanID) -> Int? {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(_, _, let key): key.flatMap { fieldIndex[$0] }
    case .state(let machine, _): rulebook.machines[machine.rawValue].key.flatMap { fieldIndex[$0] }
    case .composed(let first, _): keyField(of: first)
    case .callback: nil
    }
  }
}
