import Rulebook
import Trace

/// Compiles a rulebook into the tables of a `Program`.
struct Compiler {
  let rulebook: Rulebook
  let limits: Limits
  var plans: [PlanBuilder]
  var sentences: [CompiledSentence] = []
  var derived: [CompiledDerivation] = []
  /// For each callback, the callbacks that may be derived from it, with the condition on fields of the line; indexed by
  /// `EventID.index`.
  var derivedCalls: [[(callback: EventID, guard: Guard?)]] = []
  var steps: [[EventID: [CompiledStep]]] = []
  var markCount: Int { showsLine.count }
  /// The marks of conditions `E within T`, which look before and after the entry of a callback.
  var lookaroundMarks: [Int] = []
  /// For each mark, whether reports show the line of its newest occurrence.
  var showsLine: [Bool] = []
  /// For each mark, how long after an occurrence it may be read, in nanoseconds; nil without a limit.
  var retentions: [Int64?] = []
  /// For each mark, the marks F of conditions `E since F` on it. Occurrences after F are kept, regardless of the retention.
  var starts: [[Int]] = []
  /// The shared mark of each pattern. Conditions on the same pattern use the same mark.
  var marks: [SignalPattern: Int] = [:]
  /// The open questions of the exception that is being compiled.
  var questions: [Condition] = []
  /// The distinct patterns in questions `E is recorded`, without those that are only the name of an event.
  var shownPatterns: [SignalPattern] = []
  /// The number of duration timers.
  var termCount = 0
  var facts: [FactKey] = []
  var snapshots: [Int] = []
  var scopesOfSpan: [[Int]]
  var ownScopesOfSpan: [[Int]]
  var sharedScopes: [CompiledSharedScope] = []
  var sharedScopesOfSpan: [[Int]]
  var claimsOfSpan: [[Int]]
  var onDemandScopesOfSpan: [[Int]]
  var composedOf: [[(span: Int, isFirst: Bool)]]
  /// The spans that are read by conditions, claims about moments, derived events or the clock.
  var readSpans: Set<Int> = []
  var spanOfState: [[Int]]
  /// The span of each callback, and whether its calls are tracked, indexed by `EventID.index`.
  var spanOfCallback: [Int?]
  var tracksCalls: [Bool]
  var callbackOfNotification: [String: EventID] = [:]
  var fieldIndex: [String: Int] = [:]
  var familyOfEvent: [Int] = []
  /// The key field of each machine and of each declared span. A field that the vocabulary lacks gets a number that no line has.
  var keyFieldOfMachine: [Int?] = []
  var keyFieldOfSpan: [Int?] = []
  var families: [String] = []
  var sessionRoles: [SessionRole]

  init(_ rulebook: Rulebook, _ limits: Limits) {
    self.rulebook = rulebook
    self.limits = limits
    let events = rulebook.vocabulary.events
    plans = Array(repeating: PlanBuilder(), count: events.count * 3)
    scopesOfSpan = Array(repeating: [], count: rulebook.spans.count)
    ownScopesOfSpan = scopesOfSpan
    sharedScopesOfSpan = scopesOfSpan
    claimsOfSpan = scopesOfSpan
    onDemandScopesOfSpan = scopesOfSpan
    composedOf = Array(repeating: [], count: rulebook.spans.count)
    tracksCalls = Array(repeating: false, count: events.count)
    spanOfCallback = Array(repeating: nil, count: events.count)
    sessionRoles = Array(repeating: SessionRole(), count: events.count * 2)
    spanOfState = rulebook.machines.map { Array(repeating: 0, count: $0.states.count) }
    for (index, name) in rulebook.vocabulary.fieldNames.enumerated() { fieldIndex[name] = index }
    for machine in rulebook.machines {
      keyFieldOfMachine.append(machine.key.map { fieldIndex[$0] ?? fieldIndex.count })
    }
    for span in rulebook.spans {
      let key: String? = if case .declared(_, _, let key) = span.kind { key } else { nil }
      keyFieldOfSpan.append(key.map { fieldIndex[$0] ?? fieldIndex.count })
    }
  }

  mutating func compile() {
    let events = rulebook.vocabulary.events
    var familyIndex: [String: Int] = [:]
    for index in events.indices {
      let family = events[index].family
      let number = familyIndex[family] ?? families.count
      if number == families.count {
        families.append(family)
        familyIndex[family] = number
      }
      familyOfEvent.append(number)
      for notification in events[index].notifications {
        callbackOfNotification[NotificationName.constant(of: notification)] = EventID(entryOf: index)
      }
    }
    compileBoundaries()
    compileMachines()
    compileSpans()
    compileDerived()
    compileDerivedCalls()
    for rule in rulebook.rules.indices {
      for index in rulebook.rules[rule].sentences.indices {
        compile(rulebook.rules[rule].sentences[index].sentence, rule, index)
      }
    }
    // A derived callback is called inside the call of its source, so both calls are tracked.
    for index in events.indices where !derivedCalls[index].isEmpty {
      tracksCalls[index] = true
      for derived in derivedCalls[index] { tracksCalls[derived.callback.index] = true }
    }
    for index in plans.indices {
      plans[index].monitors.sort { ($0.role.rawValue, $0.sentence) < ($1.role.rawValue, $1.sentence) }
    }
  }

  /// Returns the plan of each signal in one kind of session. Signals without effects share an empty plan.
  func plans(
    _ conditions: Conditions, _ predicates: inout PredicateCompiler, isAcrossSessions: Bool
  ) -> [Plan] {
    let needs = Liveness(self, conditions, isAcrossSessions: isAcrossSessions)
    let nothing = Plan(PlanBuilder(), needs, sentences, limits, &predicates)
    return plans.indices.map {
      plans[$0].isEmpty ? nothing : Plan(plans[$0], needs, sentences, limits, &predicates)
    }
  }

  // MARK: Structure

  private mutating func compileBoundaries() {
    let sessions = rulebook.sessions
    for (stage, event) in sessions.begin.enumerated() { sessionRoles[Int(event.rawValue)].stage = stage }
    for event in sessions.sameProcess { sessionRoles[Int(event.rawValue)].isOfSameProcess = true }
    for event in sessions.ending { sessionRoles[Int(event.rawValue)].isEnding = true }
    for event in sessions.end { sessionRoles[Int(event.rawValue)].isEnd = true }
  }

  private mutating func compileMachines() {
    for (index, machine) in rulebook.machines.enumerated() {
      var table: [EventID: [CompiledStep]] = [:]
      table.reserveCapacity(machine.transitions.count)
      for (event, cases) in machine.transitions {
        plans[Int(event.rawValue)].machines.append(index)
        sessionRoles[Int(event.rawValue)].isStep = true
        // A callback that moves a machine settles the new state when it closes.
        if !event.isEnd, rulebook.vocabulary.events[event.index].returns {
          tracksCalls[event.index] = true
        }
        let steps = cases.map {
          CompiledStep(
            guard: $0.condition.map { compile($0) }, from: $0.from.map { [StateID]($0) }, to: $0.to)
        }
        table[event] = steps
        plans[Int(event.rawValue)].steps.append(steps)
      }
      steps.append(table)
    }
  }

  private mutating func compileSpans() {
    for (index, span) in rulebook.spans.enumerated() {
      switch span.kind {
      case .declared(let from, let until, _):
        addEffects(to: from) { $0.opens.append((index, $1)) }
        addEffects(to: until) { $0.closes.append((index, $1)) }
      case .callback(let event):
        tracksCalls[event.index] = true
        spanOfCallback[event.index] = index
      case .state(let machine, let state): spanOfState[machine.rawValue][state.rawValue] = index
      case .composed(let first, let other):
        composedOf[first.rawValue].append((index, true))
        composedOf[other.rawValue].append((index, false))
      }
    }
  }

  /// Whether a span is a composed span that is only used to limit how long it lasts.
  func isDeferrable(_ span: Int) -> Bool {
    guard case .composed = rulebook.spans[span].kind else { return false }
    return composedOf[span].isEmpty && scopesOfSpan[span].isEmpty && onDemandScopesOfSpan[span].isEmpty
      && sharedScopesOfSpan[span].isEmpty && !readSpans.contains(span)
      && claimsOfSpan[span].allSatisfy { sentences[$0].term != nil }
  }

  private mutating func compileDerived() {
    readSpans.formUnion(rulebook.clock.stopped.map(\.rawValue))
    if let gaps = rulebook.clock.gaps { readSpans.formUnion(gaps.spans.map(\.rawValue)) }
    for (index, event) in rulebook.derived.enumerated() {
      if let span = event.oncePer { readSpans.insert(span.rawValue) }
      for form in event.forms { if let span = form.scope { readSpans.insert(span.rawValue) } }
      var derivation = CompiledDerivation(event: event.event, oncePer: event.oncePer?.rawValue, forms: [])
      for (number, form) in event.forms.enumerated() {
        derivation.forms.append(
          (
            form.scope?.rawValue, form.exception.map { compile($0) }, form.isInferred,
            form.pattern.atoms.flatMap(\.events)
          ))
        addEffects(to: form.pattern) { $0.forms.append((index, number, $1)) }
      }
      derived.append(derivation)
    }
  }

  private mutating func compileDerivedCalls() {
    let events = rulebook.vocabulary.events
    derivedCalls = events.indices.map { source in
      events[source].returns ? callbacks(derivedFrom: EventID(entryOf: source), where: [], besides: []) : []
    }
  }

  /// Returns the callbacks that may be derived from an event, directly or through other derived events, each with the condition
  /// on fields under which it is. Guesses are left out, and so are conditions that read more than fields.
  private mutating func callbacks(
    derivedFrom source: EventID, where guards: [Guard], besides seen: Set<EventID>
  ) -> [(callback: EventID, guard: Guard?)] {
    var found: [(callback: EventID, guard: Guard?)] = []
    for derived in rulebook.derived where !seen.contains(derived.event) {
      for atom in derived.forms.filter({ !$0.isInferred }).flatMap(\.pattern.atoms)
      where !atom.isClose && atom.events.contains(source) {
        let own = atom.condition.map { compile($0) }.flatMap { $0.readsOnlyFields ? $0 : nil }
        let all = guards + [own].compactMap(\.self)
        if rulebook.vocabulary.events[derived.event.index].returns {
          found.append((derived.event, all.dropFirst().reduce(all.first) { a, b in a.map { .and($0, b) } }))
        }
        found += callbacks(derivedFrom: derived.event, where: all, besides: seen.union([derived.event]))
      }
    }
    return found
  }
}
