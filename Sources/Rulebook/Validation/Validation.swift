import Diagnostics
import Trace

/// Finds the mistakes that only a whole rulebook shows: each of its names and words is right, and yet it cannot be
/// what was meant. One file a check.
struct Validation {
  let rulebook: Rulebook
  let places: Places

  /// The mistakes, in no order.
  var diagnostics: [Diagnostic] {
    let sentences = rulebook.rules.flatMap(\.sentences).map(\.sentence).filter { !$0.range.source.isBundled }
    let ofRulebook = sharedSteps + spansClosedAtOnce + spansNeverOpen(in: sentences)
    return ofRulebook + sentences.flatMap(diagnostics)
  }

  private func diagnostics(of sentence: Sentence) -> [Diagnostic] {
    let neverTrue = neverMeant(sentence) + neverJudged(sentence)
    let neverOpen = neverOpenAtMoment(sentence) + neverReopened(sentence)
    return neverTrue + neverOpen + looseKeys(sentence) + endlessMemory(sentence)
  }
}

/// Where the parts of a rulebook stand that do not say so themselves.
struct Places {
  /// The names of declared spans and of states.
  var spans: [SpanID: SourceRange] = [:]
  /// The events that move a machine, in its transitions.
  var steps: [MachineID: [EventID: SourceRange]] = [:]
}
