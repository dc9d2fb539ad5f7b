import Trace

@testable import Checking
@testable import Rulebook

/// Says whether a trace breaks a rule: the reference, which shares the parsed sentences with the engine and nothing else.
struct Oracle {
  private let rulebook: Rulebook
  private let recognizer: Recognizer
  /// Callbacks that follow from others, `app.didBecomeActive` from `scene.didBecomeActive`. Where one call is told by both,
  /// it is one event; only `has` asks both lines, of what they say themselves.
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

  /// The lines at which a trace breaks the rule; nil where the reference cannot read it, which takes each call to be told
  /// once, not by the app and again by its scene.
  func lines(of trace: ExampleTrace) -> [Int]? {
    let names = Set(trace.lines.map(\.event))
    if derived.contains(where: { names.contains($0.callback) && !names.isDisjoint(with: $0.sources) }) {
      return nil
    }
    return Reference.Log(trace.text, recognizer, rulebook).results().flatMap(\.findings).map(\.line).sorted()
  }
}
