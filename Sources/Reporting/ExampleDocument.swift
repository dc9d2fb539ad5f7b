import Checking
import Diagnostics

/// The shape of what `lifecheck test` writes as JSON. Names and meanings stay within a version; new names may come.
struct ExampleDocument: Encodable {
  var version = 1
  var tool = JSONDocument.ToolName()
  var rulebooks: [Rulebook]
  /// What is not as expected, in the order of the rulebooks and rules.
  var failures: [Failure]
  /// Why there is no verdict: mistakes in rulebooks.
  var errors: [JSONDocument.Mistake]
  var summary: Summary

  struct Rulebook: Encodable {
    var name: String
    var tested: Bool
    var rules: Int
    var examples: Int
  }

  struct Failure: Encodable {
    /// The rule whose example it is.
    var ruleId: String
    /// `differs`, or `lacks` where an example is missing.
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
    /// How many examples are not as expected.
    var differing: Int
    /// How many rules lack a kind of example.
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
