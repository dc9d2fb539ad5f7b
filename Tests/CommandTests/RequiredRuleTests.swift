import Testing

@Suite struct `A required rule` {
  /// A rule that can have every verdict: a drawing while the app is hidden is a violation only if the app is shown
  /// again.
  private func sandbox(required: String, severity: String = "note") throws -> Sandbox {
    let rule = """
      rules:
        - id: hidden-for-good
          severity: \(severity)
          check: between app.hide and app.show, never view.draw
          required: \(required)
        - {id: never-quits, severity: note, check: never app.quit}

      """
    let vocabulary = Sandbox.rulebook.prefix(
      upTo: try #require(Sandbox.rulebook.range(of: "rules:")).lowerBound)
    func log(_ events: String...) -> String {
      events.enumerated().map { "10:00:0\($0).000 Shop[7:1] \($1)\n" }.joined()
    }
    return try Sandbox([
      "required.yaml": vocabulary + rule,
      "held.log": log("app.launch", "view.draw", "app.hide", "app.show"),
      "violated.log": log("app.launch", "app.hide", "view.draw", "app.show"),
      "inconclusive.log": log("app.launch", "app.show", "app.hide", "view.draw"),
      "not-triggered.log": log("app.launch", "view.draw"),
      "not-observable.log": log("app.launch", "app.hide"),
    ])
  }

  struct Row: CustomTestStringConvertible {
    var logs: [String]
    /// Why the report says that the rule was not tested; nil if it was.
    var shortcoming: String?
    var testDescription: String { logs.joined(separator: " ") }
  }

  private static let undecided = "the log ends before it is decided, or does not show enough"

  static let rows = [
    Row(logs: ["held.log"]),
    Row(logs: ["violated.log"]),
    Row(logs: ["inconclusive.log"], shortcoming: "inconclusive: \(undecided)"),
    Row(logs: ["not-triggered.log"], shortcoming: "not triggered: no log triggers the rule"),
    Row(
      logs: ["not-observable.log"], shortcoming: "not observable: needs view.draw, never logged"),
    // One log that tests the rule is enough, but one inconclusive log fails the run.
    Row(logs: ["not-observable.log", "held.log", "not-triggered.log"]),
    Row(
      logs: ["held.log", "inconclusive.log"], shortcoming: "inconclusive: \(undecided)"),
  ]

  @Test(arguments: rows)
  func `fails the run if the logs do not test it`(row: Row) throws {
    let outcome = try sandbox(required: "true").run(["--rulebook", "required.yaml"] + row.logs)
    let line = row.shortcoming.map { "error[hidden-for-good]: required, but \($0)" }
    #expect(outcome.status == (line == nil ? 0 : 1))
    #expect(outcome.outputLines.first { $0.contains("required, but") }.map(String.init) == line)
    let logs = row.logs.count == 1 ? "1 log" : "\(row.logs.count) logs"
    if line != nil { #expect(outcome.verdict == "1 required rule not checked in \(logs)") }
  }

  @Test func `does not change the exit status of a run that checks nothing`() throws {
    let outcome = try sandbox(required: "true")
      .run(["--rulebook", "required.yaml", "--ignore", "never-quits", "not-observable.log"])
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("error[hidden-for-good]: required, but not observable: needs view.draw"))
    #expect(outcome.reason == "no verdict: no rule could be checked")
  }

  @Test(arguments: rows)
  func `that was not tested is one line of the concise report, also with --quiet`(row: Row) throws {
    let outcome = try sandbox(required: "true")
      .run(["--rulebook", "required.yaml", "-q", "-f", "concise"] + row.logs)
    let lines = outcome.outputLines.filter { $0.hasPrefix("lifecheck: ") }
    #expect(
      lines.map(String.init)
        == (row.shortcoming.map { ["lifecheck: error: required, but \($0) [hidden-for-good]"] } ?? []))
    #expect(outcome.status == (row.shortcoming == nil ? 0 : 1))
    #expect(outcome.errors == "")
  }

  @Test(arguments: rows)
  func `is marked in the JSON document`(row: Row) throws {
    let document = try sandbox(required: "true").run(
      ["--rulebook", "required.yaml", "-f", "json"] + row.logs
    )
    .document()
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["unexercised"] as? [String] == (row.shortcoming == nil ? [] : ["hidden-for-good"]))
    #expect(summary["outcome"] as? String == (row.shortcoming == nil ? "passed" : "failed"))
    let rules = try #require(document["rules"] as? [[String: Any]])
    for rule in rules {
      #expect(rule["required"] as? Bool == (rule["ruleId"] as? String == "hidden-for-good"))
    }
  }

  @Test func `that is violated counts as tested`() throws {
    let outcome = try sandbox(required: "yes", severity: "error")
      .run(["--rulebook", "required.yaml", "violated.log", "inconclusive.log"])
    #expect(outcome.verdict == "1 error in 2 logs")
  }

  @Test(arguments: rows)
  func `whose required is false does not fail the run`(row: Row) throws {
    #expect(
      try sandbox(required: "false").run(["--rulebook", "required.yaml"] + row.logs).status == 0)
  }

  @Test func `must be declared by a boolean`() throws {
    let outcome = try sandbox(required: "maybe").run(["--rulebook", "required.yaml", "held.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: `required`: expected `true` or `false`\n  --> required.yaml:"))
  }
}
