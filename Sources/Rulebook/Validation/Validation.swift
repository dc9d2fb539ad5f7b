import Diagnostics
import Trace

/// Finds the mistakes that only a whole rulebook shows: each of its names and words is right, and yet it cannot be
/// what was meant. One file a check.
struct Validation {
  let rulebook: Rulebook
  let places: Places

  /// The mistakes, in no order.
  var diagnostics: [Diagnostic] {
    let sentences = rulebook.rules.flatMap(\.sentences).map(\.sentence).filter { !$0.range.source.isTested }
    return sharedSteps + spansClosedAtOnce + spansNeverOpen(in: sentences)
      + sentences.flatMap { sentence in
        neverMeant(sentence) + neverJudged(sentence) + neverOpenAtMoment(sentence) + looseKeys(sentence)
          + endlessMemory(sentence)
      }
  }
}

/// Where the parts of a rulebook stand that do not say so themselves.
struct Places {
  /// The names of declared spans and of states.
  var spans: [SpanID: SourceRange] = [:]
  /// The events that move a machine, in its transitions.
  var steps: [MachineID: [EventID: SourceRange]] = [:]
}
