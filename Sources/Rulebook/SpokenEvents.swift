public import Trace

/// An event that a rule speaks of, or a family of them.
public struct SpokenEvent: Sendable, Equatable {
  /// As a log has it in canonical form: `timer.start`, `app.willResignActive.end`; a family as the rule names it: `input.*`.
  public var name: String
  /// The event, or those of the family.
  public var events: [EventID]
}

extension Rulebook {
  /// The events that a rule speaks of, in the order of the vocabulary: those that its sentences name, those that open
  /// and close the spans that they name, those that lead to the states that they name, and those that it needs.
  public func spokenEvents(of rule: Rule) -> [SpokenEvent] {
    var search = SpokenEventSearch(rulebook: self)
    search.add(rule)
    return search.found.values.sorted {
      ($0.events.first ?? .unknown, $0.name) < ($1.events.first ?? .unknown, $1.name)
    }
  }
}

extension Rulebook {
  /// The events that rules speak of, but not those that a rule means only by `*`: that is any event.
  func eventsOfRules() -> Set<EventID> {
    var search = SpokenEventSearch(rulebook: self)
    for rule in rules { search.add(rule) }
    return Set(search.found.values.filter { $0.name != "*" }.flatMap(\.events))
  }
}

/// Goes through sentences and all that they name.
private struct SpokenEventSearch {
  let rulebook: Rulebook
  /// What was found, by name.
  var found: [String: SpokenEvent] = [:]
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

  /// An event that is only made of others stands for these.
  mutating func add(_ event: EventID) {
    let forms = rulebook.derived.filter { $0.event == event.entry }.flatMap(\.forms)
    if !forms.isEmpty, rulebook.vocabulary.declaration(of: event)?.hasSpelling == false {
      for form in forms { add(form.pattern) }
    } else {
      let name = rulebook.vocabulary.name(of: event)
      found[name] = SpokenEvent(name: name, events: [event])
    }
  }

  private mutating func add(_ pattern: EventPattern) {
    for atom in pattern.atoms {
      if atom.name.hasSuffix("*") {
        found[atom.name] = SpokenEvent(name: atom.name, events: atom.events)
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
  /// Whether anything but the canonical form means the event.
  public var hasSpelling: Bool { !callbacks.isEmpty || !notifications.isEmpty || !templates.isEmpty }
}

extension Machine {
  /// The events that lead to a state whatever they say, or else those that may; to one that refines it, where none leads
  /// to the state itself.
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
