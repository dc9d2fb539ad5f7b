public import Trace

/// An event or a family of events that a rule refers to.
public struct ReferencedEvent: Sendable, Equatable {
  /// The canonical name of the event (`timer.start`, `app.willResignActive.end`), or the family as the rule writes it
  /// (`input.*`).
  public var name: String
  /// The event, or the events of the family.
  public var events: [EventID]
}

extension Rulebook {
  /// The events that a rule refers to, in the order of the vocabulary: the events that its sentences name, the events
  /// that open and close the named spans, the events that lead to the named states, and the events that it `needs`.
  public func referencedEvents(of rule: Rule) -> [ReferencedEvent] {
    var search = ReferencedEventSearch(rulebook: self)
    search.add(rule)
    return search.found.values.sorted {
      ($0.events.first ?? .unknown, $0.name) < ($1.events.first ?? .unknown, $1.name)
    }
  }
}

extension Rulebook {
  /// The events that the rules refer to, except through the pattern `*`, which matches any event.
  func eventsOfRules() -> Set<EventID> {
    var search = ReferencedEventSearch(rulebook: self)
    for rule in rules { search.add(rule) }
    return Set(search.found.values.filter { $0.name != "*" }.flatMap(\.events))
  }

  /// The events that rules, machines or derived events name. Families (`input.*`) do not count, because they contain every event
  /// with such a name.
  func usedEvents() -> Set<EventID> {
    var search = ReferencedEventSearch(rulebook: self)
    for rule in rules { search.add(rule) }
    for derivation in derived { for form in derivation.forms { search.add(form.pattern) } }
    return Set(
      search.found.values.filter { !$0.name.hasSuffix("*") }.flatMap(\.events)
        + machines.flatMap { $0.transitions.keys } + facts
    )
  }
}

/// Collects the events that sentences refer to, directly or through spans.
private struct ReferencedEventSearch {
  let rulebook: Rulebook
  /// The events, by name.
  var found: [String: ReferencedEvent] = [:]
  private var seenSpans: Set<SpanID> = []

  init(rulebook: Rulebook) { self.rulebook = rulebook }

  mutating func add(_ rule: Rule) {
    for sentence in rule.sentences { add(sentence.sentence) }
    for event in rule.needs.joined() { add(event) }
  }

  private mutating func add(_ sentence: Sentence) {
    for pattern in sentence.patterns { add(pattern) }
    for condition in sentence.conditions { add(condition) }
    for operand in sentence.limitOperands { add(operand) }
    for span in sentence.spans { add(span.id) }
  }

  /// Adds an event. An event that is only derived is replaced by the events from which it is derived.
  mutating func add(_ event: EventID) {
    let forms = rulebook.derived.filter { $0.event == event.entry }.flatMap(\.forms)
    if !forms.isEmpty, rulebook.vocabulary.declaration(of: event)?.hasSpelling == false {
      for form in forms { add(form.pattern) }
    } else {
      let name = rulebook.vocabulary.name(of: event)
      found[name] = ReferencedEvent(name: name, events: [event])
    }
  }

  mutating func add(_ pattern: EventPattern) {
    for atom in pattern.atoms {
      if atom.name.hasSuffix("*") {
        found[atom.name] = ReferencedEvent(name: atom.name, events: atom.events)
      } else {
        for event in atom.events {
          add(event)
          if atom.isClose { add(event.end) }
        }
      }
      if let condition = atom.condition { add(condition) }
    }
  }

  private mutating func add(_ condition: Condition) {
    for operand in condition.allOperands { add(operand) }
    for pattern in condition.patterns { add(pattern) }
    for span in condition.spans { add(span.id) }
  }

  private mutating func add(_ operand: Operand) {
    switch operand {
    case .last(let event, _, _, let moment), .highest(let event, _, _, let moment):
      add(event)
      if let moment { add(moment) }
    case .field, .literal: break
    }
  }

  private mutating func add(_ span: SpanID) {
    guard seenSpans.insert(span).inserted else { return }
    switch rulebook.spans[span.rawValue].kind {
    case .declared(let from, let until, _):
      add(from)
      add(until)
    case .callback(let event):
      add(event)
      add(event.end)
    case .state(let machine, let state):
      for event in rulebook.machines[machine.rawValue].events(leadingTo: state) { add(event) }
    case .composed(let first, let second):
      add(first)
      add(second)
    }
  }
}

extension EventDeclaration {
  /// Whether a process can log the event in another form than the canonical one.
  public var hasSpelling: Bool {
    !callbacks.isEmpty || !notifications.isEmpty || !templates.allSatisfy(\.isOfDocument)
  }
}

extension Machine {
  /// The events that lead to a state: unconditional transitions if there are any, else conditional ones. If no
  /// transition leads to the state itself, those to states that refine it are used.
  fileprivate func events(leadingTo state: StateID) -> [EventID] {
    let steps = transitions.flatMap { event, cases in cases.map { (event: event, step: $0) } }
      .filter { step in step.step.to.map { step.step.from != [$0] } ?? false }
    let inside = steps.filter { step in step.step.to.map { lineage(of: $0).contains(state) } ?? false }
    let direct = inside.filter { $0.step.to == state }
    let chosen = direct.isEmpty ? inside : direct
    let plain = chosen.filter { $0.step.condition == nil }
    return Set((plain.isEmpty ? chosen : plain).map(\.event)).sorted()
  }
}
