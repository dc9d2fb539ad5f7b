import Rulebook
import Trace

@testable import Checking

/// The engine and the reference with one rulebook.
struct Duel {
  private let rulebook: Rulebook
  private let program: Program
  private static let recognizer = Recognizer(
    (try? load(World.declarations(sessions: true, clock: nil, facts: true, derived: true)))?.vocabulary
      ?? Vocabulary())

  /// Nil where the rulebook is no valid one.
  init?(_ random: Case) {
    guard let rulebook = try? Self.load(random.rulebook) else { return nil }
    self.rulebook = rulebook
    program = Program(rulebook)
  }

  private static func load(_ yaml: String) throws(RulebookError) -> Rulebook {
    try Rulebook.load(["random.yaml"]) { _ in .success(Array(yaml.utf8)) }
  }

  // MARK: Both results

  private func check(_ log: String, keepsAll: Bool) -> (violations: [Violation], summary: CheckSummary) {
    var checker = Checker(program, keepsText: keepsAll, keepsRepeats: keepsAll)
    var reader = TraceReader(Self.recognizer)
    let bytes = Array(log.utf8)
    reader.read(bytes.span) { event, line in checker.step(event, line: line) }
    reader.finish { event, line in checker.step(event, line: line) }
    checker.finish()
    return (checker.takeViolations(), checker.summary)
  }

  private func engine(_ log: String) -> [Reference.RuleResult] {
    let (found, summary) = check(log, keepsAll: true)
    let violations = Dictionary(grouping: found, by: \.ruleID)
    return summary.rules.map { rule in
      let findings = violations[rule.ruleID, default: []].map { violation in
        Reference.Finding(
          line: violation.witness.line,
          related: Set(violation.related.map(\.witness.line)).subtracting([violation.witness.line]))
      }
      return Reference.RuleResult(
        findings: findings.sorted {
          ($0.line, $0.related.sorted().description) < ($1.line, $1.related.sorted().description)
        },
        held: rule.held, inconclusive: rule.inconclusive, verdict: rule.verdict.rawValue)
    }
  }

  private func reference(_ log: String) -> [Reference.RuleResult] {
    Reference.Log(log, Self.recognizer, rulebook).results()
  }

  /// In what they differ.
  func differences(on random: Case) -> [String] { compare(on: random).differences }

  /// In what they differ, and whether the reference has found anything at all.
  func compare(on random: Case) -> (differences: [String], isTelling: Bool) {
    var found: [String] = []
    let references = reference(random.log)
    for (engine, reference) in zip(engine(random.log), references) where engine != reference {
      if engine.findings.map(\.line) != reference.findings.map(\.line) {
        found.append("lines")
      } else if engine.findings != reference.findings {
        found.append("related lines")
      }
      if engine.held != reference.held { found.append("held") }
      if engine.inconclusive != reference.inconclusive { found.append("inconclusive") }
      if engine.verdict != reference.verdict { found.append("verdict") }
    }
    if !isAlikeWithLess(random.log) { found.append("what is kept") }
    return (found, references.contains { !$0.findings.isEmpty || $0.held > 0 || $0.inconclusive > 0 })
  }

  /// Whether the engine finds the same where it keeps less of it.
  private func isAlikeWithLess(_ log: String) -> Bool {
    let (all, less) = (check(log, keepsAll: true), check(log, keepsAll: false))
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

  /// The smallest case in reach that differs in the same.
  static func shrink(_ random: Case) -> Case {
    func differences(_ random: Case) -> [String] { Duel(random)?.differences(on: random) ?? [] }
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
      ["sessions:", "clock:", "facts:"].contains(where: $0.hasPrefix)
    }
    let lines = random.trace.enumerated().map { "\($0 + 1)  \($1)" }
    func text(_ results: [Reference.RuleResult]) -> String {
      results.map { result in
        let findings = result.findings.map { "\($0.line)\($0.related.sorted())" }.joined(separator: " ")
        return "\(result.verdict) held \(result.held) inconclusive \(result.inconclusive): \(findings)"
      }.joined(separator: "; ")
    }
    return """
      differ in \(duel.differences(on: random).joined(separator: ", "))
      \(settings.joined(separator: "\n"))
      \(rules)\(lines.joined(separator: "\n"))
      engine:    \(text(duel.engine(random.log)))
      reference: \(text(duel.reference(random.log)))
      """
  }
}
