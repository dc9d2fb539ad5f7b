import Foundation
import Testing

@Suite struct `A mistake in a rulebook` {
  struct Row: CustomTestStringConvertible {
    var mistake: String
    /// The YAML that follows `start`.
    var yaml: String
    /// The expected output, from the message to the underlined place.
    var errors: String
    var testDescription: String { mistake }
  }

  /// The first twelve lines of the rulebook, without a mistake.
  static let start = """
    lifecheck: 1
    vocabulary:
      app.hide:
      app.show:
      view.draw: {fields: {id: text, ms: number}}
      view.close: {fields: {id: text}}
    spans:
      hidden: {from: app.hide, until: app.show}
      view: {from: view.draw, until: view.close, key: id}
    machines:
      app: {states: [shown, away], transitions: {app.hide: {to: away}, app.show: {to: shown}}}
    rules:

    """

  static let rows = [
    Row(
      mistake: "broken YAML", yaml: "  - id: no-draw\n    check: never: view.draw\n",
      errors: """
        error: mapping values are not allowed in this context
          --> mine.yaml:14:17
            |
         14 |     check: never: view.draw
            |                 ^
            |
         help: check the indentation, or put a text with a colon in quotes
        """),
    Row(
      mistake: "a key given twice", yaml: "  - id: no-draw\n    check: never view.draw\n    id: no-view\n",
      errors: """
        error: the key `id` is given twice
          --> mine.yaml:15:5
            |
         13 |   - id: no-draw
            |     -- the same key is here
            ⋮
         15 |     id: no-view
            |     ^^
            |
        """),
    Row(
      mistake: "an unknown key",
      yaml: "  - id: no-draw\n    chekc: never view.draw\n    check: never view.draw\n",
      errors: """
        error: unknown key `chekc`
          --> mine.yaml:14:5
            |
         14 |     chekc: never view.draw
            |     ^^^^^ did you mean `check`?
            |
        """),
    Row(
      mistake: "an unknown event", yaml: "  - id: no-draw\n    check: while hidden, never view.darw\n",
      errors: """
        error: unknown event `view.darw`
          --> mine.yaml:14:32
            |
         14 |     check: while hidden, never view.darw
            |                                ^^^^^^^^^ did you mean `view.draw`?
            |
         help: an event of your own is declared under `vocabulary:`
        """),
    Row(
      mistake: "an unknown span", yaml: "  - id: no-draw\n    check: while hiden, never view.draw\n",
      errors: """
        error: unknown span or state `hiden`
          --> mine.yaml:14:18
            |
         14 |     check: while hiden, never view.draw
            |                  ^^^^^ did you mean `hidden`?
            |
        """),
    Row(
      mistake: "an unknown state", yaml: "  - id: no-draw\n    check: while app.awya, never view.draw\n",
      errors: """
        error: unknown span or state `app.awya`
          --> mine.yaml:14:18
            |
         14 |     check: while app.awya, never view.draw
            |                  ^^^^^^^^ did you mean `app.away`?
            |
        """),
    Row(
      mistake: "a sentence that does not parse",
      yaml: "  - id: no-draw\n    check: >-\n      while hidden\n      never view.draw\n",
      errors: """
        error: expected `while`, `or` or `,` after the scope, found `never`
          --> mine.yaml:16:7
            |
         16 |       never view.draw
            |       ^^^^^
            |
        """),
    Row(
      mistake: "a number without unit", yaml: "  - id: short\n    check: each view lasts at most 5\n",
      errors: """
        error: a duration needs a unit
          --> mine.yaml:14:36
            |
         14 |     check: each view lasts at most 5
            |                                    ^ `5s` or `5ms`?
            |
        """),
    Row(
      mistake: "a rule declared twice",
      yaml: "  - id: no-draw\n    check: never view.draw\n  - id: no-draw\n    check: never view.close\n",
      errors: """
        error: rule `no-draw` is declared twice
          --> mine.yaml:15:9
            |
         13 |   - id: no-draw
            |         ------- the first one
            ⋮
         15 |   - id: no-draw
            |         ^^^^^^^
            |
        """),
  ]

  @Test(arguments: rows)
  func `is shown at its place, and nothing is checked`(row: Row) throws {
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good, "mine.yaml": Self.start + row.yaml])
    let outcome = try sandbox.run(["--rulebook", "mine.yaml", "good.trace.log"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors == row.errors + "\nno verdict: mine.yaml is not valid (1 error)\n")
  }

  @Test func `does not hide other mistakes`() throws {
    // All rows except the broken YAML, in one rulebook.
    let rules = Self.rows.dropFirst().enumerated().map { index, row in
      row.yaml.replacing("id: no-draw", with: "id: rule-\(index)")
    }
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good, "mine.yaml": Self.start + rules.joined()])
    let outcome = try sandbox.run(["--rulebook", "mine.yaml", "good.trace.log"])
    #expect(outcome.status == 2)
    for row in Self.rows.dropFirst() where row.mistake != "a rule declared twice" {
      #expect(outcome.errors.contains(row.errors.prefix { $0 != "\n" } + "\n"), "\(row.mistake)")
    }
    #expect(outcome.errors.contains("error: rule `rule-7` is declared twice\n"))
    #expect(outcome.reason == "no verdict: mine.yaml is not valid (8 errors)")
  }

  @Test(arguments: [
    (["a.yaml": "extends: a.yaml"], "a.yaml:2:10", "a.yaml -> a.yaml"),
    (
      ["a.yaml": "extends: b.yaml", "b.yaml": "extends: ./a.yaml"], "b.yaml:2:10",
      "a.yaml -> b.yaml -> a.yaml"
    ),
    (
      ["a.yaml": "extends: x/b.yaml", "x/b.yaml": "extends: c.yaml", "x/c.yaml": "extends: [../a.yaml]"],
      "x/c.yaml:2:11", "a.yaml -> x/b.yaml -> x/c.yaml -> a.yaml"
    ),
  ])
  func `may be a cycle of extended files`(files: [String: String], place: String, circle: String) throws {
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good])
    for (name, text) in files { try sandbox.write("lifecheck: 1\n\(text)\n", to: name) }
    let outcome = try sandbox.run(["--rulebook", "a.yaml", "good.trace.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: `extends` is circular: \(circle)\n  --> \(place)\n"))
  }

  @Test func `may be a missing file, named relative to the file that extends it`() throws {
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good, "base.yaml": "lifecheck: 1\n"])
    try sandbox.write("lifecheck: 1\nextends: base.yaml\n", to: "rules/mine.yaml")
    let outcome = try sandbox.run(["--rulebook", "rules/mine.yaml", "good.trace.log"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "error: rulebook `rules/base.yaml`: no such file\n  --> rules/mine.yaml:2:10\n"))
  }

  @Test func `is found in a local file with the name of a bundled rulebook`() throws {
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good])
    #expect(try !sandbox.run(["--rulebook", "ios.yaml", "good.trace.log"]).errors.contains("no such file"))
    try sandbox.write("lifecheck: 1\nruels: []\n", to: "ios.yaml")
    let outcome = try sandbox.run(["--rulebook", "ios.yaml", "good.trace.log"])
    #expect(outcome.errors.hasPrefix("error: unknown key `ruels`\n  --> ios.yaml:2:1\n"))
  }

  @Test func `that is only a warning is reported to the author, not in each check`() throws {
    let rule = "  - id: drawn-once\n    check: at most 1000 view.draw(id)\n"
    let sandbox = try Sandbox(["good.trace.log": Sandbox.good, "mine.yaml": Self.start + rule])
    let outcome = try sandbox.run(["--rulebook", "mine.yaml", "good.trace.log"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for command in ["test", "rules"] {
      let arguments = command == "test" ? [command, "mine.yaml"] : [command, "--rulebook", "mine.yaml"]
      let errors = try sandbox.run(arguments).errors
      #expect(
        errors.contains(
          "warning: every value of `id` is remembered until the session ends\n  --> mine.yaml:"), "\(errors)")
    }
  }

  @Test func `is also reported in a valid JSON document`() throws {
    for row in Self.rows {
      let sandbox = try Sandbox(["good.trace.log": Sandbox.good, "mine.yaml": Self.start + row.yaml])
      let outcome = try sandbox.run(["-f", "json", "--rulebook", "mine.yaml", "good.trace.log"])
      #expect(outcome.status == 2)
      let errors = try #require(try outcome.document()["errors"] as? [[String: Any]])
      let message = try #require(errors.first?["message"] as? String)
      #expect(row.errors.hasPrefix("error: \(message)\n"))
      let line = try #require(errors.first?["line"] as? Int)
      let column = try #require(errors.first?["column"] as? Int)
      #expect(row.errors.contains("\n  --> mine.yaml:\(line):\(column)\n"))
    }
  }
}
