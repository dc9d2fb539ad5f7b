import Diagnostics

extension Validation {
  /// Reports claims that need the beginning or the end of a session if it is never known.
  func undecidableClaims(_ sentence: Sentence) -> [Diagnostic] {
    let isBeginKnown = !sentence.isAcrossSessions || rulebook.sessions.begin.isEmpty
    if case .before(let end) = sentence.scope, !isBeginKnown, let first = end.atoms.first {
      return [
        Diagnostic(
          "this rule never triggers", at: first.range,
          label: "across sessions it is not known what came before")
      ]
    }
    guard sentence.scope == nil else { return [] }
    switch sentence.claim {
    case .isPreceded(let events, let precedence)
    where !isBeginKnown && precedence.latest == nil && precedence.since == nil:
      return neverFails(
        events, "across sessions it is not known what came before", help: "say `within` or `since`")
    case .atLeast(_, let events) where sentence.isAcrossSessions:
      return neverFails(events, "`across sessions` has no end at which to count")
    case .atLeast(_, let events) where rulebook.sessions.end.isEmpty:
      return neverFails(
        events, "nothing ends a session, so there is no end at which to count",
        help: "say in which scope, or declare `sessions: {end: ...}`")
    default: return []
    }
  }

  private func neverFails(_ events: EventPattern, _ reason: String, help: String? = nil) -> [Diagnostic] {
    events.atoms.prefix(1).map {
      Diagnostic("this rule never fails", at: $0.range, label: reason, help: help)
    }
  }
}
