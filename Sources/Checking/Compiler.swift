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
  var scopesOfSpan: [[Int]]
  var spanOfState: [[Int]]
  var boundsOfCallback: [Int: [Int]] = [:]
  var boundsOfSpan: [Int: [Int]] = [:]
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
      case .composed: break
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
    var watched: [EventID] = []
    switch sentence.claim {
    case .never(let events):
      react(to: events) { $0.monitors.append((number, .offence, $1)) }
      watched = events.atoms.flatMap(\.events)
    case .noneOpen(let spans, let moment):
      react(to: moment.pattern) { $0.monitors.append((number, .moment, $1)) }
      watched = spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, _, _):
      if case .callback(let event) = rulebook.spans[span.id.rawValue].kind {
        boundsOfCallback[event.index, default: []].append(number)
      } else {
        boundsOfSpan[span.id.rawValue, default: []].append(number)
        watched = openingEvents(of: span.id)
      }
    case .obeys(let events, _):
      react(to: events) { $0.monitors.append((number, .step, $1)) }
      watched = events.atoms.flatMap(\.events)
    default: break
    }
    switch sentence.scope {
    case .open(let spans):
      for span in spans { scopesOfSpan[span.id.rawValue].append(number) }
    case .after(let start, let end):
      react(to: start) { $0.monitors.append((number, .scopeStart, $1)) }
      if let end { react(to: end) { $0.monitors.append((number, .scopeEnd, $1)) } }
    case .between(let start, let end):
      react(to: start) { $0.monitors.append((number, .scopeStart, $1)) }
      react(to: end) { $0.monitors.append((number, .scopeEnd, $1)) }
    case .outside, .during, .before, nil: break
    }
    sentences.append(
      CompiledSentence(
        rule: rule, index: index, sentence: sentence,
        exception: sentence.exception.map { compile($0) },
        families: Set(watched.map { familyOfEvent[$0.index] }).sorted()))
  }

  private func openingEvents(of span: SpanID) -> [EventID] {
    switch rulebook.spans[span.rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): Array(rulebook.machines[machine.rawValue].transitions.keys)
    case .composed(let span, _): openingEvents(of: span)
    }
  }

  // MARK: Patterns and conditions

  private mutating func react(to pattern: EventPattern, _ add: (inout Reactions, Guard?) -> Void) {
    for atom in pattern.atoms {
      let compiled = atom.condition.map { compile($0) }
      for event in atom.events {
        if atom.isClose { hasWindow[event.index] = true }
        let code = atom.isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
        add(&reactions[code], compiled)
      }
    }
  }

  private mutating func compile(_ condition: Condition) -> Guard {
    switch condition {
    case .and(let a, let b): .and(compile(a), compile(b))
    case .or(let a, let b): .or(compile(a), compile(b))
    case .not(let a): .not(compile(a))
    case .compare(let left, let comparison, let right): .compare(compile(left), comparison, compile(right))
    case .oneOf(let operand, let literals): .oneOf(compile(operand), literals)
    case .contains(let operand, let literal): .contains(compile(operand), literal)
    case .isPresent(let operand): .isPresent(compile(operand))
    case .isRecorded(let event): .isRecorded(event)
    case .isOpen(let span): .isOpen(span: span.id.rawValue, isBound: span.isBound)
    case .withinTheLast(let events, let time): .withinTheLast(mark: mark(events), time)
    case .within(let events, let time): .within(mark: mark(events), time)
    case .since(let events, let start):
      if events.atoms.contains(where: { !$0.keys.isEmpty }) {
        .openedSince(events.atoms.flatMap(\.events), mark: mark(start))
      } else {
        .since(event: mark(events), start: mark(start))
      }
    }
  }

  private mutating func compile(_ operand: Operand) -> Guard.Value {
    switch operand {
    case .field("thread", _): return .thread
    case .field("via", _): return .via
    case .field(let name, let type): return fieldIndex[name].map { .field($0, type) } ?? .literal(.text(""))
    case .last(let event, let field, let type, _), .highest(let event, let field, let type, _):
      let key = FactKey(
        event: event, field: fieldIndex[field] ?? -1, isLasting: rulebook.facts.contains(event))
      if let index = facts.firstIndex(of: key) { return .fact(index, type) }
      facts.append(key)
      reactions[Int(event.rawValue)].facts.append(facts.count - 1)
      return .fact(facts.count - 1, type)
    case .literal(let literal): return .literal(literal)
    }
  }

  private mutating func mark(_ events: EventPattern) -> Int {
    let index = markCount
    markCount += 1
    react(to: events) { $0.marks.append((index, $1)) }
    return index
  }
}
