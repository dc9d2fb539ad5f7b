import Foundation
import Testing

@Suite struct `The rules` {
  private static let rulebook = """
    # Doors: what opens and shuts them. No more.
    lifecheck: 1
    extends: views.yaml
    vocabulary:
      door.open: {callback: doorDidOpen, notification: Door.didOpenNotification, fields: {id: text, ms: number}}
      door.shut: {line: 'shut {id}'}
      door.paint: {fields: {id: text}}
    spans:
      ajar: {from: door.open, until: door.shut, key: id}
    rules:
      - id: paint-shut-doors-only-and-never-those-that-are-open
        title: paint no door that is open, for then the paint runs on the floor and has to be wiped up again
        severity: warning
        required: true
        check:
          - during ajar(id), never door.paint(id)
          - {sentence: 'no ajar is open at the close of door.open unless ms > 5', severity: note}
        why: paint runs
        help: shut it
        guidance: [D-1, https://example.com/doors]
        yields: no-draw-while-hidden
        good: 10:00:00 House[7:1] door.paint id=a
        bad: |
          10:00:00 House[7:1] door.open id=a
          10:00:01 House[7:1] door.paint id=a  # expect: paint-shut-doors-only-and-never-those-that-are-open
      - id: no-paint
        check: never door.*
        needs: [door.open or door.paint]

    """

  private func run(_ arguments: String..., project: String? = nil, environment: [String: String] = [:]) throws
    -> Sandbox.Outcome
  {
    let sandbox = try Sandbox(["doors.yaml": Self.rulebook])
    if let project { try sandbox.write(project, to: ".lifecheck.yaml") }
    let rulebook = project == nil ? ["--rulebook", "doors.yaml"] : []
    return try sandbox.run(["rules"] + rulebook + arguments, environment: environment)
  }

  @Test func `are listed by file within 80 columns`() throws {
    let outcome = try run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        views.yaml
          error    no-draw-while-hidden                    after app.hide until …
          warning  no-layout-while-hidden                  after app.hide until …

        Doors: what opens and shuts them
          warning  paint-shut-doors-only-and-never-those-that-are-open
                                                           paint no door that is open,
                                                           for then the paint runs on
                                                           the floor and has to be wiped
                                                           up again
          error    no-paint                                never door.*

        4 rules: 2 errors, 2 warnings

        """)
  }

  @Test func `are wrapped to the width of the terminal`() throws {
    let wide = try run(environment: ["COLUMNS": "200"]).output
    #expect(
      wide.contains(
        "  paint no door that is open, for then the paint runs on the floor and has to be wiped up again\n"))
    let narrow = try run(environment: ["COLUMNS": "50"]).output
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 62 })
  }

  @Test func `are coloured only on request`() throws {
    #expect(try run("--color", "always").output.contains("\u{1b}[1;31merror\u{1b}[0m    no-draw"))
    let plain = try run().output
    #expect(!plain.contains("\u{1b}"))
  }

  @Test(arguments: ["rules", "explain"]) func `are explained without any options`(
    command: String
  ) throws {
    let outcome = try Sandbox().run([command, "launch-callback-order"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("launch-callback-order"))
  }

  @Test(arguments: ["rules", "explain"]) func `are explained in full if they are named`(command: String)
    throws
  {
    let sandbox = try Sandbox(["doors.yaml": Self.rulebook])
    let outcome = try sandbox.run([
      command, "--rulebook", "doors.yaml", "paint-shut-doors-only-and-never-those-that-are-open", "no-paint",
    ])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        warning[paint-shut-doors-only-and-never-those-that-are-open]: paint no door that is open, for then the paint runs on the floor and has to be wiped up again
          --> doors.yaml:11:9
         note: it is required: a run that does not check it fails
        check: during ajar(id), never door.paint(id)
        means: during each opening of ajar, door.paint must not occur. Each occurrence
               is reported. Different values of id are checked separately
        check: (note) no ajar is open at the close of door.open unless ms > 5
        means: no ajar may be open at the close of door.open. Each one that is still
               open is reported. Nothing is reported if `ms` is greater than 5
        needs: door.paint
           or: door.open
          why: paint runs
         help: shut it
         docs: D-1, https://example.com/doors
         note: it is not reported on a line that no-draw-while-hidden reports

        logged by the system or a callback:
          door.open: doorDidOpen, Door.didOpenNotification
          door.shut: `shut {id}`
        only if you log it:
          door.open.end
          door.paint id=<text>

        keeps it:
          10:00:00 House[7:1] door.paint id=a

        breaks it:
          10:00:00 House[7:1] door.open id=a
          10:00:01 House[7:1] door.paint id=a  # expect: paint-shut-doors-only-and-never-those-that-are-open

        error[no-paint]
          --> doors.yaml:26:9
        check: never door.*
        means: door.* must not occur. Each occurrence is reported
        needs: one of door.open, door.paint

        logged by the system or a callback:
          door.*: door.open, door.shut
          door.open: doorDidOpen, Door.didOpenNotification
        only if you log it:
          door.paint id=<text>

        """)
  }

  @Test func `are listed with the events that they need by --needs`() throws {
    #expect(
      try run("--needs", "no-draw-while-hidden", "paint-shut-doors-only-and-never-those-that-are-open").output
        == """
        no-draw-while-hidden
          needs:
            view.draw
          only if you log it:
            app.hide
            app.show
            view.draw id=<text>

        paint-shut-doors-only-and-never-those-that-are-open
          needs:
            door.paint
          or needs:
            door.open
          logged by the system or a callback:
            door.open, door.shut
          only if you log it:
            door.open.end
            door.paint id=<text>

        """)
  }

  @Test func `have a ranking of the events that make most of them checkable`() throws {
    #expect(
      try run("--needs").output == """
        Log these events first. Each row says how many more rules can be checked with
        its event.

        event        more rules  in all
        door.open             2       2  system or callback
        view.draw             1       3
        view.layout           1       4

        """)
  }

  @Test func `have all their properties in JSON`() throws {
    let document = try run("-f", "json", "--needs", "paint-shut-doors-only-and-never-those-that-are-open")
      .document()
    #expect(document["version"] as? Int == 1)
    #expect(document["rulebook"] as? String == "doors.yaml")
    let rules = try #require(document["rules"] as? [[String: Any]])
    try #require(rules.count == 1)
    #expect(rules[0]["group"] as? String == "Doors: what opens and shuts them")
    #expect(rules[0]["rulebook"] as? String == "doors.yaml")
    #expect(rules[0]["severity"] as? String == "warning")
    #expect(rules[0]["required"] as? Bool == true)
    #expect(rules[0]["line"] as? Int == 11)
    #expect(rules[0]["needs"] as? [[String]] == [])
    #expect(rules[0]["requires"] as? [[[String]]] == [[["door.paint"]], [["door.open"]]])
    let ranking = try #require(document["ranking"] as? [[String: Any]])
    #expect(ranking.map { $0["event"] as? String } == ["door.open"])
    let sentences = try #require(rules[0]["sentences"] as? [[String: Any]])
    #expect(sentences.map { $0["severity"] as? String } == [nil, "note"])
    let events = try #require(rules[0]["events"] as? [[String: Any]])
    #expect(events.map { $0["told"] as? Bool } == [true, false, true, false])
    #expect(events[0]["line"] as? String == "door.open id=<text> ms=<number>")
    #expect(events[0]["callbacks"] as? [String] == ["doorDidOpen"])
    let examples = try #require(rules[0]["examples"] as? [[String: Any]])
    #expect(examples.map { $0["kind"] as? String } == ["good", "bad"])
  }

  @Test func `have the severities of the project, and include those that are off`() throws {
    let project = "lifecheck: 1\nrulebooks: doors.yaml\nrules: {no-paint: off, no-draw-while-hidden: note}\n"
    let list = try run(project: project).output
    #expect(list.contains("  note     no-draw-while-hidden "))
    #expect(list.contains("  off      no-paint "))
    #expect(list.hasSuffix("4 rules: 2 warnings, 1 note, 1 off\n"))
    #expect(try run("no-paint", project: project).output.contains(" note: it is off in .lifecheck.yaml\n"))
    #expect(try run("--no-config", project: project).output.contains("background-callback-within-5s"))
  }

  @Test func `with unknown ids are errors`() throws {
    let outcome = try run("no-pait", "zzzzzzzzzz", "no-paint")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        error: unknown rule `no-pait`
         note: did you mean `no-paint`?

        error: unknown rule `zzzzzzzzzz`
         help: `lifecheck rules` lists the rules of doors.yaml

        """)
    let errors = try run("-f", "json", "no-pait").document()["errors"] as? [[String: Any]]
    #expect(errors?.first?["message"] as? String == "unknown rule `no-pait`")
  }

  @Test func `need a valid rulebook`() throws {
    let outcome = try Sandbox(["typo.yaml": "lifecheck: 1\nruels: []\n"]).run([
      "rules", "--rulebook", "typo.yaml",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: unknown key `ruels`\n  --> typo.yaml:2:1\n"))
    #expect(outcome.reason == "no verdict: typo.yaml is not valid (1 error)")
  }

  @Test func `are printed as Markdown with their texts escaped`() throws {
    let page = try run("-f", "markdown", "no-paint", "no-draw-while-hidden").output
    #expect(page.hasPrefix("# The rules of doors.yaml\n\n2 rules: 2 errors. "))
    #expect(page.contains("\n## views.yaml\n\n### `no-draw-while-hidden`\n\n**error**\n\n    after app.hide"))
    #expect(
      page.contains("\n- Why: nobody sees it\n- Help: wait for app.show\n- Only if you log it: `app.hide`,"))
    let marked = Self.rulebook.replacing("why: paint runs", with: "why: 'a * <b> `c_d` [e]'")
    let sandbox = try Sandbox(["doors.yaml": marked])
    let text = try sandbox.run(["rules", "-f", "markdown", "--rulebook", "doors.yaml"]).output
    #expect(text.contains("- Why: a \\* \\<b\\> `c_d` \\[e\\]\n"))
    let open = Self.rulebook.replacing("why: paint runs", with: "why: 'a `b` ` <c> d'")
    let other = try Sandbox(["doors.yaml": open]).run(["rules", "-f", "markdown", "--rulebook", "doors.yaml"])
    #expect(other.output.contains("- Why: a `b` \\` \\<c\\> d\n"))
  }

  @Test(arguments: ["ios", "android"]) func `that are bundled are the same as on their page`(name: String)
    throws
  {
    // `RECORD=1 swift test --filter RulesTests` writes the page.
    let page = try Sandbox().run(["rules", "--no-config", "--rulebook", name, "-f", "markdown"]).output
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(page.utf8).write(to: Project.folder.appending(path: "Rules/\(name).md"))
    }
    #expect(try Project.text(of: "Rules/\(name).md") == page)
  }

  @Test(arguments: ["ios", "android"]) func `that are bundled fit 80 columns, and each is explained`(
    name: String
  ) throws {
    let sandbox = try Sandbox()
    let rules = ["rules", "--rulebook", name]
    let list = try sandbox.run(rules)
    #expect(list.status == 0)
    for line in list.outputLines { #expect(line.count <= 80, "\(line)") }
    let document = try sandbox.run(rules + ["-f", "json"]).document()
    let ids = try #require(document["rules"] as? [[String: Any]]).compactMap { $0["ruleId"] as? String }
    #expect(ids.count >= 10)
    let pages = try sandbox.run(rules + ids)
    #expect(pages.status == 0)
    for id in ids { #expect(list.output.contains(id) && pages.output.contains("[\(id)]"), "\(id)") }
  }

  @Test func `are shown as a program`() throws {
    let rulebook = """
      lifecheck: 1
      vocabulary:
        door.open: {callback: doorDidOpen, fields: {id: text, ms: number}}
        door.shut: {line: 'shut {id}'}
        door.paint: {fields: {id: text}}
      spans:
        ajar: {from: door.open, until: door.shut, key: id}
      machines:
        shop:
          states: [dark, bright]
          transitions:
            door.open: [{from: [bright, dark], where: ms > 5, to: bright}, {to: dark}]
      rules:
        - id: shut-doors
          check:
            - during ajar(id), never door.paint(id)
            - each door.open(id) is followed by door.shut(id) within 5s
            - no ajar is open at the close of door.open unless ms > 5 or door.paint within the last 2s
        - id: other
          check: never door.shut

      """
    let sandbox = try Sandbox(["doors.yaml": rulebook])
    let outcome = try sandbox.run(["rules", "--rulebook", "doors.yaml", "--program", "shut-doors"])
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        shut-doors s0: during ajar(id), never door.paint(id)
        shut-doors s1: each door.open(id) is followed by door.shut(id) within 5s
          limit 5 s
        shut-doors s2: no ajar is open at the close of door.open unless ms > 5 or door.paint within the last 2s
          unless (ms > 5 or m0 within the last 2 s)

        door.open
          step      shop: dark or bright -> bright if ms > 5
          step      shop: any state -> dark
          open      ajar by id
          judge     s1 event by id

        door.shut
          close     ajar by id
          judge     s1 answer by id while s1 waits

        door.paint
          judge     s0 event by id
          remember  m0

        the close of door.open
          judge     s2 event

        """)
    let unnamed = try sandbox.run(["rules", "--rulebook", "doors.yaml", "--program"])
    #expect(unnamed.status == 2)
    #expect(unnamed.errors == "error: --program needs the id of a rule (see `lifecheck --help`)\n")
    for other in [["--needs"], ["--format", "json"]] {
      let mixed = try sandbox.run(["rules", "--rulebook", "doors.yaml", "--program", "shut-doors"] + other)
      #expect(mixed.status == 2)
      #expect(mixed.output == "")
    }
  }
}
