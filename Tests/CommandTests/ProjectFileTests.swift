import Foundation
import Testing

@Suite struct `A project file` {
  /// A project whose root contains the logs and the rulebook of two rules.
  private func sandbox(_ project: String, at path: String = ".lifecheck.yaml") throws -> Sandbox {
    try Sandbox([
      "good.log": Sandbox.good, "warned.log": Sandbox.warned, "bad.log": Sandbox.bad,
      path: "lifecheck: 1\nrulebooks: views.yaml\n" + project,
    ])
  }

  @Test func `is found, and named in the summary`() throws {
    let outcome = try sandbox("rules: {no-layout-while-hidden: off}\n").run(["warned.log"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(" against views.yaml with .lifecheck.yaml: 1 rule: "))
    #expect(outcome.errors == "")
  }

  @Test func `is also found above the working folder, the nearest first`() throws {
    let sandbox = try sandbox("")
    try sandbox.write(Sandbox.bad, to: "a/b/bad.log")
    let far = try sandbox.run(["bad.log"], in: "a/b")
    #expect(far.output.contains(" against views.yaml with ../../.lifecheck.yaml: 2 rules: "))
    try sandbox.write("lifecheck: 1\nrulebooks: ../views.yaml\n", to: "a/.lifecheck.yaml")
    let near = try sandbox.run(["bad.log"], in: "a/b")
    #expect(near.output.contains(" against ../views.yaml with ../.lifecheck.yaml: 2 rules: "))
  }

  @Test(arguments: ["folder", "file"])
  func `is not searched above the repository`(kind: String) throws {
    let sandbox = try sandbox("")
    // A linked worktree and a submodule have a file where a clone has a folder.
    try sandbox.write(
      kind == "file" ? "gitdir: elsewhere\n" : "[core]\n", to: kind == "file" ? "a/.git" : "a/.git/config")
    try sandbox.write(Sandbox.bad, to: "a/b/bad.log")
    #expect(!(try sandbox.run(["bad.log"], in: "a/b").output.contains(".lifecheck.yaml")))
    #expect(
      try sandbox.run(["--rulebook", "../../views.yaml", "bad.log"], in: "a/b").output.contains(
        " against ../../views.yaml: "))
    try sandbox.write("lifecheck: 1\nrulebooks: ../views.yaml\n", to: "a/.lifecheck.yaml")
    #expect(try sandbox.run(["bad.log"], in: "a/b").output.contains(" with ../.lifecheck.yaml: "))
  }

  @Test func `can be named by --config and ignored by --no-config`() throws {
    let sandbox = try sandbox("rules: {no-draw-while-hidden: note}\n")
    try sandbox.write("lifecheck: 1\nrulebooks: ../views.yaml\n", to: "ci/strict.yaml")
    #expect(try sandbox.run(["bad.log"]).status == 0)
    let named = try sandbox.run(["--config", "ci/strict.yaml", "bad.log"])
    #expect(named.status == 1)
    #expect(named.output.contains(" against ../views.yaml with ci/strict.yaml: "))
    let none = try sandbox.run(["--no-config", "--rulebook", "views.yaml", "bad.log"])
    #expect(none.status == 1)
    #expect(none.output.contains(" against views.yaml: "))
    let both = try sandbox.run(["--config", "ci/strict.yaml", "--no-config", "bad.log"])
    #expect(both.status == 2)
    #expect(both.errors.hasPrefix("error: --config and --no-config exclude each other"))
  }

  @Test func `gives way to --rulebook, and may then set rules that are missing there`() throws {
    let sandbox = try sandbox("rules: {no-draw-while-hidden: note, no-layout-while-hidden: note}\n")
    let other = Sandbox.rulebook.replacing("no-layout-while-hidden", with: "no-layout-in-secret")
    try sandbox.write(other, to: "other.yaml")
    let outcome = try sandbox.run(["--rulebook", "other.yaml", "bad.log"])
    #expect(outcome.output.hasPrefix("note[no-draw-while-hidden]"))
    #expect(outcome.output.contains(" against other.yaml with .lifecheck.yaml: "))
    #expect(outcome.status == 0)
  }

  @Test func `adds vocabulary, also for the events command`() throws {
    let sandbox = try sandbox("vocabulary: {view.draw: {line: '[UI] {id} drawn'}}\n")
    try sandbox.write(Sandbox.good + "10:00:03.000 Shop[7:1] [UI] list drawn\n", to: "own.log")
    #expect(try sandbox.run(["own.log"]).output.hasPrefix("error[no-draw-while-hidden]: view list is drawn"))
    #expect(try sandbox.run(["--no-config", "--rulebook", "views.yaml", "own.log"]).status == 0)
    #expect(
      try sandbox.run(["events", "own.log"]).outputLines.last?.contains(#""event":"view.draw""#) == true)
  }

  @Test func `gives facts, which the facts in a log override`() throws {
    let sandbox = try Sandbox([
      ".lifecheck.yaml": "lifecheck: 1\nrulebooks: facts.yaml\nfacts: {modes: [audio, fetch], ios: 12}\n",
      "facts.yaml": """
      lifecheck: 1
      vocabulary:
        app.hide:
        app.config: {fields: {modes: list, ios: version}}
        view.draw:
      facts: app.config
      rules:
        - {id: old-drawing, check: never view.draw unless last app.config.ios >= 13}
        - {id: mute-drawing, check: never view.draw unless last app.config.modes contains audio}

      """,
      "silent.log": "Shop[7:1] app.hide\nShop[7:1] view.draw\n",
      "told.log": "Shop[7:1] app.config ios=13.1 modes=fetch\nShop[7:1] view.draw\n",
      "untold.log": "app.config ios=13.1\nShop[7:1] view.draw\n",
    ])
    func broken(_ arguments: String...) throws -> [String] {
      try sandbox.run(["-q", "-f", "concise"] + arguments).outputLines
        .compactMap { $0.firstMatch(of: /error: .*\[(.*)\]$/).map { String($0.1) } }
    }
    #expect(try broken("silent.log") == ["old-drawing"])
    #expect(try broken("told.log") == ["mute-drawing"])
    // A line without a process gives the facts of every app.
    #expect(try broken("untold.log") == [])
    #expect(
      try broken("--no-config", "--rulebook", "facts.yaml", "silent.log") == ["mute-drawing", "old-drawing"])
  }

  @Test(arguments: [
    ("records: view", "notTriggered"), ("records: [view.layout]", "notTriggered"),
    ("records: app", "notObservable"),
    ("{}", "notObservable"),
  ])
  func `can declare what the app records`(yaml: String, verdict: String) throws {
    let sandbox = try sandbox(yaml == "{}" ? "" : yaml + "\n")
    try sandbox.write("10:00:00.000 Shop[7:1] app.launch\n10:00:02.000 Shop[7:1] app.show\n", to: "mute.log")
    let rules = try #require(
      try sandbox.run(["-f", "json", "mute.log"]).document()["rules"] as? [[String: Any]])
    #expect(
      rules.first { $0["ruleId"] as? String == "no-layout-while-hidden" }?["verdict"] as? String == verdict)
  }

  @Test func `makes rules required and changes their severities`() throws {
    let sandbox = try sandbox("rules: {no-draw-while-hidden: {severity: warning, required: true}}\n")
    let broken = try sandbox.run(["--strict", "bad.log"])
    #expect(broken.output.hasPrefix("warning[no-draw-while-hidden]: "))
    #expect(broken.verdict == "1 warning in 1 log (--strict)")
    try sandbox.write("10:00:00.000 Shop[7:1] app.launch\n", to: "mute.log")
    let mute = try sandbox.run(["mute.log"])
    #expect(mute.output.hasPrefix("error[no-draw-while-hidden]: required, but not observable: "))
    #expect(mute.reason == "no verdict: no rule could be checked")
  }
}

@Suite struct `A project file with mistakes` {
  private let yaml = """
    lifecheck: 1
    rulebooks: views.yaml
    rules: {no-drawing: off, no-draw-while-hiden: error}
    recods: view

    """

  @Test func `gives no verdict and shows all mistakes`() throws {
    let sandbox = try Sandbox([".lifecheck.yaml": yaml, "good.log": Sandbox.good])
    for arguments in [["good.log"], ["events", "good.log"], ["--exit-zero", "good.log"]] {
      let outcome = try sandbox.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          error: unknown rule `no-drawing`
            --> .lifecheck.yaml:3:9
             |
           3 | rules: {no-drawing: off, no-draw-while-hiden: error}
             |         ^^^^^^^^^^
             |

          error: unknown rule `no-draw-while-hiden`
            --> .lifecheck.yaml:3:26
             |
           3 | rules: {no-drawing: off, no-draw-while-hiden: error}
             |                          ^^^^^^^^^^^^^^^^^^^ did you mean `no-draw-while-hidden`?
             |

          error: unknown key `recods`
            --> .lifecheck.yaml:4:1
             |
           4 | recods: view
             | ^^^^^^ did you mean `records`?
             |
          no verdict: .lifecheck.yaml is not valid (3 errors)

          """)
    }
  }

  @Test func `is reported in a valid JSON document`() throws {
    let sandbox = try Sandbox([".lifecheck.yaml": yaml, "good.log": Sandbox.good])
    let document = try sandbox.run(["-f", "json", "good.log"]).document()
    let errors = try #require(document["errors"] as? [[String: Any]])
    #expect(errors.map { $0["line"] as? Int } == [3, 3, 4])
    #expect(errors.allSatisfy { $0["path"] as? String == ".lifecheck.yaml" })
  }

  @Test func `is reported together with the mistakes of the rulebook`() throws {
    let rulebook = Sandbox.rulebook.replacing("severity: warning", with: "sevrity: warning")
    let sandbox = try Sandbox([".lifecheck.yaml": yaml, "views.yaml": rulebook, "good.log": Sandbox.good])
    let outcome = try sandbox.run(["good.log"])
    #expect(outcome.errors.contains("\n  --> .lifecheck.yaml:4:1\n"))
    #expect(outcome.errors.contains("\nerror: unknown key `sevrity`\n  --> views.yaml:"))
    #expect(outcome.reason == "no verdict: .lifecheck.yaml and views.yaml are not valid (4 errors)")
  }

  @Test(arguments: ["nowhere.yaml", "."])
  func `may be one that cannot be read`(path: String) throws {
    let outcome = try Sandbox(["good.log": Sandbox.good]).run(["--config", path, "good.log"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: project file `\(path)`: \(path == "." ? "is a folder" : "no such file")
        no verdict: \(path) is not valid (1 error)

        """)
  }

  @Test func `may be a dangling symbolic link`() throws {
    let sandbox = try Sandbox(["good.log": Sandbox.good])
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder.appending(path: ".lifecheck.yaml").path, withDestinationPath: "gone.yaml")
    let outcome = try sandbox.run(["--rulebook", "views.yaml", "good.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: project file `.lifecheck.yaml`: no such file\n"))
  }
}
