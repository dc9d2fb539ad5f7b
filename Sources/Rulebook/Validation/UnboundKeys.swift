import Diagnostics

extension Validation {
  /// Reports keys that are not compared with any other key of the sentence.
  func unboundKeys(_ sentence: Sentence) -> [Diagnostic] {
    unboundKeys(of: sentence.scope) + unboundKeysOfClaim(sentence)
  }

  /// Reports keys of the events that open and close a scope, because a scope is not separated by key.
  private func unboundKeys(of scope: Scope?) -> [Diagnostic] {
    (scope?.patterns ?? []).flatMap(\.atoms).filter { !$0.keys.isEmpty }.map { atom in
      unboundKey(atom, "only `during SPAN(KEY)` separates keys")
    }
  }

  private func unboundKey(_ atom: EventPattern.Atom, _ label: String) -> Diagnostic {
    Diagnostic(
      "the key `(\(atom.keys.joined(separator: ", ")))` of `\(atom.name)` is bound to nothing",
      at: atom.range,
      label: label)
  }

  /// Reports keys of an answer or a cause whose event has no key, or another number of keys.
  private func unboundKeysOfClaim(_ sentence: Sentence) -> [Diagnostic] {
    let (events, others): (EventPattern, [EventPattern?])
    switch sentence.claim {
    case .isFollowed(let trigger, let response):
      (events, others) = (trigger, [response.answer, response.stop])
    case .isPreceded(let event, let precedence):
      (events, others) = (event, [precedence.cause, precedence.since])
    default: return []
    }
    var lengths = Set(events.atoms.map(\.keys.count).filter { $0 > 0 })
    if case .during(let spans) = sentence.scope, spans.contains(where: \.isBound) { lengths.insert(1) }
    return others.compactMap(\.self).flatMap(\.atoms)
      .filter { !$0.keys.isEmpty && !lengths.contains($0.keys.count) }
      .map { atom in
        unboundKey(
          atom,
          lengths.isEmpty ? "`\(events.text)` has no key" : "`\(events.text)` has a key of other length")
      }
  }
}
