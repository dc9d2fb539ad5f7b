import Rulebook
import TestSupport

@testable import Checking

/// Checks the mutants of one rule's examples with the engine.
struct MutationTrial {
  let subject: MutationSubject
  private let bench: Bench
  private let oracle: Oracle
  private let speakFirst: Set<String>
  /// The traces that keep the rule and that the reference can read.
  private let good: [ExampleTrace]

  init(_ subject: MutationSubject, _ bench: Bench) {
    let oracle = Oracle(subject.rule, of: bench)
    self.bench = bench
    self.oracle = oracle
    self.subject = subject
    good = subject.good.filter { oracle.lines(of: $0) == [] }
    speakFirst = bench.program.rulebook.speakingBefore(subject.rule)
  }

  /// The outcome of the mutants.
  struct Outcome: Sendable {
    var rule: String
    /// The number of mutants that break the rule, and those that are not reported.
    var breaking = 0
    var surviving: [Mutant] = []
    /// The number of mutants that do not break the rule after all, and those that are reported.
    var missing = 0
    var accused: [Mutant] = []
    /// The number of harmless mutants, and those that any rule reports.
    var harmless = 0
    var blamed: [String] = []
  }

  /// Tries up to the given numbers of mutants that break the rule and that do not, and harmless mutants of all kinds.
  func outcome(breaking: Int, missing: Int, harmlessOfEachKind: Int) -> Outcome {
    var outcome = Outcome(rule: subject.rule.id)
    var seen = Set(subject.good.map(\.text))
    for mutant in mutants where seen.insert(mutant.trace.text).inserted {
      let isEnough = (outcome.breaking >= breaking, outcome.missing >= missing)
      if isEnough == (true, true) { break }
      guard let due = oracle.lines(of: mutant.trace) else { continue }
      if due.isEmpty, !isEnough.1 {
        outcome.missing += 1
        if !reported(mutant.trace).isEmpty { outcome.accused.append(mutant) }
      } else if !due.isEmpty, !isEnough.0 {
        outcome.breaking += 1
        if !isReported(mutant.trace, due) { outcome.surviving.append(mutant) }
      }
    }
    var dice = Dice(seed: 3)
    for (number, kind) in Harmless.allCases.enumerated() {
      for trace in subject.good.rotated(by: number).prefix(harmlessOfEachKind) {
        outcome.harmless += 1
        let text = kind.applied(to: trace, &dice)
        let found = bench.checkOnce(text).findings
        if !found.isEmpty { outcome.blamed.append("\(kind.rawValue): \(found)\n\(text)") }
      }
    }
    return outcome
  }

  /// The lines at which the reference reports the rule's `bad` examples, and the marked lines.
  var readings: [(read: [Int], marked: [Int])] {
    subject.bad.compactMap { trace in
      let marked = trace.lines.indices.filter { trace.lines[$0].marks.contains(subject.rule.id) }
      // This rule is silent at a line at which a rule to which it yields reports.
      let others = trace.lines.indices.filter { !speakFirst.isDisjoint(with: trace.lines[$0].marks) }
      return oracle.lines(of: trace).map { lines in
        (lines.filter { !others.contains($0 - 1) }, marked.map { $0 + 1 })
      }
    }
  }

  // MARK: The mutants

  /// The mutants with one change, from each operator in turn.
  private var mutants: [Mutant] {
    var readable = subject
    readable.good = good
    var dice = Dice(seed: 1)
    let kinds = Operator.allCases.map { $0.mutants(of: readable).shuffled(using: &dice) }
    let longest = kinds.map(\.count).max() ?? 0
    return (0..<longest).flatMap { turn in kinds.compactMap { turn < $0.count ? $0[turn] : nil } }
  }

  // MARK: The engine

  private func reported(_ trace: ExampleTrace) -> [Int] {
    bench.checkOnce(trace.text).findings.filter { $0.rule == subject.rule.id }.map(\.line)
  }

  /// Whether the rule reports the trace, or a rule to which it yields reports an expected line.
  private func isReported(_ trace: ExampleTrace, _ due: [Int]) -> Bool {
    bench.checkOnce(trace.text).findings.contains { finding in
      finding.rule == subject.rule.id || speakFirst.contains(finding.rule) && due.contains(finding.line)
    }
  }
}

extension Rulebook {
  /// The rules to which a rule yields, transitively.
  fileprivate func speakingBefore(_ rule: Rule) -> Set<String> {
    var found: Set<String> = []
    var next = rule.yields
    while let id = next.popLast() {
      if found.insert(id).inserted { next += rules.first { $0.id == id }?.yields ?? [] }
    }
    return found
  }
}

extension Array {
  fileprivate func rotated(by count: Int) -> [Element] {
    isEmpty ? [] : Array(self[(count % self.count)...] + self[..<(count % self.count)])
  }
}
