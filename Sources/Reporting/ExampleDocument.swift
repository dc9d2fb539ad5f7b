import Checking
import Diagnostics

/// The JSON document of `lifecheck test`. Keys and their meaning are stable within a version; new keys may be added.
struct ExampleDocument: Encodable {
  var version = 1
  var tool = JSONDocument.ToolName()
  var rulebooks: [Rulebook]
  /// The failed examples and the missing ones, in the order of the rulebooks and rules.
  var failures: [Failure]
  /// The reasons for no verdict: mistakes in rulebooks.
  var errors: [JSONDocument.Mistake]
  var summary: Summary

  struct Rulebook: Encodable {
    var name: String
    var tested: Bool
    var rules: Int
    var examples: Int
  }

  struct Failure: Encodable {
    /// The rule of the example.
    var ruleId: String
    /// `differs`, or `lacks` if an example is missing.
    var kind: String
    var message: String
    var label: Nullable<String>
    var help: Nullable<String>
    var path: Nullable<String>
    var line: Nullable<Int>
    var column: Nullable<Int>
    var endLine: Nullable<Int>
    var endColumn: Nullable<Int>
  }

  struct Summary: Encodable {
    var outcome: String
    var rules: Int
    var examples: Int
    /// The number of examples that are not as expected.
    var differing: Int
    /// The number of rules without a good or without a bad example.
    var lacking: Int
  }

  init(_ report: ExampleReport) {
    rulebooks = report.rulebooks.map { rulebook in
      Rulebook(
        name: rulebook.name, tested: rulebook.mistakes == nil, rules: rulebook.rules.count,
        examples: rulebook.rules.reduce(0) { $0 + $1.examples })
    }
    failures = report.rules.flatMap { rule in
      rule.lacks.map { Failure($0, of: rule.ruleID, kind: "lacks") }
        + rule.diagnostics.map { Failure($0, of: rule.ruleID, kind: "differs") }
    }
    errors = report.rulebooks.flatMap { $0.mistakes ?? [] }.map { .init($0) }
    summary = Summary(
      outcome: report.outcome.rawValue, rules: report.rules.count, examples: report.examples,
      differing: report.differing, lacking: report.lacking)
  }

  func text() throws -> String { try JSONText.text(of: self) }
}

extension ExampleDocument.Failure {
  fileprivate init(_ diagnostic: Diagnostic, of rule: String, kind: String) {
    ruleId = rule
    self.kind = kind
    message = diagnostic.message
    label = Nullable(diagnostic.label)
    help = Nullable(diagnostic.help)
    path = Nullable(diagnostic.range?.source.name)
    line = Nullable(diagnostic.range?.start.line)
    column = Nullable(diagnostic.range?.start.column)
    endLine = Nullable(diagnostic.range?.end.line)
    endColumn = Nullable(diagnostic.range?.end.column)
  }
}
