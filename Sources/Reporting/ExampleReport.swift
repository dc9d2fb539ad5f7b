public import Checking
public import Diagnostics

/// What came of the examples of rulebooks.
public struct ExampleReport: Sendable {
  /// The rulebooks, in the order in which they were named.
  public var rulebooks: [Rulebook] = []

  /// Nothing tested yet.
  public init() {}

  /// What came of one rulebook.
  public struct Rulebook: Sendable {
    /// The name or path, as it was given.
    public var name: String
    /// What came of its rules, in their order.
    public var rules: [ExampleCheck.Result]
    /// The mistakes that keep it from being tested; nil where there is none.
    public var mistakes: [Diagnostic]?

    /// What came of its rules, or the mistakes.
    public init(name: String, rules: [ExampleCheck.Result] = [], mistakes: [Diagnostic]? = nil) {
      self.name = name
      self.rules = rules
      self.mistakes = mistakes
    }
  }

  /// What the run comes to.
  public var outcome: Report.Outcome {
    if rulebooks.contains(where: { $0.mistakes != nil }) { return .noVerdict }
    return differing > 0 || lacking > 0 ? .failed : .passed
  }

  /// The last line of a run that does not end well, without its line end; nil for one that passed.
  public var reason: String? {
    switch outcome {
    case .passed: return nil
    case .failed:
      let parts = [
        differing > 0 ? "\(Words.count(differing, "example")) not as expected" : nil,
        lacking > 0 ? "\(Words.count(lacking, "rule")) without examples of both kinds" : nil,
      ]
      return "failed: " + parts.compactMap(\.self).joined(separator: ", ")
    case .noVerdict:
      let invalid = rulebooks.filter { $0.mistakes != nil }
      let errors = invalid.flatMap { $0.mistakes ?? [] }.count { $0.severity == .error }
      let names = invalid.map { Escaping.line($0.name) }.joined(separator: " and ")
      let verb = invalid.count > 1 ? "are" : "is"
      return "no verdict: \(names) \(verb) not valid (\(Words.count(errors, "error")))"
    }
  }

  var rules: [ExampleCheck.Result] { rulebooks.flatMap(\.rules) }
  var examples: Int { rules.reduce(0) { $0 + $1.examples } }
  /// How many examples are not as expected.
  var differing: Int { rules.reduce(0) { $0 + $1.differing } }
  /// How many rules lack a kind of example.
  var lacking: Int { rules.count { !$0.lacks.isEmpty } }

  /// `127 rules, 260 examples: all as expected`.
  private var summary: String {
    let counts = "\(Words.count(rules.count, "rule")), \(Words.count(examples, "example"))"
    if rules.isEmpty { return "no rules" }
    if differing == 0, lacking == 0 { return "\(counts): all as expected" }
    return differing > 0 ? "\(counts): \(Words.grouped(differing)) not as expected" : counts
  }

  // MARK: Text

  /// The report in a format. A quiet one of `full` and `concise` has what fails only.
  public func text(_ format: ReportFormat, _ style: Style, isQuiet: Bool) throws -> String {
    // With nothing tested, there is nothing to count.
    let isTested = rulebooks.contains { $0.mistakes == nil }
    let end = isQuiet || !isTested ? "" : summary + "\n"
    let failures = rules.map { ($0.ruleID, $0.lacks + $0.diagnostics) }.filter { !$0.1.isEmpty }
    switch format {
    case .full:
      let frames = DiagnosticText.text(of: failures.flatMap(\.1), style)
      return frames + (frames.isEmpty || end.isEmpty ? "" : "\n") + end
    case .concise: return failures.map { Self.concise($0.1, of: $0.0) }.joined() + end
    case .json: return try ExampleDocument(self).text()
    }
  }

  private static func concise(_ diagnostics: [Diagnostic], of rule: String) -> String {
    diagnostics.map { diagnostic in
      let said = diagnostic.message + (diagnostic.label.map { ": " + $0 } ?? "")
      let place = diagnostic.range.map { range in
        "\(Escaping.path(range.source.name)):\(range.start.line):\(range.start.column): "
      }
      return
        "\(place ?? "")\(diagnostic.severity.rawValue): \(Escaping.line(said)) [\(Escaping.line(rule))]\n"
    }.joined()
  }
}
