import Foundation
import Testing

@testable import Checking

/// Automatic mutants of the examples that keep a rule: small changes that may break it, and harmless changes. The
/// reference evaluator (`Reference/`) decides what breaks the rule, not the engine that is tested.
///
/// `LIFECHECK_MUTANTS` is the number of breaking mutants for each rule. If it is set, a table is printed:
///
///     LIFECHECK_MUTANTS=20 swift test --filter 'mutant of an example'
@Suite struct `A mutant of an example` {
  private static let asked = ProcessInfo.processInfo.environment["LIFECHECK_MUTANTS"].flatMap { Int($0) }
  private static let least = 5
  private static let table = MutationTable()
  static let subjects = MutationSubject.all(in: .ios) + MutationSubject.all(in: .android)

  @Test(arguments: subjects)
  func `is reported exactly at the lines that break the rule`(_ subject: MutationSubject) async {
    let trial = MutationTrial(subject, subject.bench)
    for reading in trial.readings { #expect(reading.read == reading.marked) }
    let outcome = trial.outcome(
      breaking: Self.asked ?? 6, missing: Self.asked ?? 4, harmlessOfEachKind: Self.asked == nil ? 1 : .max)
    for mutant in outcome.surviving {
      Issue.record("breaks \(subject.rule.id) and is not reported: \(mutant.name)\n\(mutant.trace.text)")
    }
    for mutant in outcome.accused {
      Issue.record("does not break \(subject.rule.id) and is reported: \(mutant.name)\n\(mutant.trace.text)")
    }
    for mutant in outcome.blamed {
      Issue.record("a good example of \(subject.rule.id) is reported \(mutant)")
    }
    // The examples of Android's rules are shorter.
    #expect(outcome.breaking >= (subject.isOfAndroid ? 2 : Self.least))
    #expect(outcome.harmless >= Self.least)
    if let text = await Self.table.add(outcome, of: Self.subjects.count) {
      print(Self.asked == nil ? text.split(separator: "\n").last.map(String.init) ?? "" : text)
    }
  }
}
