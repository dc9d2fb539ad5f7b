import Testing

@Suite struct `The samples` {
  @Test func `contain one log that tests many rules and breaks none`() throws {
    let sandbox = try Project.sandbox()
    let outcome = try sandbox.run(["Samples/healthy.trace.log"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.outputLines.count == 3)
    let rules = try #require(
      try sandbox.run(["-f", "json", "Samples/healthy.trace.log"]).document()["rules"] as? [[String: Any]])
    let verdicts = Set(rules.compactMap { $0["verdict"] as? String })
    #expect(verdicts == ["held", "notTriggered", "notObservable"])
    #expect(rules.filter { $0["verdict"] as? String == "held" }.count >= 30)
  }

  struct Row: CustomTestStringConvertible {
    var sample: String
    var status: Int32
    /// The line and rule of each violation, in the order of the report.
    var violations: [String]
    var testDescription: String { sample }
  }

  @Test(arguments: [
    Row(
      sample: "broken.trace.log", status: 1,
      violations: [
        "8 launch-callback-order",
        "10 lifecycle-callback-order",
        "24 timers-stopped-on-resign",
        "28 background-callback-within-5s",
        "28 save-data-on-background",
        "30 no-gl-in-background",
        "42 close-protected-files-on-lock",
        "45 no-protected-file-access-while-locked",
        "47 foreground-callback-order",
        "49 background-callback-order",
      ]),
    Row(
      sample: "home.trace.log", status: 1,
      violations: ["5 timers-stopped-on-resign", "10 no-gl-in-background"]),
    Row(sample: "nslog.log", status: 1, violations: ["19 foreground-callback-order"]),
    Row(sample: "scenes.log", status: 0, violations: ["9 timers-stopped-on-resign"]),
  ])
  func `break the expected rules at the expected lines`(row: Row) throws {
    let outcome = try Project.sandbox().run(["-q", "-f", "concise", "Samples/\(row.sample)"])
    let violations = outcome.outputLines.compactMap { line in
      line.wholeMatch(of: /Samples\/[^:]+:(\d+):\d+: (?:error|warning): .* \[([a-z0-9-]+)\]/)
        .map { "\($0.1) \($0.2)" }
    }
    #expect(violations == row.violations)
    #expect(outcome.status == row.status)
  }
}
