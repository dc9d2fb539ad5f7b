import BasicContainers
import Rulebook
import Trace

extension LogState {
  /// Returns the verdict on each rule, in the order of the rulebook. The reason why a rule is not observable is given if
  /// explanations are asked for, if no rule was tested, or if the rule is required.
  func coverage(explaining isExplained: Bool) -> [RuleCoverage] {
    var coverage = verdicts
    let isEachExplained = isExplained || !coverage.contains { $0.verdict.isOfTest }
    var number = 0
    for (place, rule) in program.rulebook.rules.enumerated() {
      let sentences = number..<number + rule.sentences.count
      number = sentences.upperBound
      guard coverage[place].verdict == .notObservable, isEachExplained || rule.isRequired else { continue }
      coverage[place].lack = lack(of: rule, sentences)
    }
    return coverage
  }

  private var verdicts: [RuleCoverage] {
    let recordings = recordings
    var number = 0
    return program.rulebook.rules.map { rule in
      let sentences = number..<number + rule.sentences.count
      number = sentences.upperBound
      var total = Counts()
      var isObserved = false
      for number in sentences {
        if recordings.contains(where: { isObservable(program.sentences[number], of: rule, $0) }) {
          isObserved = true
          total.held += counts[number].held
        }
        total.violated += counts[number].violated
        total.inconclusive += counts[number].inconclusive + counts[number].unmeasured
        total.unmeasured += counts[number].unmeasured
        total.unknown += counts[number].unknown
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
        held: total.held, inconclusive: total.inconclusive, unmeasured: total.unmeasured)
    }
  }

  /// Returns the names of the events in the log, without events that are only derived from others.
  func seenEvents() -> [String] {
    let recordings = recordings
    let vocabulary = program.rulebook.vocabulary
    return vocabulary.ids.filter { event in
      let isDerived = program.rulebook.derived.contains { $0.event == event }
      return !(isDerived && vocabulary.declaration(of: event)?.hasSpelling == false)
        && recordings.contains { $0.has(event) }
    }.map(vocabulary.name)
  }

  /// Whether an app records the events that a sentence needs.
  private func isObservable(_ compiled: CompiledSentence, of rule: Rule, _ recording: Recording) -> Bool {
    guard rule.needs.allSatisfy({ $0.contains(where: recording.records) }) else { return false }
    if case .lasts(let span, _, _) = compiled.sentence.claim,
      case .callback(let callback) = program.rulebook.spans[span.id.rawValue].kind
    {
      return recording.records(family: program.familyOfEvent[callback.index])
        && program.returns(of: callback).contains { recording.has($0) || recording.isDeclared($0) }
    }
    return (compiled.watched.isEmpty || compiled.watched.contains(where: recording.records(family:)))
      && (compiled.demanded.isEmpty || compiled.demanded.contains(where: recording.wouldShow))
  }

  /// Returns why a rule is not observable. If an app records the events of a sentence, a value was unknown each time.
  private func lack(of rule: Rule, _ sentences: Range<Int>) -> Lack {
    let recordings = recordings
    let isObserved = sentences.contains { number in
      recordings.contains { isObservable(program.sentences[number], of: rule, $0) }
    }
    if isObserved {
      let unknown = sentences.filter { counts[$0].unknown > 0 }.map { program.sentences[$0].sentence }
      return Lack(values: unknown.flatMap(program.rulebook.comparedValues).withoutRepeats)
    }
    // One sentence in one app is enough to check the rule, so the smallest number of missing prerequisites is reported.
    var least: [Prerequisite]?
    for sentence in rule.sentences {
      let prerequisites = program.rulebook.prerequisites(of: sentence.sentence, in: rule)
      if recordings.isEmpty, prerequisites.count < least?.count ?? .max { least = prerequisites }
      for recording in recordings
      where prerequisites.count(where: { !isMet($0, recording) }) < least?.count ?? .max {
        least = prerequisites.filter { !isMet($0, recording) }
      }
    }
    return Lack(events: (least ?? []).map(\.names).withoutRepeats)
  }

  private func isMet(_ prerequisite: Prerequisite, _ recording: Recording) -> Bool {
    switch prerequisite.kind {
    case .needed: prerequisite.events.contains(where: recording.records)
    case .claimed:
      prerequisite.events.contains { recording.records(family: program.familyOfEvent[$0.index]) }
    case .returned: prerequisite.events.contains { recording.has($0) || recording.isDeclared($0) }
    }
  }
}
