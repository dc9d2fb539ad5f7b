import Rulebook
import Trace

/// Compiles the fast plans of one kind of session.
struct FastPlanCompiler {
  private let compiler: Compiler
  private let plans: Plans
  /// For each span, the sentences of this kind of session whose claim is about its openings.
  private let claimsOfSpan: [[Int]]
  /// For each span, the sentences of this kind of session whose scope instances are its openings (`CompiledSentence.scopeSpan`).
  private let onDemandScopesOfSpan: [[Int]]
  /// Whether an event always takes the full path because it is a fact, says what the app records, or is the delivery of a
  /// notification; by `EventID.index`.
  private var isApart: [Bool]
  /// Whether the clock depends on a span: while it is open, time or long gaps do not count.
  private var isOfClock: [Bool]
  private(set) var fastPlans: [FastPlan] = []
  private(set) var activations: [Int32] = []
  private(set) var subscriptionHeaders: [FastPlan.SubscriptionHeader] = []
  private(set) var effects: [FastPlan.Effect] = []
  private(set) var terms: [(number: Int, sentence: Int)] = []
  private(set) var kept: [Int] = []
  private(set) var predicates: PredicateCompiler
  /// The spans that the current event opens and closes.
  private var changed: [Int] = []

  var starts: [[Int]] { compiler.starts }

  /// Compiles the plans of one kind of session. Adds predicates to those that are already compiled.
  init(_ compiler: Compiler, _ plans: Plans, _ predicates: PredicateCompiler, isAcrossSessions: Bool) {
    self.compiler = compiler
    self.plans = plans
    self.predicates = predicates
    func own(_ sentences: [Int]) -> [Int] {
      sentences.filter { compiler.sentences[$0].sentence.isAcrossSessions == isAcrossSessions }
    }
    claimsOfSpan = compiler.claimsOfSpan.map(own)
    onDemandScopesOfSpan = compiler.onDemandScopesOfSpan.map(own)
    let rulebook = compiler.rulebook
    let events = rulebook.vocabulary.events
    isApart = Array(repeating: false, count: events.count)
    for event in rulebook.facts { isApart[event.index] = true }
    for event in [rulebook.recording?.event, rulebook.delivery?.event] {
      if let event { isApart[event.index] = true }
    }
    isOfClock = Array(repeating: false, count: rulebook.spans.count)
    for span in rulebook.clock.stopped + (rulebook.clock.gaps?.spans ?? []) {
      isOfClock[span.rawValue] = true
    }
    fastPlans.reserveCapacity(events.count * 2)
    for index in events.indices {
      let entry = EventID(entryOf: index)
      fastPlans.append(fastPlan(of: entry))
      fastPlans.append(fastPlan(of: entry.end))
    }
  }

  private mutating func fastPlan(of event: EventID) -> FastPlan {
    var fastPlan = FastPlan()
    let plan = plans[Int(event.rawValue)]
    guard !isStructural(event), let forms = plainForms(of: plan) else {
      fastPlan.isStructural = true
      return fastPlan
    }
    if plan.isWithoutEffects { return fastPlan }
    let (firstAsking, firstEffect) = (subscriptionHeaders.count, effects.count)
    changed = plan.opens.map(\.span) + plan.closes.map(\.span)
    addSubscriptions(plan, isDerived: false)
    addRestorations(plan)
    addFollowed(plan, &fastPlan)
    addChanges(plan.closes, .close, &fastPlan)
    addChanges(plan.opens, .open, &fastPlan)
    addMarks(plan, isDerived: false, &fastPlan)
    for form in forms {
      addSubscriptions(form, isDerived: true)
      addMarks(form, isDerived: true, &fastPlan)
    }
    fastPlan.subscriptionHeaders = Int32(firstAsking)..<Int32(subscriptionHeaders.count)
    fastPlan.effects = Int32(firstEffect)..<Int32(effects.count)
    if fastPlan.effects.count > compiler.limits.effects { fastPlan.isStructural = true }
    return fastPlan
  }

  private func isStructural(_ event: EventID) -> Bool {
    let plan = plans[Int(event.rawValue)]
    let boundary = compiler.sessionRoles[Int(event.rawValue)]
    return !plan.machines.isEmpty || !plan.snapshots.isEmpty || !plan.facts.isEmpty
      || isApart[event.index]
      || compiler.tracksCalls[event.index] && !event.isEnd
      || boundary.stage != nil || boundary.isEnding || boundary.isEnd || boundary.isStep
  }

  /// Whether something must follow each opening and closing of a span: a sentence, the clock, or a span that is composed of it.
  private func isFollowed(_ span: Int) -> Bool {
    !compiler.composedOf[span].isEmpty || isOfClock[span] || !compiler.scopesOfSpan[span].isEmpty
      || claimsOfSpan[span].contains {
        compiler.sentences[$0].term == nil
          && compiler.sentences[$0].gate(ofClaimAbout: span) == Activation.always
      }
  }

  /// Keeps the event from the fast path when it closes a span and a sentence waits for that, or the opening has a scope instance.
  private mutating func addRestorations(_ plan: Plan) {
    for span in plan.closes.lazy.map(\.span) {
      for sentence in claimsOfSpan[span] where compiler.sentences[sentence].term == nil {
        activations.append(Int32(Activation.waiting(sentence)))
        subscriptionHeaders.append(FastPlan.SubscriptionHeader(test: .always))
      }
      // If the opening has a scope instance, the instance has to end with it.
      for sentence in onDemandScopesOfSpan[span] {
        activations.append(Int32(Activation.waiting(sentence)))
        subscriptionHeaders.append(
          FastPlan.SubscriptionHeader(
            test: predicates.predicate(isAsked: span, key: compiler.declaredKey(of: span))))
      }
    }
  }

  /// Keeps the event from the fast path when it changes a span that is followed.
  private mutating func addFollowed(_ plan: Plan, _ fastPlan: inout FastPlan) {
    for change in plan.closes where isFollowed(change.span) {
      let test = predicates.predicate(
        for: change.guard, whileOpen: change.span, key: compiler.declaredKey(of: change.span),
        changed: changed)
      addExclusion(test, &fastPlan)
    }
    for change in plan.opens where isFollowed(change.span) {
      addExclusion(change.guard == nil ? nil : test(change.guard), &fastPlan)
    }
  }

  /// Adds a predicate under which the event takes the full path. If it is nil, the event always does.
  private mutating func addExclusion(_ test: Predicate?, _ fastPlan: inout FastPlan) {
    guard let test else { return fastPlan.isStructural = true }
    activations.append(Int32(Activation.always))
    subscriptionHeaders.append(FastPlan.SubscriptionHeader(test: test))
  }

  /// Returns the plans of the events that are derived from an event. Nil if it depends on more than the event which are derived,
  /// or if they do more than set marks and be judged.
  private func plainForms(of plan: Plan) -> [Plan]? {
    var forms: [Plan] = []
    for (number, place, condition) in plan.forms {
      let derivation = compiler.derived[number]
      let form = derivation.forms[place]
      let derived = plans[Int(derivation.event.rawValue)]
      guard condition == nil, !form.isInferred, form.scope == nil, form.exception == nil,
        derivation.oncePer == nil, !isStructural(derivation.event), derived.opens.isEmpty,
        derived.closes.isEmpty, derived.forms.isEmpty
      else { return nil }
      forms.append(derived)
    }
    return forms.isEmpty || compiler.mayShareMoment([plan] + forms) ? forms : nil
  }

  /// Adds the subscriptions to an event, or to an event that is derived from it.
  private mutating func addSubscriptions(_ plan: Plan, isDerived: Bool) {
    for (judging, header) in zip(plan.monitors, plan.subscriptionHeaders) {
      let isOfOpening = compiler.sentences[judging.sentence].scopeSpan != nil
      activations.append(Int32(Activation.of(judging, compiler.sentences[judging.sentence])))
      subscriptionHeaders.append(
        FastPlan.SubscriptionHeader(
          test: test(judging),
          condition: isDerived || isOfOpening ? -1 : Int32(header.condition),
          demand: demand(of: judging, among: plan.monitors),
          isDoubted: judging.isConditionallyDemanded(in: compiler.sentences[judging.sentence])))
    }
  }

  /// Returns the requirement of a sentence `each E has C` without a scope; nil if the sentence has no such requirement or it is
  /// no predicate. Also nil if the sentence has several subscriptions to the signal, because it must judge the signal only once.
  private mutating func demand(
    of judging: PlanBuilder.Subscription, among all: [PlanBuilder.Subscription]
  ) -> FastPlan.Demand? {
    let sentence = compiler.sentences[judging.sentence]
    guard let demand = sentence.demand, judging.role == .event, !sentence.hasScope,
      all.count(where: { $0.sentence == judging.sentence }) == 1,
      let test = test(demand)
    else { return nil }
    let exception = sentence.exception.flatMap { self.test($0) }
    return FastPlan.Demand(sentence: judging.sentence, test: test, exception: exception)
  }

  private mutating func addChanges(
    _ changes: [Plan.Change], _ kind: FastPlan.Effect.Kind, _ fastPlan: inout FastPlan
  ) {
    for change in changes where !isFollowed(change.span) {
      let span = change.span
      guard let test = test(change.guard) else {
        fastPlan.isStructural = true
        continue
      }
      let first = Int32(terms.count)
      for sentence in claimsOfSpan[span] {
        if let term = compiler.sentences[sentence].term { terms.append((term, sentence)) }
      }
      let firstKept = Int32(kept.count)
      kept += onDemandScopesOfSpan[span].filter { compiler.sentences[$0].sentence.claim.holdsVacuously }
      if !test.steps.isEmpty { fastPlan.isFixed = false }
      effects.append(
        FastPlan.Effect(
          kind: kind, index: Int32(span), key: compiler.declaredKey(of: span).map { Int32($0) } ?? -1,
          test: test, condition: Int32(change.condition), terms: first..<Int32(terms.count),
          kept: firstKept..<Int32(kept.count)))
    }
  }

  private mutating func addMarks(_ plan: Plan, isDerived: Bool, _ fastPlan: inout FastPlan) {
    for (mark, header) in zip(plan.marks, plan.markHeaders) {
      if isOfMain(mark) {
        // An event that is derived from an event on the main thread is on the main thread, too.
        if isDerived, fastPlan.mainMark == mark.index { continue }
        if !isDerived, fastPlan.mainMark < 0 {
          fastPlan.mainMark = Int32(mark.index)
          continue
        }
      }
      guard let test = test(mark.guard) else {
        fastPlan.isStructural = true
        continue
      }
      guard mark.keys.count < 2, !compiler.showsLine[mark.index] else {
        addExclusion(mark.guard == nil ? nil : test, &fastPlan)
        continue
      }
      if compiler.lookaroundMarks.contains(mark.index) { fastPlan.marksNearCalls = true }
      if !test.steps.isEmpty { fastPlan.isFixed = false }
      effects.append(
        FastPlan.Effect(
          kind: mark.clears ? .clear : .mark, index: Int32(mark.index),
          key: mark.keys.first.map { Int32($0) } ?? -1, retention: compiler.retentions[mark.index] ?? .max,
          test: test, condition: isDerived ? -1 : Int32(header.condition)))
    }
  }

  private func isOfMain(_ mark: PlanBuilder.Mark) -> Bool {
    mark.guard == .compare(.thread, .equal, .literal(.text("main"))) && mark.keys.isEmpty && !mark.clears
      && !compiler.showsLine[mark.index] && !compiler.lookaroundMarks.contains(mark.index)
  }

  /// Returns the predicate under which a sentence judges an event; nil if the condition cannot be a predicate.
  private mutating func test(_ judging: PlanBuilder.Subscription) -> Predicate? {
    let sentence = compiler.sentences[judging.sentence]
    // Events that an exception asks for may occur after the scope has ended.
    guard let span = sentence.scopeSpan, judging.role != .orderQuestion, judging.role != .recordedQuestion
    else {
      return test(judging.guard)
    }
    return predicates.predicate(
      for: judging.guard, whileOpen: span, key: sentence.bindsScope ? judging.scopeKey : nil, changed: changed
    )
  }

  private mutating func test(_ condition: Guard?) -> Predicate? {
    predicates.predicate(for: condition, changed: changed)
  }
}
