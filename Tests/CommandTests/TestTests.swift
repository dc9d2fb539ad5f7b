import Foundation
import Testing

@Suite struct `Testing rulebooks` {
  /// A rulebook that extends `Sandbox.rulebook` by a rule with examples.
  private static let rule = """
    lifecheck: 1
    extends: views.yaml
    rules:
      - id: no-show-while-shown
        check: after app.show until app.hide, never app.show
        message: the app is shown again
        good: |
          10:00:00.000 Shop[7:1] app.show
          10:00:01.000 Shop[7:1] app.hide
          10:00:02.000 Shop[7:1] app.show
        bad: |
          10:00:00.000 Shop[7:1] app.show
          10:00:01.000 Shop[7:1] app.show  # expect: no-show-while-shown

    """
  private static let broken = rule.replacing("app.hide\n", with: "view.draw\n")

  @Test func `prints the number of rules and examples if all are as expected`() throws {
    let outcome = try Sandbox(["mine.yaml": Self.rule]).run(["test", "mine.yaml"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "1 rule, 2 examples: all as expected\n")
    #expect(outcome.errors == "")
    #expect(try Sandbox(["mine.yaml": Self.rule]).run(["test", "-q", "mine.yaml"]).output == "")
  }

  @Test(arguments: ["ios", "android"]) func `succeeds for the bundled rulebooks`(name: String)
    throws
  {
    let outcome = try Sandbox().run(["test", name])
    #expect(outcome.status == 0, "\(outcome.output)")
    let listed = try #require(
      try Sandbox().run(["rules", "--rulebook", name, "-f", "json"]).document()["rules"] as? [[String: Any]])
    let examples = listed.reduce(0) { $0 + (($1["examples"] as? [Any])?.count ?? 0) }
    #expect(outcome.output == "\(listed.count) rules, \(examples) examples: all as expected\n")
  }

  @Test func `shows a failed example at its line in the rulebook`() throws {
    let outcome = try Sandbox(["mine.yaml": Self.broken]).run(["test", "mine.yaml"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        error: `no-show-while-shown` reports a line of its `good` example
          --> mine.yaml:10:30
            |
          8 |       10:00:00.000 Shop[7:1] app.show
            |                              -------- after this
            ⋮
         10 |       10:00:02.000 Shop[7:1] app.show
            |                              ^^^^^^^^ the app is shown again
            |

        1 rule, 2 examples: 1 not as expected

        """)
    #expect(outcome.errors == "failed: 1 example not as expected\n")
  }

  @Test func `prints one line per failure in the concise format, and no total with --quiet`() throws {
    let sandbox = try Sandbox(["mine.yaml": Self.broken])
    let outcome = try sandbox.run(["test", "-q", "-f", "concise", "mine.yaml"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == "mine.yaml:10:30: error: `no-show-while-shown` reports a line of its `good` example: the app is shown again [no-show-while-shown]\n"
    )
    #expect(outcome.errors == "")
  }

  @Test func `lists the failures in JSON`() throws {
    let sandbox = try Sandbox(["mine.yaml": Self.broken, "none.yaml": "lifecheck: 2\n"])
    let outcome = try sandbox.run(["test", "-f", "json", "mine.yaml", "none.yaml"])
    #expect(outcome.status == 2)
    let document = try outcome.document()
    let failure = try #require((document["failures"] as? [[String: Any]])?.first)
    #expect(failure["ruleId"] as? String == "no-show-while-shown")
    #expect(failure["kind"] as? String == "differs")
    #expect(failure["line"] as? Int == 10)
    #expect(failure["column"] as? Int == 30)
    #expect(failure["endColumn"] as? Int == 38)
    #expect((document["errors"] as? [[String: Any]])?.first?["path"] as? String == "none.yaml")
    #expect((document["summary"] as? [String: Any])?["outcome"] as? String == "noVerdict")
  }

  @Test func `fails for rules without examples, but only in the named files`() throws {
    let sandbox = try Sandbox(["mine.yaml": Self.rule])
    let outcome = try sandbox.run(["test", "-f", "concise", "views.yaml", "mine.yaml"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        views.yaml:14:9: error: the rule `no-draw-while-hidden` has no examples [no-draw-while-hidden]
        views.yaml:20:9: error: the rule `no-layout-while-hidden` has no examples [no-layout-while-hidden]
        3 rules, 2 examples

        """)
    #expect(outcome.errors == "failed: 2 rules without examples of both kinds\n")
  }

  @Test func `reports invalid rulebooks and tests the others`() throws {
    let sandbox = try Sandbox([
      "mine.yaml": Self.rule, "typo.yaml": Self.rule.replacing(" check:", with: " chekc:"),
    ])
    let outcome = try sandbox.run(["test", "typo.yaml", "mine.yaml", "missing.yaml"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "1 rule, 2 examples: all as expected\n")
    #expect(
      outcome.errors.hasPrefix("error: the rule `no-show-while-shown` has no `check`\n  --> typo.yaml:4:9\n"))
    #expect(outcome.reason == "no verdict: typo.yaml and missing.yaml are not valid (3 errors)")
  }

  @Test func `skips files that are not rulebooks with --pass-over`() throws {
    let sandbox = try Sandbox([
      "mine.yaml": Self.rule, ".lifecheck.yaml": "lifecheck: 1\nrulebooks: mine.yaml\n",
      "ci.yaml": "on: push\n",
    ])
    let all = ["ci.yaml", ".lifecheck.yaml", "mine.yaml"]
    #expect(try sandbox.run(["test"] + all).status == 2)
    let outcome = try sandbox.run(["test", "--pass-over"] + all)
    #expect(outcome.status == 0)
    #expect(outcome.output == "1 rule, 2 examples: all as expected\n")
    let nothing = try sandbox.run(["test", "--pass-over", "ci.yaml"])
    #expect(nothing.status == 0)
    #expect(nothing.output == "")
    #expect(try sandbox.run(["test", "--pass-over", "gone.yaml"]).status == 2)
    // A pipe can be read only once.
    let piped = try sandbox.run(["test", "--pass-over", "-"], input: Self.rule)
    #expect(piped.output == "1 rule, 2 examples: all as expected\n")
  }

  @Test func `needs at least one rulebook`() throws {
    let outcome = try Sandbox().run(["test"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: missing expected argument '<rulebook> ...'"))
  }
}
