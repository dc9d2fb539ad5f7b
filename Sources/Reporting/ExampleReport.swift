public import Checking
public import Diagnostics

/// The formats of a report about the examples of rulebooks.
public enum ExampleFormat: String, Sendable, CaseIterable {
  /// For people: the lines of the rulebook.
  case full
  /// For editors: one line for each location.
  case concise
  /// For programs: one JSON document.
  case json
}

/// The results of the examples of rulebooks.
public struct ExampleReport: Sendable {
  /// The rulebooks, in the order in which they were named.
  public var rulebooks: [Rulebook] = []

  /// An empty report.
  public init() {}

  /// The results of one rulebook.
  public struct Rulebook: Sendable {
    /// The name or path as given.
    public var name: String
    /// The results of its rules, in the order of the rulebook.
    public var rules: [ExampleCheck.Result]
    /// The mistakes that prevent the test; nil if the rulebook is valid.
    public var mistakes: [Diagnostic]?

    /// The results of the rules, or the mistakes.
    public init(name: String, rules: [ExampleCheck.Result] = [], mistakes: [Diagnostic]? = nil) {
      self.name = name
      self.rules = rules
      self.mistakes = mistakes
    }
  }

  /// The outcome of the run.
  public var outcome: Report.Outcome {
    if rulebooks.contains(where: { $0.mistakes != nil }) { return .noVerdict }
    return differing > 0 || lacking > 0 ? .failed : .passed
  }

  /// The last line of a run whose exit status is not 0, without its line end; nil if the run passed.
  public var exitMessage: String? {
    switch outcome {
    case .passed: return nil
    case .failed:
      let parts = [
        differing > 0 ? "\(TextFormat.count(differing, "example")) not as expected" : nil,
        lacking > 0 ? "\(TextFormat.count(lacking, "rule")) without examples of both kinds" : nil,
      ]
      return "failed: " + parts.compactMap(\.self).joined(separator: ", ")
    case .noVerdict:
      let invalid = rulebooks.filter { $0.mistakes != nil }
      let errors = invalid.flatMap { $0.mistakes ?? [] }.count { $0.severity == .error }
      let names = invalid.map { Escaping.line($0.name) }.joined(separator: " and ")
      let verb = invalid.count > 1 ? "are" : "is"
      return "no verdict: \(names) \(verb) not valid (\(TextFormat.count(errors, "error")))"
    }
  }

  var rules: [ExampleCheck.Result] { rulebooks.flatMap(\.rules) }
  var examples: Int { rules.reduce(0) { $0 + $1.examples } }
  /// The number of examples that are not as expected.
  var differing: Int { rules.reduce(0) { $0 + $1.differing } }
  /// The number of rules without a good or without a bad example.
  var lacking: Int { rules.count { !$0.lacks.isEmpty } }

  /// `127 rules, 260 examples: all as expected`.
  private var summary: String {
    let counts = "\(TextFormat.count(rules.count, "rule")), \(TextFormat.count(examples, "example"))"
    if rules.isEmpty { return "no rules" }
    if differing == 0, lacking == 0 { return "\(counts): all as expected" }
    return differing > 0 ? "\(counts): \(TextFormat.grouped(differing)) not as expected" : counts
  }

  // MARK: Text

  /// The report in a format. If `isQuiet`, `full` and `concise` contain failures only.
  public func text(_ format: ExampleFormat, _ style: Style, isQuiet: Bool) throws -> String {
    // If nothing was tested, there is no summary.
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
