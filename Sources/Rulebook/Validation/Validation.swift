import Diagnostics
import Trace

/// Lint checks of a complete rulebook: valid sentences and declarations that cannot mean what the author intended. Each
/// check has its own file.
struct Validation {
  let rulebook: Rulebook
  let locations: DeclarationLocations

  /// The mistakes, unsorted.
  var diagnostics: [Diagnostic] {
    let sentences = rulebook.rules.flatMap(\.sentences).map(\.sentence).filter { !$0.range.source.isBundled }
    let ofRulebook = sharedTransitions + spansClosedAtOnce + spansNeverOpen(in: sentences)
    return ofRulebook + sentences.flatMap(diagnostics)
  }

  private func diagnostics(of sentence: Sentence) -> [Diagnostic] {
    let neverChecked = impossibleEvents(sentence) + undecidableClaims(sentence)
    let neverOpen = neverOpenAtMoment(sentence) + neverReopened(sentence)
    return neverChecked + neverOpen + unboundKeys(sentence) + unboundedMemory(sentence)
  }
}

/// The locations of declarations that a rulebook does not store.
struct DeclarationLocations {
  /// The names of declared spans and of states.
  var spans: [SpanID: SourceRange] = [:]
  /// The events in the transitions of each machine.
  var transitions: [MachineID: [EventID: SourceRange]] = [:]
}
