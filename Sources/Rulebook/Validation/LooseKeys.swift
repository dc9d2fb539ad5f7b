import Diagnostics

extension Validation {
  /// Keys that no other key of the claim can be equal to: of an answer to an event without one, or of other length.
  func looseKeys(_ sentence: Sentence) -> [Diagnostic] {
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
        let keys = atom.keys.joined(separator: ", ")
        return Diagnostic(
          "the key `(\(keys))` of `\(atom.name)` is bound to nothing", at: atom.range,
          label: lengths.isEmpty
            ? "`\(events.text)` has no key" : "`\(events.text)` has a key of other length")
      }
  }
}
