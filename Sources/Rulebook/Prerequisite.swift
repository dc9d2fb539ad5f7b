public import Trace

/// A group of events of which an app must record at least one before a sentence is checked.
public struct Prerequisite: Sendable, Equatable {
  /// Why a sentence needs the events.
  public enum Kind: Sendable {
    /// The rule's `needs` lists them.
    case needed
    /// The claim judges or demands them. The app must record at least one event of their families.
    case claimed
    /// They are the returns of a callback whose duration is measured.
    case returned
  }

  /// Why the sentence needs the events.
  public var kind: Kind
  /// The events.
  public var events: [EventID]
  /// Their names in a log. An event that is only derived is replaced by the events from which it is derived.
  public var logged: [String]
  /// The names as the rule writes them, with families such as `input.*`.
  public var names: [String]
}

extension Rulebook {
  /// The prerequisites of a sentence. All must be met before it is checked. A prerequisite that follows from another
  /// one is left out.
  public func prerequisites(of sentence: Sentence, in rule: Rule) -> [Prerequisite] {
    let all = rule.needs.map { prerequisite(.needed, $0) } + prerequisites(of: sentence.claim)
    let events = all.map { Set($0.events) }
    return all.indices.filter { index in
      !all.indices.contains {
        events[$0].isStrictSubset(of: events[index]) || $0 < index && events[$0] == events[index]
      }
    }.map { all[$0] }
  }

  private func prerequisites(of claim: Claim) -> [Prerequisite] {
    switch claim {
    case .never(let events), .atMost(_, let events, _), .obeys(let events, _), .has(let events, _),
      .expect(let events, _), .recurs(let events, _), .atLeast(_, let events):
      [claimed(events)]
    case .isFollowed(let events, let response): [claimed(events), claimed(response.answer)]
    case .isPreceded(let events, let precedence): [claimed(events), claimed(precedence.cause)]
    case .noneOpen(let spans, _): [prerequisite(.claimed, spans.flatMap { openingEvents(of: $0.id) })]
    case .isReopened(let span, _, _): [prerequisite(.claimed, openingEvents(of: span.id))]
    case .lasts(let span, _, _): prerequisites(ofLength: span.id)
    }
  }

  private func prerequisites(ofLength span: SpanID) -> [Prerequisite] {
    guard case .callback(let event) = spans[span.rawValue].kind else {
      return [prerequisite(.claimed, openingEvents(of: span))]
    }
    return [
      prerequisite(.claimed, [event]),
      prerequisite(.returned, ([event] + sources(of: event)).map(\.end)),
    ]
  }

  private func prerequisite(_ kind: Prerequisite.Kind, _ events: [EventID]) -> Prerequisite {
    let names = names(of: events)
    return Prerequisite(kind: kind, events: events, logged: names, names: names)
  }

  private func claimed(_ pattern: EventPattern) -> Prerequisite {
    var prerequisite = prerequisite(.claimed, pattern.atoms.flatMap(\.events))
    prerequisite.names =
      pattern.atoms.flatMap { atom in
        atom.name.hasSuffix("*") ? [atom.name] : names(of: atom.events)
      }.withoutRepeats
    return prerequisite
  }

  private func names(of events: [EventID]) -> [String] {
    events.flatMap { event in
      let sources = vocabulary.declaration(of: event)?.hasSpelling == false ? sources(of: event) : []
      return sources.isEmpty ? [vocabulary.name(of: event)] : names(of: sources)
    }.withoutRepeats
  }

  /// The events from which an event is derived; empty if it is not a derived event.
  private func sources(of event: EventID) -> [EventID] {
    derived.filter { $0.event == event }.flatMap(\.forms).flatMap(\.pattern.atoms).flatMap(\.events)
  }
}

extension Rulebook {
  /// The names of the values that a sentence compares: `id` for a field of the event itself, `app.config.ios` for a
  /// field of an earlier event. If a log lacks a value, the comparison is unknown.
  public func comparedValues(of sentence: Sentence) -> [String] {
    let inPatterns = sentence.patterns.flatMap(\.atoms).compactMap(\.condition)
    let operands = (sentence.conditions + inPatterns).flatMap(\.allOperands) + sentence.limitOperands
    return operands.compactMap { operand in
      switch operand {
      case .field(let name, _): name
      case .last(let event, let field, _, _), .highest(let event, let field, _, _):
        "\(vocabulary.name(of: event)).\(field)"
      case .literal: nil
      }
    }.withoutRepeats
  }
}
