import BasicContainers
import Rulebook
import Trace

extension LogState {
  /// The verdict on each rule, in the rulebook's order.
  func coverage() -> [RuleCoverage] {
    var number = 0
    return program.rulebook.rules.map { rule in
      var total = Counts()
      var isObserved = false
      for _ in rule.sentences {
        if apps.values.contains(where: { isObservable(program.sentences[number], of: rule, $0.recording) }) {
          isObserved = true
          total.held += counts[number].held
        }
        total.violated += counts[number].violated
        total.inconclusive += counts[number].inconclusive
        total.unknown += counts[number].unknown
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
          isObserved && total.unknown == 0 ? .notTriggered : .notObservable
        }
      return RuleCoverage(
        ruleID: rule.id, severity: rule.severity, verdict: verdict, violated: total.violated,
        held: total.held,
        inconclusive: total.inconclusive)
    }
  }

  /// Whether an app records what the sentence speaks of.
  private func isObservable(_ compiled: CompiledSentence, of rule: Rule, _ recording: Recording) -> Bool {
    guard rule.needs.allSatisfy(recording.records) else { return false }
    if case .lasts(let span, _, _) = compiled.sentence.claim,
      case .callback(let callback) = program.rulebook.spans[span.id.rawValue].kind
    {
      return recording.records(family: program.familyOfEvent[callback.index])
        && program.returns(of: callback).contains { recording.has($0) || recording.isDeclared($0) }
    }
    return compiled.families.allSatisfy { $0.contains(where: recording.records(family:)) }
  }
}
