import Testing

@Suite struct `The rules of a check` {
  private func sandbox() throws -> Sandbox {
    try Sandbox([
      "both.log": Sandbox.warned + "10:00:04.000 Shop[7:1] view.draw id=list\n",
      "off.yaml": "lifecheck: 1\nrulebooks: views.yaml\nrules: {no-draw-while-hidden: off}\n",
    ])
  }

  private static let draw = "no-draw-while-hidden"
  private static let layout = "no-layout-while-hidden"

  struct Row: CustomTestStringConvertible {
    var arguments: [String]
    var broken: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Row(arguments: [], broken: [layout, draw]),
    Row(arguments: ["--select", draw], broken: [draw]),
    Row(arguments: ["--select", "\(draw),\(layout)"], broken: [layout, draw]),
    Row(arguments: ["--select", draw, "--select", layout], broken: [layout, draw]),
    Row(arguments: ["--ignore", draw], broken: [layout]),
    Row(arguments: ["--select", "\(draw),\(layout)", "--ignore", layout], broken: [draw]),
    Row(arguments: ["--config", "off.yaml"], broken: [layout]),
    Row(arguments: ["--config", "off.yaml", "--select", draw], broken: [draw]),
    Row(
      arguments: ["--config", "off.yaml", "--select", draw + "," + layout, "--ignore", draw], broken: [layout]
    ),
  ])
  func `are chosen by project, --select and --ignore, in this order`(row: Row) throws {
    let outcome = try sandbox()
      .run(["--rulebook", "views.yaml", "-q", "-f", "concise", "both.log"] + row.arguments)
    let broken = outcome.outputLines.compactMap { $0.firstMatch(of: /: (?:error|warning): .*\[(.*)\]$/) }
    #expect(broken.map { String($0.1) } == row.broken)
    #expect(outcome.status == (row.broken.contains(Self.draw) ? 1 : 0))
  }

  @Test func `must be named by known ids`() throws {
    let outcome = try sandbox()
      .check("--select", "no-draw-while-hiden,zzz", "--ignore", "\(Self.layout),draw", "both.log")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        error: --select: unknown rule `no-draw-while-hiden`
         note: did you mean `no-draw-while-hidden`?

        error: --select: unknown rule `zzz`
         help: `lifecheck rules` lists the rules of a rulebook

        error: --ignore: unknown rule `draw`
         note: did you mean `\(Self.draw)`?
        no verdict: --select and --ignore are not valid (3 errors)

        """)
    let document = try sandbox().check("-f", "json", "--select", "zzz", "both.log").document()
    let errors = try #require(document["errors"] as? [[String: Any]])
    #expect(errors.map { $0["message"] as? String } == ["--select: unknown rule `zzz`"])
  }

  @Test func `must include at least one`() throws {
    let outcome = try sandbox().check("--ignore", "\(Self.layout),\(Self.draw)", "both.log")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: no rule of views.yaml is left, so there is nothing to check
         help: all are turned off by the project file, or left out by `--select` and `--ignore`
        no verdict: views.yaml is not valid (1 error)

        """)
  }
}

@Suite struct `The statistics` {
  private func sandbox() throws -> Sandbox {
    try Sandbox([
      "good.log": Sandbox.good + "10:00:03.000 Shop[7:1] app.show\n",
      "bad.log": Sandbox.bad + "10:00:05.000 Shop[7:1] app.show\n",
      "project.yaml": """
      lifecheck: 1
      suppressions: [{rule: no-draw-while-hidden, where: bad.log, reason: we know}]

      """,
    ])
  }

  private static let table = """
    rule                    severity  verdict   violated  held  inconclusive  suppressed
    no-draw-while-hidden    error     violated         1     1             0           1
    no-layout-while-hidden  warning   held             0     2             0           0

    """

  @Test(arguments: ["full", "concise"])
  func `are a table of all logs, above the summary`(format: String) throws {
    let outcome = try sandbox()
      .check("--statistics", "-f", format, "--config", "project.yaml", "good.log", "bad.log")
    #expect(outcome.output.hasPrefix(Self.table + "\nchecked 2 logs "))
    #expect(outcome.status == 0)
  }

  @Test func `say why a rule is not observable and which events are missing`() throws {
    let sandbox = try Sandbox(["mute.log": "10:00:00.000 Shop[7:1] app.hide\n"])
    let arguments = ["--rulebook", "views.yaml", "mute.log"]
    let table = try sandbox.run(arguments + ["--statistics"])
    #expect(
      table.outputLines.contains {
        $0.hasPrefix("no-layout-while-hidden") && $0.hasSuffix("  needs view.layout, never logged")
      })
    let rules = try #require(
      try sandbox.run(arguments + ["-f", "json"]).document()["rules"] as? [[String: Any]])
    #expect(
      rules.map { $0["reason"] as? String } == [
        "needs view.draw, never logged", "needs view.layout, never logged",
      ])
    let missing = try #require(rules.last?["missing"] as? [String: Any])
    #expect(missing["events"] as? [[String]] == [["view.layout"]])
    #expect(missing["values"] as? [String] == [])
  }

  @Test func `are also printed with --quiet`() throws {
    let outcome = try sandbox()
      .check("--statistics", "-q", "--config", "project.yaml", "good.log", "bad.log")
    #expect(outcome.output == Self.table)
  }

  @Test func `are in the JSON document for each log, with or without --statistics`() throws {
    for arguments in [[], ["--statistics"]] {
      let document = try sandbox().run(
        ["--rulebook", "views.yaml", "-f", "json", "--config", "project.yaml", "good.log", "bad.log"]
          + arguments
      ).document()
      let rules = try #require(document["rules"] as? [[String: Any]])
      #expect(rules.map { $0["path"] as? String } == ["good.log", "good.log", "bad.log", "bad.log"])
      for (column, counts) in [
        ("violated", [0, 0, 1, 0]), ("held", [1, 1, 0, 1]), ("inconclusive", [0, 0, 0, 0]),
        ("suppressed", [0, 0, 1, 0]),
      ] {
        #expect(rules.map { $0[column] as? Int } == counts, "\(column)")
      }
    }
  }

  @Test func `are not printed if nothing was checked`() throws {
    let outcome = try sandbox().check("--statistics", "nowhere.log")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
  }
}
