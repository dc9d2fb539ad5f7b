import Testing

@Suite struct `A suppressed violation` {
  private func sandbox(_ suppressions: String...) throws -> Sandbox {
    let list = suppressions.map { "  - {rule: no-draw-while-hidden, reason: we know, \($0)}\n" }.joined()
    return try Sandbox([
      "good.log": Sandbox.good, "bad.log": Sandbox.bad + "10:00:05.000 Shop[7:1] app.show\n",
      "traces/bad.log": Sandbox.bad + "10:00:04.000 Shop[7:1] view.draw id=cart\n",
      ".lifecheck.yaml": "lifecheck: 1\nrulebooks: views.yaml\nsuppressions:\n" + list,
    ])
  }

  @Test func `does not fail the run, and is counted but not shown`() throws {
    let outcome = try sandbox("where: bad.log, expires: 9999-12-31").run(["bad.log"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        checked bad.log (6 lines, 5 events, 1 session) against views.yaml with .lifecheck.yaml: 2 rules: 1 held, \
        1 violated
          1 violation is suppressed: no-draw-while-hidden
        no violations: 1 rule held, 1 violation suppressed

        """)
    #expect(outcome.errors == "")
  }

  @Test func `is selected by its message`() throws {
    let sandbox = try sandbox("message: '* list *'")
    let outcome = try sandbox.run(["-f", "concise", "bad.log", "traces/bad.log"])
    #expect(
      outcome.outputLines.first
        == "traces/bad.log:6:24: error: view cart is drawn while the app is hidden [no-draw-while-hidden]")
    #expect(outcome.output.contains("\n  2 violations are suppressed: no-draw-while-hidden\n"))
    #expect(outcome.verdict == "1 error in 2 logs")
  }

  @Test func `is selected by its path relative to the project file`() throws {
    let sandbox = try sandbox("where: traces/*.log")
    for (folder, path) in [("", "traces/bad.log"), ("traces", "bad.log"), ("traces", "../traces/bad.log")] {
      #expect(try sandbox.run([path], in: folder).status == 0)
    }
    #expect(try sandbox.run([sandbox.folder.appending(path: "traces/bad.log").path]).status == 0)
    #expect(try sandbox.run(["bad.log"]).status == 1)
    #expect(try sandbox.run(["--stdin-filename", "traces/x.log", "-"], input: Sandbox.bad).status == 0)
    #expect(try sandbox.run(["-"], input: Sandbox.bad).status == 1)
  }

  @Test func `is listed separately in the JSON document, with the reason`() throws {
    let document = try sandbox("where: traces/, message: '* list *', expires: 9999-12-31")
      .run(["-f", "json", "traces/bad.log"]).document()
    let suppressed = try #require(document["suppressed"] as? [[String: Any]])
    #expect(suppressed.map { $0["line"] as? Int } == [5])
    let reason = try #require(suppressed.first?["suppression"] as? [String: Any])
    #expect(reason["reason"] as? String == "we know")
    #expect(reason["expires"] as? String == "9999-12-31")
    #expect(reason["line"] as? Int == 4)
    #expect((document["violations"] as? [[String: Any]])?.map { $0["line"] as? Int } == [6])
    let rule = try #require((document["rules"] as? [[String: Any]])?.first)
    #expect(rule["violated"] as? Int == 2)
    #expect(rule["suppressed"] as? Int == 1)
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["suppressed"] as? Int == 1)
    #expect((summary["violations"] as? [String: Int])?["error"] == 1)
    let suppressions = try #require(document["suppressions"] as? [[String: Any]])
    #expect(suppressions.first?["status"] as? String == "used")
    #expect(suppressions.first?["uses"] as? Int == 1)
  }

  @Test func `has its repeats counted only in the JSON document`() throws {
    let sandbox = try sandbox("where: bad.log")
    let lines = Sandbox.bad.split(separator: "\n")
    let drawn = lines.lastIndex { $0.contains("view.draw") } ?? 0
    try sandbox.write((lines[...drawn] + lines[drawn...]).joined(separator: "\n") + "\n", to: "bad.log")
    #expect(!(try sandbox.run(["bad.log"]).output.contains("repeat")))
    let document = try sandbox.run(["-f", "json", "bad.log"]).document()
    #expect((document["suppressed"] as? [[String: Any]])?.map { $0["repeats"] as? Int } == [1])
  }

  @Test func `counts as a test of a required rule`() throws {
    let sandbox = try sandbox("where: bad.log")
    let project = "rules: {no-draw-while-hidden: {required: true}}\n"
    let file =
      "lifecheck: 1\nrulebooks: views.yaml\n" + project
      + "suppressions: [{rule: no-draw-while-hidden, where: bad.log, reason: x}]\n"
    try sandbox.write(file, to: ".lifecheck.yaml")
    #expect(try sandbox.run(["bad.log"]).status == 0)
  }
}

@Suite struct `An obsolete suppression` {
  private func run(_ suppression: String, _ arguments: String...) throws -> Sandbox.Outcome {
    try Sandbox([
      "good.log": Sandbox.good, "bad.log": Sandbox.bad,
      ".lifecheck.yaml": """
      lifecheck: 1
      rulebooks: views.yaml
      suppressions:
        - rule: no-draw-while-hidden
          reason: we know
          \(suppression)

      """,
    ]).run(arguments)
  }

  @Test(arguments: [
    ("2020-01-31", "expired on 2020-01-31"), ("2020-01-32", "has a date that cannot be read"),
  ])
  func `has no effect, and the violation says why`(date: String, reason: String) throws {
    let outcome = try run("where: '*'\n    expires: \(date)", "bad.log")
    #expect(outcome.status == 1)
    #expect(outcome.outputLines.contains(" note: its suppression in .lifecheck.yaml:4 \(reason)"))
    #expect(!outcome.output.contains("suppressed"))
  }

  @Test func `is a warning if it has expired`() throws {
    let outcome = try run("where: '*'\n    expires: 2020-01-31", "good.log")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: the suppression of `no-draw-while-hidden` has expired
          --> .lifecheck.yaml:7:14
           |
         7 |     expires: 2020-01-31
           |              ^^^^^^^^^^ it is inactive from this date
           |
         help: fix the cause and remove it, or set a later date

        """)
  }

  @Test func `is a warning if its date cannot be read`() throws {
    let outcome = try run("where: '*'\n    expires: 31.01.2030", "good.log")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: the date `31.01.2030` is invalid
          --> .lifecheck.yaml:7:14
           |
         7 |     expires: 31.01.2030
           |              ^^^^^^^^^^ so nothing is suppressed; write a date like `2027-03-01`
           |

        """)
  }

  @Test func `is a warning if it suppresses nothing`() throws {
    let outcome = try run("where: '*'", "good.log")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: the suppression of `no-draw-while-hidden` suppresses nothing
          --> .lifecheck.yaml:4:11
           |
         4 |   - rule: no-draw-while-hidden
           |           ^^^^^^^^^^^^^^^^^^^^
           |
         help: if the cause is fixed, remove it

        """)
    #expect(try run("where: '*'", "-q", "good.log").errors == "")
  }

  @Test func `is not a warning if its log or rule was not checked`() throws {
    let elsewhere = try run("where: other.log", "good.log")
    #expect(elsewhere.errors == "")
    #expect(elsewhere.output.contains("\n  1 suppression is for other logs or rules\n"))
    let ignored = try run("where: '*'", "--ignore", "no-draw-while-hidden", "good.log")
    #expect(ignored.errors == "")
    let unread = try run("where: '*'", "nowhere.log")
    #expect(!unread.errors.contains("suppress"))
  }

  @Test(arguments: [
    ("where: '*'", "good.log", "unused"), ("where: '*'", "bad.log", "used"),
    ("where: other.log", "bad.log", "notConcerned"),
    ("where: '*'\n    expires: 2020-01-31", "bad.log", "lapsed"),
    ("where: '*'\n    expires: x", "bad.log", "unreadable"),
  ])
  func `has a status in the JSON document`(suppression: String, log: String, status: String) throws {
    let suppressions = try run(suppression, "-f", "json", log).document()["suppressions"] as? [[String: Any]]
    #expect(suppressions?.first?["status"] as? String == status)
    #expect(suppressions?.first?["ruleId"] as? String == "no-draw-while-hidden")
  }
}
