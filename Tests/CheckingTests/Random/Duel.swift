import Rulebook
import Trace

@testable import Checking

/// Compares the engine with the reference on one rulebook.
struct Duel {
  private let rulebook: Rulebook
  private let program: Program
  private static let recognizer = Recognizer(
    (try? load(World.declarations(sessions: true, clock: nil, facts: true, derived: true)))?.vocabulary
      ?? Vocabulary())

  /// Nil if the rulebook is not valid.
  init?(_ random: Case) {
    guard let rulebook = try? Self.load(random.rulebook) else { return nil }
    self.rulebook = rulebook
    // The reference lets any number of verdicts wait.
    var limits = random.limits
    limits.waitingVerdicts = .max
    program = Program(rulebook, limits)
  }

  private static func load(_ yaml: String) throws(RulebookError) -> Rulebook {
    try Rulebook.load(["random.yaml"]) { _ in .success(Array(yaml.utf8)) }
  }

  // MARK: Both results

  private func check(
    _ log: String, keepsAll: Bool = true, usesFastPath: Bool = true, taking: Transcript.Taking = .atEnd
  ) -> Transcript {
    Transcript(
      of: Array(log.utf8), program, Self.recognizer, keepsText: keepsAll, keepsRepeats: keepsAll,
      usesFastPath: usesFastPath, taking: taking)
  }

  private func engine(_ transcript: Transcript) -> [Reference.RuleResult] {
    let violations = Dictionary(grouping: transcript.violations, by: \.ruleID)
    return transcript.summary.rules.map { rule in
      let findings = violations[rule.ruleID, default: []].map { violation in
        Reference.Finding(
          line: violation.witness.line,
          related: Set(violation.related.map(\.witness.line)).subtracting([violation.witness.line]),
          decided: violation.decidedLine, repeats: transcript.repeats(of: violation),
          messages: [violation.message])
      }
      return Reference.RuleResult(
        findings: findings, held: rule.held, inconclusive: rule.inconclusive, verdict: rule.verdict.rawValue)
    }
  }

  private func reference(_ log: String) -> [Reference.RuleResult] {
    let limits = Reference.Limits(
      heldEvents: program.limits.heldEvents, foldedTexts: program.limits.foldedTexts)
    return Reference.Log(log, Self.recognizer, rulebook, limits).results()
  }

  /// The differences between the two results.
  func differences(on random: Case) -> [String] { compare(on: random).differences }

  /// The differences between the two results, and whether the reference has any finding.
  func compare(on random: Case) -> (differences: [String], isTelling: Bool) {
    var found: [String] = []
    let references = reference(random.log)
    let fast = check(random.log)
    for (engine, reference) in zip(engine(fast), references) {
      found += engine.differences(from: reference)
    }
    if fast.summary.rules.contains(where: { rule in
      rule.violated != fast.violations.count { $0.ruleID == rule.ruleID }
    }) {
      found.append("the count of violations")
    }
    if !isAlikeWithLess(random.log, fast) { found.append("what is kept") }
    for taking in Transcript.Taking.allCases {
      let full = check(random.log, usesFastPath: false, taking: taking)
      let own = taking == .atEnd ? fast : check(random.log, taking: taking)
      found += own.differences(from: full).map { "paths: \($0)" }
    }
    return (found, references.contains { !$0.findings.isEmpty || $0.held > 0 || $0.inconclusive > 0 })
  }

  /// Whether the engine has the same findings if it keeps fewer of them.
  private func isAlikeWithLess(_ log: String, _ all: Transcript) -> Bool {
    let less = check(log, keepsAll: false)
    let (repeats, few) = (all.summary.repeats, less.summary.repeats)
    func places(_ violations: [Violation]) -> [[Int]] {
      violations.map { [$0.id, $0.witness.line, $0.witness.column] + $0.related.map(\.witness.line) }
    }
    return places(all.violations) == places(less.violations) && all.summary.rules == less.summary.rules
      && (repeats.lines, repeats.violations) == (few.lines, few.violations)
      && repeats.all.map(\.count).sorted(by: >).starts(with: few.all.map(\.count))
      && few.all.allSatisfy(repeats.all.contains)
  }

  // MARK: A small case

  /// Shrinks a case as long as it has the same difference.
  static func shrink(_ random: Case) -> Case {
    func differences(_ random: Case) -> [Substring] {
      Duel(random)?.differences(on: random).map { $0.prefix { $0 != ":" } } ?? []
    }
    var small = random
    guard let first = differences(random).first else { return random }
    while let smaller = small.smaller.first(where: { differences($0).contains(first) }) { small = smaller }
    return small
  }

  /// A case with both results.
  static func report(_ random: Case) -> String {
    guard let duel = Duel(random) else { return "" }
    let rules = random.rulebook.split(separator: "rules:\n").last ?? ""
    let settings = random.declarations.split(separator: "\n").filter {
      ["sessions:", "clock:", "facts:", "derived:"].contains(where: $0.hasPrefix)
    }
    let lines = random.trace.enumerated().map { "\($0 + 1)  \($1)" }
    func text(_ results: [Reference.RuleResult]) -> String {
      results.map { result in
        let findings = result.sorted.map {
          "\($0.line)\($0.related.sorted()) decided \($0.decided) repeats \($0.repeats) \($0.messages.sorted())"
        }
        return
          "\(result.verdict) held \(result.held) inconclusive \(result.inconclusive): \(findings.joined(separator: ", "))"
      }.joined(separator: "; ")
    }
    return """
      differ in \(duel.differences(on: random).joined(separator: "\n  "))
      \(random.limits.changed.joined(separator: ", "))
      \(settings.joined(separator: "\n"))
      \(rules)\(lines.joined(separator: "\n"))
      engine:    \(text(duel.engine(duel.check(random.log))))
      reference: \(text(duel.reference(random.log)))
      """
  }
}

extension Transcript {
  /// The number of lines that repeat a violation.
  fileprivate func repeats(of violation: Violation) -> Int {
    summary.repeats.all.first { $0.violation == violation.id }?.count ?? 0
  }
}

extension Reference.RuleResult {
  fileprivate var sorted: [Reference.Finding] {
    findings.sorted { $0.places.lexicographicallyPrecedes($1.places) }
  }

  /// The differences between the engine's result and the reference's.
  fileprivate func differences(from reference: Reference.RuleResult) -> [String] {
    var found: [String] = []
    let (own, others) = (sorted, reference.sorted)
    if own.map(\.line) != others.map(\.line) {
      found.append("lines")
    } else if own.map(\.places) != others.map(\.places) {
      if zip(own, others).contains(where: { $0.related != $1.related }) { found.append("related lines") }
      if zip(own, others).contains(where: { $0.decided != $1.decided }) { found.append("deciding lines") }
      if zip(own, others).contains(where: { $0.repeats != $1.repeats }) { found.append("repeats") }
    } else if !own.says(others) {
      found.append("messages")
    }
    if held != reference.held { found.append("held") }
    if inconclusive != reference.inconclusive { found.append("inconclusive") }
    if verdict != reference.verdict { found.append("verdict") }
    return found
  }
}

extension Reference.Finding {
  /// The lines of the finding and their counts, in a form that can be sorted.
  fileprivate var places: [Int] { [line, related.count] + related.sorted() + [decided, repeats] }
}

extension [Reference.Finding] {
  /// Whether each finding has a message that another finding at the same places may have.
  fileprivate func says(_ others: [Reference.Finding]) -> Bool {
    // Findings with any message are matched last.
    var left = others.filter { !$0.messages.isEmpty } + others.filter(\.messages.isEmpty)
    return allSatisfy { finding in
      let place = left.firstIndex {
        $0.places == finding.places && ($0.messages.isEmpty || finding.messages.isSubset(of: $0.messages))
      }
      if let place { left.remove(at: place) }
      return place != nil
    }
  }
}
