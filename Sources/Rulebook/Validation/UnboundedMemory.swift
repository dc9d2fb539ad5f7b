import Diagnostics

extension Validation {
  /// Warns of claims that keep every key until the session ends, so their memory grows with the log.
  func unboundedMemory(_ sentence: Sentence) -> [Diagnostic] {
    guard sentence.scope?.ends != true else { return [] }
    guard let atom = sentence.claim.remembered?.atoms.first(where: { !$0.keys.isEmpty }) else { return [] }
    let keys = atom.keys.map { "`\($0)`" }.joined(separator: " and ")
    return [
      Diagnostic(
        "every value of \(keys) is remembered until the session ends", at: atom.range,
        label: "memory grows with the log",
        help: sentence.claim.remedy, severity: .warning)
    ]
  }
}

extension Claim {
  /// The events whose keys are kept until the scope ends.
  fileprivate var remembered: EventPattern? {
    switch self {
    case .isPreceded(_, let precedence) where precedence.latest == nil && precedence.since == nil:
      precedence.cause
    case .atMost(_, let events, per: nil), .atLeast(_, let events): events
    default: nil
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .isPreceded: "add `within` or `since`, or a scope that ends"
    case .atMost: "add `per`, or a scope that ends"
    default: "add a scope that ends"
    }
  }
}

extension Scope {
  /// Whether the scope can end before the session.
  fileprivate var ends: Bool { if case .after(_, until: nil) = self { false } else { true } }
}
