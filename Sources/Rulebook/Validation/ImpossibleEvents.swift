import Diagnostics
import Trace

extension Validation {
  /// Reports events that can never occur in the scope of the sentence.
  func impossibleEvents(_ sentence: Sentence) -> [Diagnostic] {
    let events = (sentence.claim.eventsInScope?.atoms ?? []).compactMap { atom -> Diagnostic? in
      if !atom.events.isEmpty, atom.events.allSatisfy(rulebook.isOfLog) {
        return Diagnostic(
          "`\(atom.name)` belongs to no session", at: atom.range, label: "it is about the log itself")
      }
      guard let condition = atom.condition, let scope = sentence.scope?.condition,
        let contradiction = Contradiction.find(in: .and(scope, condition), rulebook)
      else { return nil }
      return Diagnostic(
        "no `\(atom.name)` with this condition can occur in this scope", at: atom.range,
        label: contradiction.reason)
    }
    guard case .isReopened(let span, let leaving, _) = sentence.claim,
      rulebook.areExclusive(span.id, leaving.id)
    else { return events }
    return events + [
      Diagnostic(
        "`\(span.name)` is never open where `\(leaving.name)` opens", at: span.range,
        label: "they are states of one machine")
    ]
  }
}

extension Rulebook {
  /// Whether the event is about the log itself and belongs to no session.
  fileprivate func isOfLog(_ event: EventID) -> Bool {
    sessions.boot.contains(event) || sessions.loss.contains(event) || clock.set.contains(event)
  }
}

extension Claim {
  /// The events that the claim judges in its scope.
  fileprivate var eventsInScope: EventPattern? {
    switch self {
    case .never(let events), .expect(let events, _), .has(let events, _), .isFollowed(let events, _),
      .isPreceded(let events, _), .atMost(_, let events, _), .atLeast(_, let events), .recurs(let events, _),
      .obeys(let events, _):
      events
    case .noneOpen(_, let moment): moment.pattern
    case .lasts, .isReopened: nil
    }
  }
}

extension Scope {
  /// The condition that is true before each event in the scope. After the event that closes the scope, it can be false.
  fileprivate var condition: Condition? {
    switch self {
    case .open(let spans), .during(let spans):
      spans.map(Condition.isOpen).reduce(nil) { all, one in all.map { .or($0, one) } ?? one }
    case .outside(let spans):
      spans.map { .not(.isOpen($0)) }.reduce(nil) { all, one in all.map { .and($0, one) } ?? one }
    case .after, .following, .before, .between: nil
    }
  }
}
