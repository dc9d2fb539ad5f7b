import Trace

@testable import Checking
@testable import Rulebook

/// Decides by the reference whether a trace breaks a rule. The reference shares only the parsed sentences with the
/// engine.
struct Oracle {
  private let rulebook: Rulebook
  private let recognizer: Recognizer
  /// Callbacks that are derived from others, such as `app.didBecomeActive` from `scene.didBecomeActive`. If both lines
  /// log one call, they are one event. Only `has` reads the fields of both lines.
  private let derived: [(callback: String, sources: Set<String>)]

  init(_ rule: Rule, of bench: Bench) {
    var rulebook = bench.program.rulebook
    rulebook.rules = [rule]
    self.rulebook = rulebook
    recognizer = bench.recognizer
    let asksEachLine = rule.sentences.map(\.sentence).allSatisfy { sentence in
      guard case .has = sentence.claim else { return false }
      return sentence.conditions.allSatisfy { $0.patterns.isEmpty && $0.spans.isEmpty }
    }
    derived = rulebook.derived.compactMap { derived in
      guard !asksEachLine, rulebook.vocabulary.declaration(of: derived.event)?.returns == true else {
        return nil
      }
      let sources = derived.forms.flatMap(\.pattern.atoms).flatMap(\.events)
      return (rulebook.vocabulary.name(of: derived.event), Set(sources.map(rulebook.vocabulary.name)))
    }
  }

  /// The lines at which a trace breaks the rule. Nil if the trace logs a call twice, by the app and by its scene, which
  /// the reference does not support.
  func lines(of trace: ExampleTrace) -> [Int]? {
    let names = Set(trace.lines.map(\.event))
    if derived.contains(where: { names.contains($0.callback) && !names.isDisjoint(with: $0.sources) }) {
      return nil
    }
    return Reference.Log(trace.text, recognizer, rulebook).results().flatMap(\.findings).map(\.line).sorted()
  }
}
