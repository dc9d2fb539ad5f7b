import Testing

/// JSON documents that a project file describes (`documents:`).
@Suite struct `A document of the project` {
  private static let project = """
    lifecheck: 1
    rulebooks: views.yaml
    documents:
      - records: run.steps[]
        time: at
        message: ['{text}', '{kind}: {detail.what}', '{kind}']
        fields: detail
        process: run.app
    vocabulary:
      app.hide: {line: 'window: hidden'}

    """

  private static let document = """
    {"run": {"app": "Shop", "steps": [
      {"at": "2026-01-01T10:00:00Z", "kind": "app.launch"},
      {"at": "2026-01-01T10:00:02Z", "kind": "window", "detail": {"what": "hidden"}},
      {"at": "2026-01-01T10:00:03Z", "kind": "view.draw", "detail": {"id": "list"}}
    ]}}

    """

  private func sandbox(_ document: String = document, project: String = project) throws -> Sandbox {
    try Sandbox([".lifecheck.yaml": project, "a.json": document])
  }

  @Test func `has violations at the lines of its records`() throws {
    let outcome = try sandbox().run(["-f", "concise", "a.json"])
    #expect(
      outcome.outputLines.first
        == "a.json:4:43: error: view list is drawn while the app is hidden [no-draw-while-hidden]")
    #expect(outcome.status == 1)
  }

  @Test func `has violations at the columns of its records if it is one line`() throws {
    let line = Self.document.replacing("\n", with: "")
    let outcome = try sandbox(line + "\n" + line).run(["-f", "concise", "a.json"])
    let column = line.prefix(upTo: line.firstRange(of: "view.draw")?.lowerBound ?? line.endIndex).count + 1
    let places = outcome.outputLines.filter { $0.contains(": error: view list") }.map {
      $0.prefix { $0 != " " }
    }
    #expect(places == ["a.json:1:\(column):", "a.json:2:\(column):"])
  }

  @Test func `has no violation without the record that causes it`() throws {
    let fixed = Self.document.replacing("view.draw", with: "view.layout")
    #expect(try sandbox(fixed).run(["a.json"]).status == 0)
  }

  /// Lines are not skipped, because a record need not contain a text of the vocabulary.
  @Test func `is found in a large log`() throws {
    let noise = String(repeating: "10:00:00.000 Other[8:1] nothing to report here\n", count: 60_000)
    let outcome = try sandbox(noise + Self.document + noise).run(["-f", "concise", "a.json"])
    #expect(outcome.outputLines.first?.hasPrefix("a.json:60004:43: error: ") == true, "\(outcome)")
  }

  /// An array of a name that other formats read element by element.
  @Test(arguments: ["events", "batch", "entries"])
  func `may have any array`(name: String) throws {
    let project = Self.project.replacing("run.steps[]", with: "\(name)[]").replacing("run.app", with: "app")
    let document = Self.document.replacing("{\"run\": ", with: "").replacing("]}}", with: "]}")
      .replacing("\"steps\"", with: "\"\(name)\"")
    let outcome = try sandbox(document, project: project).run(["-f", "concise", "a.json"])
    #expect(outcome.status == 1, "\(outcome)")
  }

  @Test(arguments: [
    ("message: '{kind'", "`{` without `}`"),
    ("message: kind", "the message has no value, such as `{message}`"),
    ("message: '{kind..what}'", "expected the place of a value between the braces"),
    ("{message: '{kind}', time: a..b}", "`time`: `a..b` is not a place in a document"),
    ("time: at", "a document has no `message`"), ("true", "a document: expected a mapping"),
  ])
  func `may be described wrongly`(entry: String, mistake: String) throws {
    let project = "lifecheck: 1\nrulebooks: views.yaml\ndocuments:\n  - \(entry)\n"
    let outcome = try sandbox(project: project).run(["a.json"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(mistake), "\(outcome.errors)")
    #expect(outcome.errors.contains(".lifecheck.yaml:4:"), "\(outcome.errors)")
  }
}
