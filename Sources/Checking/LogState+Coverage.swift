import Rulebook
import Trace

extension LogState {
  /// The verdict on each rule, in the rulebook's order.
  func coverage() -> [RuleCoverage] {
    var number = 0
    return program.rulebook.rules.map { rule in
      var total = Counts()
      var isObserved = false
      let isRecorded = rule.needs.allSatisfy(recording.records)
      for _ in rule.sentences {
        if isRecorded, isObservable(program.sentences[number]) {
          isObserved = true
          total.held += counts[number].held
        }
        total.violated += counts[number].violated
        total.inconclusive += counts[number].inconclusive
        number += 1
      }
      let verdict: Verdict =
        if total.violated > 0 {
          .violated
        } else if total.inconclusive > 0 {
          .inconclusive
        } else if total.held > 0 {
          .held
        } else {
          isObserved ? .notTriggered : .notObservable
        }
      return RuleCoverage(
        ruleID: rule.id, severity: rule.severity, verdict: verdict, violated: total.violated,
        held: total.held,
        inconclusive: total.inconclusive)
    }
  }

  /// Whether the log records what the sentence speaks of.
  private func isObservable(_ compiled: CompiledSentence) -> Bool {
    if case .lasts(let span, _, _) = compiled.sentence.claim,
      case .callback(let callback) = program.rulebook.spans[span.rawValue].kind
    {
      return recording.has(callback.end) || recording.isDeclared(callback.end)
    }
    return compiled.families.isEmpty || compiled.families.contains(where: recording.records(family:))
  }
}
