import Rulebook
import Trace

/// Turns a rulebook into the tables of a `Program`.
struct Compiler {
  let rulebook: Rulebook
  let limits: Limits
  var plans: [PlanBuilder]
  var sentences: [CompiledSentence] = []
  var derived: [CompiledDerivation] = []
  /// The callbacks that may be derived from each event, by `EventID.index`, with a condition on the fields of its line.
  var derivedCalls: [[(callback: EventID, guard: Guard?)]] = []
  var steps: [[EventID: [CompiledStep]]] = []
  var markCount: Int { isTold.count }
  /// The marks that are asked for from either side of a callback's entry.
  var nearMarks: [Int] = []
  /// For each mark whether reports show its newest line.
  var isTold: [Bool] = []
  /// How long each mark is asked for at most, in nanoseconds; nil for ever.
  var retentions: [Int64?] = []
  /// The marks since which each is asked for, however long that is.
  var starts: [[Int]] = []
  /// The marks that there are, so that two conditions that ask for the same have one.
  var marks: [SignalPattern: Int] = [:]
  /// The questions about the whole log in the exception that is being compiled.
  var questions: [Condition] = []
  /// The patterns of which a sentence asks whether the log shows them, each once.
  var shownPatterns: [SignalPattern] = []
  /// How many sentences give each opening of a span the same time.
  var termCount = 0
  var facts: [FactKey] = []
  var snapshots: [Int] = []
  var scopesOfSpan: [[Int]]
  var ownScopesOfSpan: [[Int]]
  var sharedScopes: [CompiledSharedScope] = []
  var sharedScopesOfSpan: [[Int]]
  var claimsOfSpan: [[Int]]
  var openingsOfSpan: [[Int]]
  var composedOf: [[(span: Int, isFirst: Bool)]]
  /// The spans of which conditions, claims about moments, derived events and the clock ask whether they are open.
  var askedSpans: Set<Int> = []
  var spanOfState: [[Int]]
  /// By `EventID.index`.
  var spanOfCallback: [Int?]
  var tracksCalls: [Bool]
  var callbackOfNotification: [String: EventID] = [:]
  var fieldIndex: [String: Int] = [:]
  var familyOfEvent: [Int] = []
  /// The key of each machine and of each declared span; one that the vocabulary lacks is a field that no line has.
  var keyOfMachine: [Int?] = []
  var keyOfSpan: [Int?] = []
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
    openingsOfSpan = scopesOfSpan
    composedOf = Array(repeating: [], count: rulebook.spans.count)
    tracksCalls = Array(repeating: false, count: events.count)
    spanOfCallback = Array(repeating: nil, count: events.count)
    sessionRoles = Array(repeating: SessionRole(), count: events.count * 2)
    spanOfState = rulebook.machines.map { Array(repeating: 0, count: $0.states.count) }
    for (index, name) in rulebook.vocabulary.fieldNames.enumerated() { fieldIndex[name] = index }
    for machine in rulebook.machines {
      keyOfMachine.append(machine.key.map { fieldIndex[$0] ?? fieldIndex.count })
    }
    for span in rulebook.spans {
      let key: String? = if case .declared(_, _, let key) = span.kind { key } else { nil }
      keyOfSpan.append(key.map { fieldIndex[$0] ?? fieldIndex.count })
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
    // The call of a derived callback is that of its source.
    for index in events.indices where !derivedCalls[index].isEmpty {
      tracksCalls[index] = true
      for derived in derivedCalls[index] { tracksCalls[derived.callback.index] = true }
    }
    for index in plans.indices {
      plans[index].monitors.sort { ($0.role.rawValue, $0.sentence) < ($1.role.rawValue, $1.sentence) }
    }
  }

  /// What each signal does in one kind of session; nothing where no sentence has it.
  func plans(_ conditions: Conditions, isAcrossSessions: Bool) -> [Plan] {
    let needs = Liveness(self, conditions, isAcrossSessions: isAcrossSessions)
    let nothing = Plan(PlanBuilder(), needs, sentences, limits)
    return plans.indices.map {
      plans[$0].isEmpty ? nothing : Plan(plans[$0], needs, sentences, limits)
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
        // A callback that moves a machine settles the state only when it closes.
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
        react(to: from) { $0.opens.append((index, $1)) }
        react(to: until) { $0.closes.append((index, $1)) }
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

  /// Whether of a composed span only sentences speak that say how long its openings may last.
  func isDeferrable(_ span: Int) -> Bool {
    guard case .composed = rulebook.spans[span].kind else { return false }
    return composedOf[span].isEmpty && scopesOfSpan[span].isEmpty && openingsOfSpan[span].isEmpty
      && sharedScopesOfSpan[span].isEmpty && !askedSpans.contains(span)
      && claimsOfSpan[span].allSatisfy { sentences[$0].term != nil }
  }

  private mutating func compileDerived() {
    askedSpans.formUnion(rulebook.clock.stopped.map(\.rawValue))
    if let gaps = rulebook.clock.gaps { askedSpans.formUnion(gaps.spans.map(\.rawValue)) }
    for (index, event) in rulebook.derived.enumerated() {
      if let span = event.oncePer { askedSpans.insert(span.rawValue) }
      for form in event.forms { if let span = form.scope { askedSpans.insert(span.rawValue) } }
      var derivation = CompiledDerivation(event: event.event, oncePer: event.oncePer?.rawValue, forms: [])
      for (number, form) in event.forms.enumerated() {
        derivation.forms.append(
          (
            form.scope?.rawValue, form.exception.map { compile($0) }, form.isInferred,
            form.pattern.atoms.flatMap(\.events)
          ))
        react(to: form.pattern) { $0.forms.append((index, number, $1)) }
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

  /// The callbacks that may be derived from an event, directly or through other derived events. Conditions on anything but
  /// fields are left out.
  private mutating func callbacks(
    derivedFrom source: EventID, where guards: [Guard], besides seen: Set<EventID>
  ) -> [(callback: EventID, guard: Guard?)] {
    var found: [(callback: EventID, guard: Guard?)] = []
    for derived in rulebook.derived where !seen.contains(derived.event) {
      for atom in derived.forms.filter({ !$0.isInferred }).flatMap(\.pattern.atoms)
      where !atom.isClose && atom.events.contains(source) {
        let own = atom.condition.map { compile($0) }.flatMap { $0.isOfFields ? $0 : nil }
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
