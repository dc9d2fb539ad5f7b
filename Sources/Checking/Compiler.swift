import Rulebook
import Trace

/// Turns a rulebook into the tables of a `Program`.
struct Compiler {
  private let rulebook: Rulebook
  var reactions: [Reactions]
  var sentences: [CompiledSentence] = []
  var derived: [CompiledDerivation] = []
  var steps: [[EventID: [CompiledStep]]] = []
  var markCount = 0
  var facts: [FactKey] = []
  var snapshots: [Int] = []
  var scopesOfSpan: [[Int]]
  var claimsOfSpan: [[Int]]
  var composedOf: [[(span: Int, isFirst: Bool)]]
  var spanOfState: [[Int]]
  var spanOfCallback: [EventID: Int] = [:]
  var hasWindow: [Bool]
  var callbackOfNotification: [String: EventID] = [:]
  var fieldIndex: [String: Int] = [:]
  var familyOfEvent: [Int] = []
  var families: [String] = []
  var boundaries: [Boundary]

  init(_ rulebook: Rulebook) {
    self.rulebook = rulebook
    let events = rulebook.vocabulary.events
    reactions = Array(repeating: Reactions(), count: events.count * 3)
    scopesOfSpan = Array(repeating: [], count: rulebook.spans.count)
    claimsOfSpan = scopesOfSpan
    composedOf = Array(repeating: [], count: rulebook.spans.count)
    hasWindow = Array(repeating: false, count: events.count)
    boundaries = Array(repeating: Boundary(), count: events.count * 2)
    spanOfState = rulebook.machines.map { Array(repeating: 0, count: $0.states.count) }
    for (index, name) in rulebook.vocabulary.fieldNames.enumerated() { fieldIndex[name] = index }
  }

  mutating func compile() {
    let events = rulebook.vocabulary.events
    var familyIndex: [String: Int] = [:]
    for event in events {
      let family = String(event.name.prefix { $0 != "." })
      let index = familyIndex[family] ?? families.count
      if index == families.count {
        families.append(family)
        familyIndex[family] = index
      }
      familyOfEvent.append(index)
    }
    for (index, event) in events.enumerated() {
      for notification in event.notifications {
        callbackOfNotification[NotificationName.constant(of: notification)] = EventID(entryOf: index)
      }
    }
    compileBoundaries()
    compileMachines()
    compileSpans()
    compileDerived()
    for (rule, declaration) in rulebook.rules.enumerated() {
      for index in declaration.sentences.indices {
        compile(declaration.sentences[index].sentence, rule, index)
      }
    }
    for index in reactions.indices {
      reactions[index].monitors.sort { ($0.role.rawValue, $0.sentence) < ($1.role.rawValue, $1.sentence) }
    }
  }

  // MARK: Structure

  private mutating func compileBoundaries() {
    let sessions = rulebook.sessions
    for (stage, event) in sessions.begin.enumerated() { boundaries[Int(event.rawValue)].stage = stage }
    for event in sessions.sameProcess { boundaries[Int(event.rawValue)].isOfSameProcess = true }
    for event in sessions.ending { boundaries[Int(event.rawValue)].isEnding = true }
    for event in sessions.end { boundaries[Int(event.rawValue)].isEnd = true }
  }

  private mutating func compileMachines() {
    for (index, machine) in rulebook.machines.enumerated() {
      var table: [EventID: [CompiledStep]] = [:]
      for (event, cases) in machine.transitions {
        reactions[Int(event.rawValue)].machines.append(index)
        boundaries[Int(event.rawValue)].isStep = true
        // A callback that moves a machine settles the state only when it closes.
        if !event.isEnd, rulebook.vocabulary.declaration(of: event)?.returns == true {
          hasWindow[event.index] = true
        }
        table[event] = cases.map {
          CompiledStep(guard: $0.condition.map { compile($0) }, from: $0.from, to: $0.to)
        }
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
        hasWindow[event.index] = true
        spanOfCallback[event] = index
      case .state(let machine, let state): spanOfState[machine.rawValue][state.rawValue] = index
      case .composed(let first, let other):
        composedOf[first.rawValue].append((index, true))
        composedOf[other.rawValue].append((index, false))
      }
    }
  }

  private mutating func compileDerived() {
    for (index, event) in rulebook.derived.enumerated() {
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

  // MARK: Sentences

  private mutating func compile(_ sentence: Sentence, _ rule: Int, _ index: Int) {
    let number = sentences.count
    let (scopeKey, scopeLimit) = (compile(sentence.scope, number), compile(Self.limit(of: sentence.scope)))
    var watched: [EventID] = []
    var demanded: [EventID] = []
    var demand: Guard?
    var demandText = ""
    var earliest: CompiledLimit?
    var latest: CompiledLimit?
    func judge(_ pattern: EventPattern, _ role: Role) {
      react(to: pattern) {
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
      demandText = Self.condition(of: sentence)
    case .expect(let events, let limit):
      judge(events, .event)
      latest = compile(limit)
      demanded = events.events
      demandText = events.text
    case .recurs(let events, let limit):
      judge(events, .event)
      latest = compile(limit)
      demanded = events.events
      demandText = events.text
    case .atLeast(_, let events):
      judge(events, .event)
      demanded = events.events
      demandText = events.text
    case .isFollowed(let events, let response):
      judge(events, .event)
      judge(response.answer, .answer)
      if let stop = response.stop { judge(stop, .stop) }
      earliest = compile(response.earliest)
      latest = compile(response.latest)
      watched = events.events
      demanded = response.answer.events
      demandText = response.answer.text
    case .isPreceded(let events, let precedence):
      judge(events, .event)
      judge(precedence.cause, .cause)
      if let since = precedence.since { judge(since, .since) }
      latest = compile(precedence.latest)
      watched = events.events
      demanded = precedence.cause.events
      demandText = precedence.cause.text
    case .noneOpen(let spans, let moment):
      judge(moment.pattern, .event)
      latest = compile(moment.delay)
      watched = spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, _, let limit):
      latest = compile(limit)
      if case .callback(let event) = rulebook.spans[span.id.rawValue].kind {
        compileCall(event, number)
      } else {
        claimsOfSpan[span.id.rawValue].append(number)
        watched = openingEvents(of: span.id)
      }
    case .isReopened(let span, let leaving, let moment):
      judge(moment, .event)
      claimsOfSpan[span.id.rawValue].append(number)
      if span.id != leaving.id { claimsOfSpan[leaving.id.rawValue].append(number) }
      watched = openingEvents(of: span.id)
    }
    sentences.append(
      CompiledSentence(
        rule: rule, index: index, sentence: sentence,
        exception: sentence.exception.map { compile($0) }, demand: demand, demandText: demandText,
        earliest: earliest, latest: latest, scopeLimit: scopeLimit,
        families: [families(of: watched), families(of: demanded)].filter { !$0.isEmpty },
        demanded: families(of: demanded), demandedEvents: Set(demanded), bindsScope: scopeKey.isBound,
        scopeEnds: scopeKey.ends))
    bind(number, scopeKey.field)
  }

  /// Has the sentence follow its scope; hands back what binds the claim to it, and what ends it.
  private mutating func compile(
    _ scope: Scope?, _ number: Int
  ) -> (isBound: Bool, field: Int?, ends: [EventID]) {
    func judge(_ pattern: EventPattern, _ role: Role) {
      react(to: pattern) {
        $0.monitors.append(.init(sentence: number, role: role, guard: $1, keys: [], scopeKey: nil))
      }
    }
    switch scope {
    case nil: break
    case .open(let spans), .outside(let spans):
      for span in spans { scopesOfSpan[span.id.rawValue].append(number) }
    case .during(let spans):
      for span in spans { scopesOfSpan[span.id.rawValue].append(number) }
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

  private static func limit(of scope: Scope?) -> Limit? {
    if case .following(_, let limit) = scope { limit } else { nil }
  }

  /// Events that carry the key of the scope's span concern the instance of that key.
  private mutating func bind(_ number: Int, _ field: Int?) {
    guard let field else { return }
    for index in reactions.indices {
      for place in reactions[index].monitors.indices
      where reactions[index].monitors[place].sentence == number
        && reactions[index].monitors[place].keys.contains(field)
      {
        reactions[index].monitors[place].scopeKey = field
      }
    }
  }

  /// A callback's length is measured from its entry to its return, or that of what it is derived from.
  private mutating func compileCall(_ event: EventID, _ number: Int) {
    let returns =
      [event.end]
      + rulebook.derived.filter { $0.event == event }
      .flatMap { $0.forms.flatMap { $0.pattern.events.map(\.end) } }
    func note(_ event: EventID, _ role: Role) {
      reactions[Int(event.rawValue)].monitors.append(
        .init(sentence: number, role: role, guard: nil, keys: [], scopeKey: nil))
    }
    note(event, .event)
    for end in Set(returns).sorted() { note(end, .return) }
  }

  private func families(of events: [EventID]) -> [Int] {
    Set(events.map { familyOfEvent[$0.index] }).sorted()
  }

  /// The condition of a sentence as it was written.
  private static func condition(of sentence: Sentence) -> String {
    let text = sentence.text.split(separator: " has ", maxSplits: 1).last.map(String.init) ?? ""
    return text.split(separator: " unless ", maxSplits: 1).first.map(String.init) ?? text
  }

  private func openingEvents(of span: SpanID) -> [EventID] {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(let from, _, _): from.events
    case .callback(let event): [event]
    case .state(let machine, _): Array(rulebook.machines[machine.rawValue].transitions.keys)
    case .composed(let span, _): openingEvents(of: span)
    }
  }

  private func keyField(of span: SpanID) -> Int? {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(_, _, let key): key.flatMap { fieldIndex[$0] }
    case .state(let machine, _): rulebook.machines[machine.rawValue].key.flatMap { fieldIndex[$0] }
    case .composed(let first, _): keyField(of: first)
    case .callback: nil
    }
  }

  // MARK: Patterns and conditions

  /// Adds a reaction to each event of a pattern, with its condition.
  private mutating func react(to pattern: EventPattern, _ add: (inout Reactions, Guard?) -> Void) {
    react(to: pattern) { reactions, condition, _ in add(&reactions, condition) }
  }

  /// The same with the fields that bind it.
  private mutating func react(to pattern: EventPattern, _ add: (inout Reactions, Guard?, [Int]) -> Void) {
    for atom in pattern.atoms {
      let compiled = atom.condition.map { compile($0) }
      let keys = atom.keys.compactMap { fieldIndex[$0] }
      for event in atom.events {
        if atom.isClose { hasWindow[event.index] = true }
        let code = atom.isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
        add(&reactions[code], compiled, keys)
      }
    }
  }

  private mutating func compile(_ condition: Condition) -> Guard {
    switch condition {
    case .and(let a, let b): return .and(compile(a), compile(b))
    case .or(let a, let b): return .or(compile(a), compile(b))
    case .not(let a): return .not(compile(a))
    case .compare(let left, let comparison, let right):
      return .compare(compile(left), comparison, compile(right))
    case .oneOf(let operand, let literals): return .oneOf(compile(operand), literals)
    case .contains(let operand, let literal): return .contains(compile(operand), literal)
    case .isMember(let operand, of: let list): return .isMember(compile(operand), of: compile(list))
    case .isPresent(let operand): return .isPresent(compile(operand))
    case .isRecorded(let event): return .isRecorded(event)
    case .isOpen(let span):
      return .isOpen(span: span.id.rawValue, key: keyField(of: span.id), isBound: span.isBound)
    case .withinTheLast(let events, let time):
      return .withinTheLast(mark: mark(events, horizon: time), keys: keys(of: events), time)
    case .within(let events, let time): return .within(mark: mark(events), time)
    case .since(let events, let start):
      let keys = keys(of: events)
      if keys.isEmpty { return .since(event: mark(events), start: mark(start), keys: self.keys(of: start)) }
      let index = mark(events)
      react(to: start) { $0.marks.append(.init(index: index, guard: $1, keys: $2, clears: true)) }
      return .standsSince(mark: index, keys: keys)
    }
  }

  private func keys(of events: EventPattern) -> [Int] {
    events.atoms.first?.keys.compactMap { fieldIndex[$0] } ?? []
  }

  private mutating func compile(_ operand: Operand) -> Guard.Value {
    switch operand {
    case .field("thread", _): return .thread
    case .field("via", _): return .via
    case .field(let name, let type): return fieldIndex[name].map { .field($0, type) } ?? .literal(.text(""))
    case .last(let event, let field, let type, at: let moment):
      let fact = fact(event, field)
      guard let moment else { return .fact(fact, type) }
      let snapshot = snapshots.count
      snapshots.append(fact)
      react(to: moment) { $0.snapshots.append((snapshot, $1)) }
      return .snapshot(snapshot, type)
    case .highest(let event, let field, let type, since: let start):
      let fact = fact(event, field, greatest: type, isOwn: start != nil)
      if let start { react(to: start) { $0.facts.append(.init(index: fact, clears: true, guard: $1)) } }
      return .fact(fact, type)
    case .literal(let literal): return .literal(literal)
    }
  }

  /// The number of a value that is remembered.
  private mutating func fact(
    _ event: EventID, _ field: String, greatest: FieldType? = nil, isOwn: Bool = false
  ) -> Int {
    var key = FactKey(
      event: event, field: fieldIndex[field] ?? -1,
      isLasting: greatest == nil && rulebook.facts.contains(event), isGreatest: greatest)
    if isOwn { key.number = facts.count + 1 }
    if let index = facts.firstIndex(of: key) { return index }
    facts.append(key)
    reactions[Int(event.rawValue)].facts.append(.init(index: facts.count - 1))
    return facts.count - 1
  }

  private mutating func compile(_ limit: Limit?) -> CompiledLimit? {
    switch limit {
    case nil: nil
    case .fixed(let nanoseconds): .fixed(nanoseconds)
    case .value(let operand): .value(compile(operand))
    }
  }

  private mutating func mark(_ events: EventPattern, horizon: Int64? = nil) -> Int {
    let index = markCount
    markCount += 1
    react(to: events) { $0.marks.append(.init(index: index, guard: $1, keys: $2, horizon: horizon)) }
    return index
  }
}

extension EventPattern {
  /// The events of all alternatives.
  var events: [EventID] { atoms.flatMap(\.events) }
}
