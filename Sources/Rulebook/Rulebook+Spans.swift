public import Trace

/// What opens spans and what closes them, and which events a claim so judges.
extension Rulebook {
  /// The events that can open a span, as sentences name them: of a state those that move its machine, of a composed
  /// span those that open the first one.
  public func openingEvents(of id: SpanID) -> [EventID] {
    switch spans[first(of: id).rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): machines[machine.rawValue].transitions.keys.sorted()
    case .composed: []
    }
  }

  /// The events that can close a span; of a composed span, those that close any of its parts.
  func closingEvents(of id: SpanID) -> [EventID] {
    parts(of: id).flatMap { part in
      if case .declared(_, let until, _) = spans[part.rawValue].kind {
        until.atoms.flatMap(\.events)
      } else {
        openingEvents(of: part)
      }
    }
  }

  /// The field that tells one opening of a span from another.
  func key(of id: SpanID) -> String? {
    switch spans[first(of: id).rawValue].kind {
    case .declared(_, _, let key): key
    case .state(let machine, _): machines[machine.rawValue].key
    case .callback, .composed: nil
    }
  }

  /// The span whose openings a composed one has; another span is its own first.
  private func first(of id: SpanID) -> SpanID {
    var id = id
    while case .composed(let first, _) = spans[id.rawValue].kind { id = first }
    return id
  }

  /// The spans that must all be open for a composed one, in their order; another span is its own only part.
  func parts(of id: SpanID) -> [SpanID] {
    var parts: [SpanID] = []
    var seen: Set<SpanID> = []
    var pending = [id]
    while let id = pending.popLast() {
      guard seen.insert(id).inserted else { continue }
      if case .composed(let first, let second) = spans[id.rawValue].kind {
        pending += [second, first]
      } else {
        parts.append(id)
      }
    }
    return parts
  }

  /// Whether two spans are never open at once: states of one machine of the session, of which neither refines the other.
  func areExclusive(_ a: SpanID, _ b: SpanID) -> Bool {
    parts(of: a).contains { first in parts(of: b).contains { areExclusiveStates(first, $0) } }
  }

  /// Whether a span is open wherever another one is: as a part of it, or as a state that it refines.
  func isOpen(_ id: SpanID, with other: SpanID) -> Bool {
    parts(of: other).contains { part in
      if part == id { return true }
      guard case .state(let machine, let outer) = spans[id.rawValue].kind,
        case .state(machine, let inner) = spans[part.rawValue].kind
      else { return false }
      let states = machines[machine.rawValue]
      return states.key == nil && states.lineage(of: inner).contains(outer)
    }
  }

  private func areExclusiveStates(_ a: SpanID, _ b: SpanID) -> Bool {
    guard case .state(let machine, let first) = spans[a.rawValue].kind,
      case .state(machine, let second) = spans[b.rawValue].kind
    else { return false }
    let states = machines[machine.rawValue]
    return states.key == nil && !states.lineage(of: first).contains(second)
      && !states.lineage(of: second).contains(first)
  }

  /// The events that a claim judges: those whose fields its exception and its message may speak of.
  func judgedEvents(of claim: Claim, in scope: Scope?) -> [EventID] {
    switch claim {
    case .never(let events), .obeys(let events, _), .has(let events, _), .isFollowed(let events, _),
      .isPreceded(let events, _), .atMost(_, let events, _):
      events.atoms.flatMap(\.events)
    case .noneOpen(let spans, _): spans.flatMap { openingEvents(of: $0.id) }
    case .lasts(let span, _, _): openingEvents(of: span.id)
    case .isReopened(let span, _, _): closingEvents(of: span.id)
    case .expect, .atLeast, .recurs: openingEvents(of: scope)
    }
  }

  /// The events that open an instance of a scope; none where it begins with the session or where spans close.
  func openingEvents(of scope: Scope?) -> [EventID] {
    switch scope {
    case nil, .before, .outside: []
    case .open(let spans), .during(let spans): spans.flatMap { openingEvents(of: $0.id) }
    case .after(let start, _), .between(let start, _), .following(let start, _): start.atoms.flatMap(\.events)
    }
  }
}
