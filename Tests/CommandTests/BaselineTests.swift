import Foundation
import Testing

/// A baseline, from the first run of a project on.
@Suite struct `Known violations` {
  /// The rulebook with the view as a key.
  private static let rulebook = Sandbox.rulebook.replacing("never view.draw", with: "never view.draw(id)")
  private static let good = Sandbox.good
  private static func draw(_ ids: String...) -> String {
    good + ids.map { "10:00:03.000 Shop[7:1] view.draw id=\($0)\n" }.joined()
  }

  private func sandbox(_ log: String) throws -> Sandbox {
    try Sandbox([
      "a.log": log, "views.yaml": Self.rulebook,
      ".lifecheck.yaml": "lifecheck: 1\nrulebooks: views.yaml\nbaseline: known.yaml\n",
    ])
  }

  private func text(_ sandbox: Sandbox) throws -> String {
    String(decoding: try Data(contentsOf: sandbox.folder.appending(path: "known.yaml")), as: UTF8.self)
  }

  @Test func `pass until there is a new one, and leave the file when they are fixed`() throws {
    let sandbox = try sandbox(Self.draw("cart", "list"))
    // Write.
    var outcome = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n  known.yaml now has 2 known violations, 2 of them new\n"))
    #expect(outcome.verdict == "no new violations: 1 rule held, 2 violations known")
    let written = try text(sandbox)
    // Green, with other times and numbers.
    try sandbox.write(
      Self.draw("cart", "list").replacing("10:00", with: "11:30").replacing("7:1", with: "8123:4"),
      to: "a.log")
    outcome = try sandbox.run(["a.log"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n  2 violations are known since 2"))
    #expect(try text(sandbox) == written)
    // Fix one.
    try sandbox.write(
      Self.draw("cart") + "10:00:04.000 Shop[7:1] app.show\n10:00:05.000 Shop[7:1] view.draw id=list\n",
      to: "a.log")
    outcome = try sandbox.run(["a.log"])
    #expect(outcome.status == 0)
    #expect(try text(sandbox) == written)
    // Prune.
    outcome = try sandbox.run(["--prune-baseline", "a.log", "b.log"])
    #expect(outcome.status == 2, "b.log is missing")
    #expect(!outcome.output.contains("did not occur"), "it may be in b.log")
    #expect(try text(sandbox) == written)
    try sandbox.write(Self.good + "10:00:04.000 Shop[7:1] app.show\n", to: "b.log")
    outcome = try sandbox.run(["--prune-baseline", "a.log", "b.log"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "  1 known violation did not occur, although the rule held, and is removed: no-draw-while-hidden (view.draw id=list)\n"
      ))
    #expect(try text(sandbox).split(separator: "\n").count == written.split(separator: "\n").count - 1)
    // Add one.
    try sandbox.write(Self.draw("cart", "menu"), to: "a.log")
    outcome = try sandbox.run(["-f", "concise", "a.log"])
    #expect(outcome.status == 1)
    #expect(outcome.outputLines.first?.contains("view menu is drawn while the app is hidden") == true)
    #expect(outcome.verdict == "1 error in 1 log")
  }

  @Test func `are not fixed by a log that does not exercise their rule or their subject`() throws {
    let sandbox = try sandbox(Self.draw("cart"))
    _ = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    let logs = [
      // The app is never hidden.
      "10:00:00.000 Shop[7:1] app.launch\n10:00:01.000 Shop[7:1] view.draw id=cart\n",
      // The rule holds, but the log does not show the cart.
      Self.good.replacing("id=list", with: "id=menu") + "10:00:04.000 Shop[7:1] app.show\n",
    ]
    for log in logs {
      try sandbox.write(log, to: "a.log")
      let outcome = try sandbox.run(["a.log"])
      #expect(!outcome.output.contains("did not occur"), "\(log)\(outcome.output)")
    }
    try sandbox.write(
      Self.good.replacing("id=list", with: "id=cart") + "10:00:04.000 Shop[7:1] app.show\n", to: "a.log")
    let outcome = try sandbox.run(["a.log"])
    #expect(
      outcome.output.contains(
        "  1 known violation did not occur, although the rule held (`--prune-baseline` removes it): no-draw-while-hidden (view.draw id=cart)\n"
      ))
    let fixed = try sandbox.run(["-f", "json", "a.log"]).document()["baseline"] as? [String: Any]
    #expect(
      (fixed?["fixed"] as? [[String: Any]])?.map { $0["ruleId"] as? String } == ["no-draw-while-hidden"])
  }

  @Test func `are not fixed by a log in which the rule holds for another subject`() throws {
    let sandbox = try sandbox("")
    try sandbox.write(
      Sandbox.rulebook.replacing(
        "after app.hide until app.show, never view.draw\n",
        with: "while hidden, each view.layout(id) is followed by view.draw(id) within 1s\n"
      ).replacing("sessions:", with: "spans: {hidden: {from: app.hide, until: app.show}}\nsessions:"),
      to: "views.yaml")
    let layout = { (id: String, second: Int) in "10:00:\(second).000 Shop[7:1] view.layout id=\(id)\n" }
    let draw = { (id: String, second: Int) in "10:00:\(second).500 Shop[7:1] view.draw id=\(id)\n" }
    let show = "10:00:20.000 Shop[7:1] app.show\n"
    try sandbox.write(Sandbox.good + layout("cart", 10) + show, to: "a.log")
    _ = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    // The cart is laid out, but not while the app is hidden.
    try sandbox.write(
      Sandbox.good + layout("menu", 10) + draw("menu", 10) + show + layout("cart", 30), to: "a.log")
    #expect(try !sandbox.run(["a.log"]).output.contains("did not occur"))
    try sandbox.write(Sandbox.good + layout("cart", 10) + draw("cart", 10) + show, to: "a.log")
    #expect(
      try sandbox.run(["a.log"]).output.contains(
        "1 known violation did not occur, although the rule held (`--prune-baseline` removes it)"))
  }

  @Test func `are not fixed while they are suppressed`() throws {
    let sandbox = try sandbox(Self.draw("cart"))
    _ = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    try sandbox.write(
      Self.good.replacing("id=list", with: "id=cart") + "10:00:04.000 Shop[7:1] app.show\n", to: "b.log")
    let suppression = "suppressions: [{rule: no-draw-while-hidden, reason: x, where: a.log}]\n"
    try sandbox.write(
      "lifecheck: 1\nrulebooks: views.yaml\nbaseline: known.yaml\n" + suppression, to: ".lifecheck.yaml")
    let outcome = try sandbox.run(["a.log", "b.log"])
    #expect(outcome.output.contains("1 violation is suppressed"))
    #expect(!outcome.output.contains("did not occur"), "\(outcome.output)")
  }

  @Test func `are in the reports for programs`() throws {
    let sandbox = try sandbox(Self.draw("cart"))
    _ = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    try sandbox.write(Self.draw("cart", "menu"), to: "a.log")
    let document = try sandbox.run(["-f", "json", "--output", "sarif=a.sarif", "a.log"]).document()
    let known = try #require(document["known"] as? [[String: Any]])
    #expect(known.map { ($0["subject"] as? [String: String])?["id"] } == ["cart"])
    #expect((document["violations"] as? [[String: Any]])?.count == 1)
    #expect((document["summary"] as? [String: Any])?["known"] as? Int == 1)
    let sarif =
      try JSONSerialization.jsonObject(
        with: try Data(contentsOf: sandbox.folder.appending(path: "a.sarif"))) as? [String: Any]
    let results = try #require((sarif?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    #expect(results.map { $0["baselineState"] as? String } == ["new", "unchanged"])
  }

  @Test func `count again when their entry expires`() throws {
    let sandbox = try sandbox(Self.draw("cart"))
    _ = try sandbox.run(["--write-baseline", "known.yaml", "a.log"])
    let entry = try text(sandbox)
    try sandbox.write(entry.replacing("}\n", with: ", expires: 9999-12-31}\n"), to: "known.yaml")
    #expect(try sandbox.run(["a.log"]).status == 0)
    try sandbox.write(entry.replacing("}\n", with: ", expires: 2026-01-01}\n"), to: "known.yaml")
    let outcome = try sandbox.run(["a.log"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("its entry in known.yaml expired on 2026-01-01"))
  }

  @Test(arguments: [
    (["--baseline", "other.yaml", "a.log"], "error: baseline `other.yaml`: no such file"),
    (["--no-config", "--prune-baseline", "a.log"], "error: --prune-baseline needs a baseline"),
    (["--baseline", "views.yaml", "a.log"], "error: unknown key `lifecheck`"),
    (["--write-baseline", "views.yaml", "a.log"], "error: unknown key `lifecheck`"),
    (
      ["--baseline", "x", "--write-baseline", "y", "a.log"],
      "error: --baseline and --write-baseline name different files"
    ),
    (
      ["--write-baseline", "missing/known.yaml", "a.log"],
      "error: cannot write missing/known.yaml: no such file"
    ),
  ])
  func `are not checked with a wrong option`(arguments: [String], message: String) throws {
    let sandbox = try sandbox(Self.draw("cart"))
    try sandbox.write(
      "baseline: 1\nfingerprints: lifecheck/v1\nknown: []\n", to: "known.yaml")
    let outcome = try sandbox.run(arguments)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.split(separator: "\n").contains { $0.lowercased().hasPrefix(message.lowercased()) },
      "\(outcome.errors)")
    #expect(try sandbox.run(["-q", "a.log"]).status == 1)
  }
}
