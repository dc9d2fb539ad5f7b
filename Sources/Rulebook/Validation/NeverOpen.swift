import Diagnostics
import Trace

extension Validation {
  /// Reports spans that can never be open but are used in a sentence, a condition or another span.
  func spansNeverOpen(in sentences: [Sentence]) -> [Diagnostic] {
    let forms = rulebook.derived.flatMap(\.forms)
    let conditions =
      rulebook.machines.flatMap { $0.transitions.values.joined() }.compactMap(\.condition)
      + forms.compactMap(\.exception)
    let patterns = forms.map(\.pattern) + rulebook.spans.flatMap(\.patterns)
    let references =
      sentences.flatMap(\.spans) + conditions.flatMap(\.spans) + patterns.flatMap(\.spans)
    return references.compactMap(neverOpen) + compositionsNeverOpen
  }

  private func neverOpen(_ reference: SpanReference) -> Diagnostic? {
    // A declared composed span is reported at its declaration.
    if case .composed = rulebook.spans[reference.id.rawValue].kind, locations.spans[reference.id] != nil {
      return nil
    }
    guard let reason = reasonNeverOpen(reference.id) else { return nil }
    return Diagnostic(
      "`\(reference.name)` is never open", at: reference.range, label: reason.text, related: reason.related)
  }

  private var compositionsNeverOpen: [Diagnostic] {
    rulebook.spans.enumerated().compactMap { index, span in
      guard case .composed = span.kind, let place = locations.spans[SpanID(index)],
        let reason = reasonNeverOpen(SpanID(index))
      else { return nil }
      return Diagnostic(
        "the span `\(span.name)` is never open", at: place, label: reason.text, related: reason.related)
    }
  }

  private func reasonNeverOpen(_ id: SpanID) -> (text: String, related: [Diagnostic.Related])? {
    let parts = rulebook.parts(of: id)
    func name(_ id: SpanID) -> String { rulebook.spans[id.rawValue].name }
    for (index, part) in parts.enumerated() {
      if case .state(let machine, let state) = rulebook.spans[part.rawValue].kind,
        !rulebook.machines[machine.rawValue].reaches(state)
      {
        let place = locations.spans[part].map { [Diagnostic.Related($0, "the state")] } ?? []
        return ("no transition leads to `\(name(part))`", place)
      }
      if let other = parts[..<index].first(where: { rulebook.areExclusive($0, part) }) {
        return ("`\(name(other))` and `\(name(part))` are states of one machine", [])
      }
    }
    return nil
  }
}

extension SpanDeclaration {
  /// The patterns that open and close a declared span; empty for other spans.
  fileprivate var patterns: [EventPattern] {
    if case .declared(let from, let until, _) = kind { [from, until] } else { [] }
  }
}

extension Machine {
  /// Whether a transition leads to a state, or to a state that refines it.
  fileprivate func reaches(_ state: StateID) -> Bool {
    transitions.values.joined().contains { step in step.to.map { lineage(of: $0).contains(state) } ?? false }
  }
}
