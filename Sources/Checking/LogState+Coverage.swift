import Rulebook

extension LogState {
  /// The verdict on each rule, in the rulebook's order.
  func coverage() -> [RuleCoverage] {
    var number = 0
    return program.rulebook.rules.map { rule in
      var total = Counts()
      var isObservable = false
      let isRecorded = rule.needs.allSatisfy(recording.records)
      for _ in rule.sentences {
        let families = program.sentences[number].families
        if isRecorded, families.isEmpty || families.contains(where: recording.records(family:)) {
          isObservable = true
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
          isObservable ? .notTriggered : .notObservable
        }
      return RuleCoverage(
        ruleID: rule.id, severity: rule.severity, verdict: verdict, violated: total.violated, held: total.held,
        inconclusive: total.inconclusive)
    }
  }
}
