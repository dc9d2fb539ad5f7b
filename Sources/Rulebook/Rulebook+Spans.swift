public import Trace

/// The events that open and close spans, and the events that a claim judges.
extension Rulebook {
  /// The events that can open a span. A state is opened by the events of its machine's transitions, a composed span by
  /// the events that open its first span.
  public func openingEvents(of id: SpanID) -> [EventID] {
    switch spans[first(of: id).rawValue].kind {
    case .declared(let from, _, _): from.atoms.flatMap(\.events)
    case .callback(let event): [event]
    case .state(let machine, _): machines[machine.rawValue].transitions.keys.sorted()
    case .composed: []
    }
  }

  /// The events that can close a span. A composed span is closed by the events that close any of its parts.
  func closingEvents(of id: SpanID) -> [EventID] {
    parts(of: id).flatMap { part in
      if case .declared(_, let until, _) = spans[part.rawValue].kind {
        until.atoms.flatMap(\.events)
      } else {
        openingEvents(of: part)
      }
    }
  }

  /// The field whose values identify the openings of a span; nil if the span has no key.
  func key(of id: SpanID) -> String? {
    switch spans[first(of: id).rawValue].kind {
    case .declared(_, _, let key): key
    case .state(let machine, _): machines[machine.rawValue].key
    case .callback, .composed: nil
    }
  }

  /// The first part of a composed span; any other span itself.
  private func first(of id: SpanID) -> SpanID {
    var id = id
    while case .composed(let first, _) = spans[id.rawValue].kind { id = first }
    return id
  }

  /// The parts of a composed span, in order, which must all be open; any other span is its own only part.
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

  /// Whether two spans are never open at once: parts of them are states of one machine without a key, and neither state
  /// refines the other.
  func areExclusive(_ a: SpanID, _ b: SpanID) -> Bool {
    parts(of: a).contains { first in parts(of: b).contains { areExclusiveStates(first, $0) } }
  }

  /// Whether a span is always open while another one is: as a part of it, or as a state that a part of it refines.
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

  /// The events that a claim judges. Its exception and its message may use their fields.
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

  /// The events that open a scope; empty if it begins with the session or when spans close.
  func openingEvents(of scope: Scope?) -> [EventID] {
    switch scope {
    case nil, .before, .outside: []
    case .open(let spans), .during(let spans): spans.flatMap { openingEvents(of: $0.id) }
    case .after(let start, _), .between(let start, _), .following(let start, _): start.atoms.flatMap(\.events)
    }
  }
}
