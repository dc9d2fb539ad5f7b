import Diagnostics
import Rulebook
import Trace

/// Compares the marks of an example with the violations that were reported in it.
struct ExampleComparison {
  let rulebook: Rulebook
  let rule: Rule
  let example: RuleExample
  let marked: MarkedTrace
  let violations: [Violation]
  let summary: CheckSummary

  /// The differences between marks and violations.
  var diagnostics: [Diagnostic] {
    let mistakes = marked.marks.map { mistake(in: $0) }
    var found = mistakes.compactMap(\.self)
    if !example.isGood, marked.marks.isEmpty {
      found.append(
        Diagnostic(
          "a `bad` example of `\(rule.id)` marks no line",
          at: marked.source(marked.restOfLine(1, from: 1)),
          help: "`# expect: \(rule.id)` ends each line that is reported"))
    }
    let right = zip(marked.marks, mistakes).filter { $0.1 == nil }.map(\.0)
    let due = Dictionary(grouping: right) { Key($0.rule, $0.line) }
    let told = Dictionary(grouping: violations) { Key($0.ruleID, $0.witness.line) }
    let keys = Set(due.keys).union(told.keys).sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
    // A violation at a line without a mark is shown together with a mark of the same rule that has no violation.
    var others = keys.filter { due[$0] == nil }
    var instead: [Key: Violation] = [:]
    for key in keys where told[key] == nil {
      guard let other = others.firstIndex(where: { $0.rule == key.rule }) else { continue }
      instead[key] = told[others.remove(at: other)]?.first
    }
    return found
      + keys.filter { due[$0] != nil || others.contains($0) }
      .compactMap { difference(due[$0] ?? [], told[$0] ?? [], instead: instead[$0]) }
  }

  private struct Key: Hashable {
    var rule: String
    var line: Int

    init(_ rule: String, _ line: Int) {
      self.rule = rule
      self.line = line
    }
  }

  /// Returns what is wrong with a mark itself; nil if it is correct.
  private func mistake(in mark: MarkedTrace.Mark) -> Diagnostic? {
    let place = marked.source(mark.place)
    if example.isGood {
      return Diagnostic(
        "a `good` example of `\(rule.id)` marks a line", at: place, label: "it must break no rule")
    }
    if !mark.isReadable || mark.rule.isEmpty {
      return Diagnostic(
        "a mark that cannot be read", at: place, label: "`# expect: ID`, `# expect: ID x2, ID`")
    }
    let known = rulebook.rules.map(\.id)
    guard !known.contains(mark.rule) else { return nil }
    return Diagnostic(
      "unknown rule `\(mark.rule)`", at: place, label: Suggestion.didYouMean(mark.rule, among: known))
  }

  /// Returns the difference between the marks and the violations of one rule at one line; nil if there is none.
  private func difference(
    _ due: [MarkedTrace.Mark], _ told: [Violation], instead: Violation?
  ) -> Diagnostic? {
    guard let mark = due.first else { return told.first.map { unexpected($0, times: told.count) } }
    guard !told.isEmpty else { return missing(mark, instead) }
    let counts = told.map(count)
    let wrong = due.compactMap(\.count).first { !counts.contains($0) }
    if due.count == told.count, wrong == nil { return nil }
    let said =
      if due.count == told.count, let wrong {
        "`\(mark.rule)` covers \(Self.lines(counts[0])) here, expected \(Self.lines(wrong))"
      } else {
        "`\(mark.rule)` reports this line \(Self.times(told.count)), expected \(Self.times(due.count))"
      }
    return Diagnostic(
      said, at: marked.source(mark.place), label: "expected here",
      related: [Diagnostic.Related(place(told[0].witness), told[0].message)])
  }

  /// Returns the number of lines that a violation covers: its own, and those that repeat it.
  private func count(_ violation: Violation) -> Int {
    1 + (summary.repeats.all.first { $0.violation == violation.id }?.count ?? 0)
  }

  /// Returns the diagnostic for a mark without a violation. It shows where the rule reports a violation instead, or why it
  /// reports none.
  private func missing(_ mark: MarkedTrace.Mark, _ other: Violation?) -> Diagnostic {
    Diagnostic(
      "`\(mark.rule)` does not report a marked line of \(name(for: mark.rule))",
      at: marked.source(mark.place), label: "expected, and not reported",
      related: other.map { [Diagnostic.Related(place($0.witness), "reported here instead: \($0.message)")] }
        ?? [],
      help: other == nil ? reason(for: mark.rule) : nil)
  }

  /// Returns why a rule reports nothing in the example, according to its verdict.
  private func reason(for rule: String) -> String? {
    guard let coverage = summary.rules.first(where: { $0.ruleID == rule }) else { return nil }
    switch coverage.verdict {
    case .violated: return nil
    case .held: return "the rule held \(Self.times(coverage.held)) in this example"
    case .inconclusive where coverage.unmeasured > 0:
      return """
        a time cannot be measured: it contains a gap without events, in which the app may have been suspended
        """
    case .inconclusive: return "the example ends before the rule is decided"
    case .notTriggered: return "nothing in this example triggers the rule" + (beginning(for: rule) ?? "")
    case .notObservable:
      let needs = (coverage.lack?.events ?? []).map { $0.joined(separator: " or ") }
      return needs.isEmpty
        ? "the example lacks a value that the rule compares"
        : "the rule is not checked, because the example lacks \(needs.joined(separator: " and "))" + recording
    }
  }

  /// A hint how the example can declare that an event is recorded without containing it; empty if the rulebook has no event for
  /// declarations.
  private var recording: String {
    guard let recording = rulebook.recording else { return "" }
    let name = rulebook.vocabulary.name(of: recording.event)
    return
      "; if it is not to happen, begin the example with `\(name) \(recording.field)=` and the event's name"
  }

  /// Returns a hint how to begin the example of a rule whose claim needs a known beginning; nil for other rules.
  private func beginning(for rule: String) -> String? {
    guard let launch = rulebook.sessions.begin.first,
      let claims = rulebook.rules.first(where: { $0.id == rule })?.sentences.map(\.sentence.claim),
      claims.contains(where: \.needsBeginning)
    else { return nil }
    return ", or what it demands may have happened before the example: "
      + "begin the example with `\(rulebook.vocabulary.name(of: launch))`"
  }

  /// Returns the diagnostic for a violation without a mark.
  private func unexpected(_ violation: Violation, times: Int) -> Diagnostic {
    let place = "a line of \(name(for: violation.ruleID))"
    return Diagnostic(
      "`\(violation.ruleID)` reports \(place)\(example.isGood ? "" : " that does not expect it")",
      at: self.place(violation.witness),
      label: violation.message + (times > 1 ? " (\(Self.times(times)))" : ""),
      related: violation.related.map { Diagnostic.Related(self.place($0.witness), $0.label) })
  }

  private func place(_ witness: Witness) -> SourceRange {
    marked.source(marked.place(witness.line, witness.column..<max(witness.column, witness.endColumn)))
  }

  /// Returns how a diagnostic about a rule names the example: `its good example`, if it is an example of that rule.
  private func name(for subject: String) -> String {
    let kind = example.isGood ? "good" : "bad"
    return subject == rule.id ? "its `\(kind)` example" : "the `\(kind)` example of `\(rule.id)`"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
  private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
