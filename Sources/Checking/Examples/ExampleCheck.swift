public import Diagnostics
public import Rulebook
import Trace

/// Checks the examples of rules. A good example must give no violation, and a bad one exactly the violations that it marks. All
/// rules of the rulebook are checked.
public struct ExampleCheck {
  private let rules: CompiledRules

  /// Creates a check of the rules of a rulebook.
  public init(_ rulebook: Rulebook) {
    rules = CompiledRules(rulebook)
  }

  /// Returns what is wrong with the examples of a rule. The result has no diagnostics if each example gives what it should.
  public func result(of rule: Rule) -> Result {
    let marked = rule.examples.map { MarkedTrace($0) }
    var result = Result(ruleID: rule.id, examples: rule.examples.count)
    for (example, trace) in zip(rule.examples, marked) {
      let found = differences(in: example, trace, of: rule)
      if !found.isEmpty { result.differing += 1 }
      result.diagnostics += found
    }
    result.lacks = Self.lacks(of: rule, marked)
    return result
  }

  /// The result of running the examples of a rule.
  public struct Result: Sendable {
    /// The rule's id.
    public var ruleID: String
    /// The number of its examples.
    public var examples: Int
    /// The number of examples with an unexpected result.
    public var differing = 0
    /// The unexpected results, in the order of the text.
    public var diagnostics: [Diagnostic] = []
    /// The examples that are missing.
    public var lacks: [Diagnostic] = []
  }

  /// The missing examples. Without a good one, a rule may report everything; without a bad one, nothing.
  private static func lacks(of rule: Rule, _ marked: [MarkedTrace]) -> [Diagnostic] {
    let id = rule.id
    let good = "add a `good` log that keeps the rule"
    let bad =
      "add a `bad` log that breaks the rule, with `# expect: \(id)` at the end of each line that must be reported"
    let hasGood = rule.examples.contains(where: \.isGood)
    let hasBad = rule.examples.contains { !$0.isGood }
    let expectsItself = marked.contains { $0.marks.contains { $0.rule == id } }
    return switch (hasGood, hasBad, expectsItself) {
    case (true, true, true): []
    case (false, false, _):
      [Diagnostic("the rule `\(id)` has no examples", at: rule.range, help: "\(good); \(bad)")]
    case (false, true, _): [Diagnostic("the rule `\(id)` has no `good` example", at: rule.range, help: good)]
    case (true, false, _): [Diagnostic("the rule `\(id)` has no `bad` example", at: rule.range, help: bad)]
    case (true, true, false):
      [Diagnostic("no `bad` example of `\(id)` expects the rule itself", at: rule.range, help: bad)]
    }
  }

  private func differences(in example: RuleExample, _ marked: MarkedTrace, of rule: Rule) -> [Diagnostic] {
    var checker = LogChecker(rules)
    let violations = checker.read(marked.trace.span)
    let log = checker.finish()
    let comparison = ExampleComparison(
      rulebook: rules.rulebook, rule: rule, example: example, marked: marked,
      violations: violations + log.violations, summary: log.summary)
    return (comparison.diagnostics + unread(log.statistics, example, marked)).inOrder
  }

  /// Returns diagnostics for what cannot be read: lines that look like events, unknown names and fields, and an example without
  /// any event.
  private func unread(
    _ statistics: TraceStatistics, _ example: RuleExample, _ marked: MarkedTrace
  ) -> [Diagnostic] {
    var found = statistics.unreadable.map { line in
      Diagnostic(
        "a line of an example cannot be read: \(line.reason)",
        at: marked.source(marked.restOfLine(line.line, from: line.column)))
    }
    let known = rules.rulebook.vocabulary.ids.map(rules.rulebook.vocabulary.name)
    for (name, use) in statistics.unknownNames {
      found.append(
        Diagnostic(
          "unknown event `\(name)` in an example", at: place(of: name, use.firstLine, example, marked),
          label: Suggestion.didYouMean(name, among: known)))
    }
    for field in statistics.unknownFields {
      let event = rules.rulebook.vocabulary.id(of: field.event)
      let known = event.flatMap(rules.rulebook.vocabulary.declaration)?.fields.keys.sorted() ?? []
      found.append(
        Diagnostic(
          "unknown field `\(field.field)` of `\(field.event)` in an example",
          at: place(of: field.field + "=", field.firstLine, example, marked, without: 1),
          label: Suggestion.didYouMean(field.field, among: known)))
    }
    if statistics.events == 0 {
      found.append(Diagnostic("no line of an example is an event", at: marked.source(0..<0)))
    }
    return found
  }

  /// Returns the place of a word in a line of an example, without its last `last` bytes; the whole line if the word is not found.
  private func place(
    of word: String, _ line: Int, _ example: RuleExample, _ marked: MarkedTrace, without last: Int = 0
  ) -> SourceRange {
    let whole = marked.restOfLine(line, from: 1)
    let bytes = Array(example.text.utf8)
    let sought = Array(word.utf8)
    let start = whole.first { bytes[$0...].starts(with: sought) }
    return marked.source(start.map { $0..<$0 + sought.count - last } ?? whole)
  }
}

extension [Diagnostic] {
  /// The diagnostics in the order of their places in the text.
  fileprivate var inOrder: [Diagnostic] {
    enumerated().sorted {
      ($0.element.range?.bytes.lowerBound ?? 0, $0.offset) < (
        $1.element.range?.bytes.lowerBound ?? 0, $1.offset
      )
    }.map(\.element)
  }
}
