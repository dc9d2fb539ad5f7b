import Foundation
import Testing

@Suite struct `A log that cannot be checked` {
  struct Row: CustomTestStringConvertible {
    var path: String
    var message: String
    var testDescription: String { path.debugDescription }
  }

  static let rows = [
    Row(path: "nothing-like-it", message: "no such file"),
    Row(path: "trace.lgo", message: "no such file; did you mean `trace.log`?"),
    Row(path: "logs/frist.log", message: "no such file; did you mean `logs/first.log`?"),
    Row(path: "nowhere/trace.log", message: "no such file"),
    Row(path: "trace.log/x", message: "no such file"),
    Row(path: "empty.log", message: "is empty"),
    Row(
      path: "notes.txt",
      message: "no known event in 3 lines; is it an app's log? the README says how to make it checkable"),
    Row(
      path: "strange.log",
      message: "no known event in 2 lines; `view.darw` in line 2 is not known, did you mean `view.draw`?"),
    Row(path: "\u{1b}[2J", message: "no such file"),
    Row(
      path: "views.yaml",
      message: "is a rulebook, not a log; to check logs against it: --rulebook views.yaml"),
    Row(
      path: "rules/mine.yml",
      message: "is a rulebook, not a log; to check logs against it: --rulebook rules/mine.yml"),
    Row(
      path: "packed.yaml.gz",
      message: "is a rulebook, not a log; decompress it; to check logs against it: --rulebook packed.yaml"),
    Row(
      path: "logs/.lifecheck.yaml",
      message: "is a project file, not a log; lifecheck finds it by itself, or use --config"),
    Row(
      path: "notes.yaml",
      message: "no known event in 1 line; is it an app's log? the README says how to make it checkable"),
    Row(path: "empty.yaml", message: "is empty"),
  ]

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox([
      "trace.log": Sandbox.bad, "logs/first.log": Sandbox.good, "empty.log": "",
      "rules/mine.yml": "# Of my own\r\n---\n\n" + Sandbox.rulebook, "logs/.lifecheck.yaml": "lifecheck: 1\n",
      "notes.yaml": "notes: [lifecheck]\n", "empty.yaml": "",
      "notes.txt": "Some\nlines of\nprose.\n",
      "strange.log": "prose\n10:00:00.000 Shop[7:1] view.darw id=list\n",
    ])
    #expect(try sandbox.shell("gzip -c views.yaml > packed.yaml.gz") == "")
    return sandbox
  }

  @Test(arguments: rows)
  func `is an error that gives the reason or the probable fix`(row: Row) throws {
    let outcome = try sandbox().check(row.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    let path = row.path.replacing("\u{1b}", with: "\\u{1b}")
    #expect(
      outcome.errors == """
        error: \(path): \(row.message)
        no verdict: 1 of 1 log could not be checked

        """)
  }

  @Test(arguments: rows)
  func `is an error in the JSON document`(row: Row) throws {
    let outcome = try sandbox().check("-f", "json", row.path)
    #expect(outcome.status == 2)
    let errors = try #require(try outcome.document()["errors"] as? [[String: Any]])
    #expect(errors.count == 1)
    #expect(errors.first?["path"] as? String == row.path)
    let message = try #require(errors.first?["message"] as? String)
    #expect(row.message.hasPrefix(message))
  }

  @Test(arguments: rows)
  func `does not hide the violations of other logs`(row: Row) throws {
    let outcome = try sandbox().check("-f", "concise", "trace.log", row.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("trace.log:5:24: error: "))
    #expect(outcome.output.contains("\nchecked 1 of 2 logs (5 lines, 4 events, 1 session)"))
    #expect(outcome.reason == "no verdict: 1 of 2 logs could not be checked")
  }

  @Test(
    .enabled(if: Sandbox.canBeNobody, "root can read everything, and setpriv is not installed")
  )
  func `is an error if permission is denied`() throws {
    let sandbox = try sandbox()
    try sandbox.forbid("trace.log")
    let outcome = try sandbox.checkAsNobody("trace.log")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: trace.log: permission denied\n"), "\(outcome.errors)")
  }

  @Test func `may be empty standard input`() throws {
    let outcome = try sandbox().check("-")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: <stdin>: is empty\n"))
  }
}

@Suite struct `A rulebook that cannot be used` {
  private let mistaken = Sandbox.rulebook.replacing("severity: warning", with: "sevrity: warning")

  @Test func `is shown with the wrong word underlined`() throws {
    let outcome = try Sandbox(["a.log": Sandbox.bad, "mine.yaml": mistaken]).run([
      "--rulebook", "mine.yaml", "a.log",
    ])
    let line =
      mistaken.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.contains("sevrity") }.count + 1
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: "))
    #expect(outcome.errors.contains("\n  --> mine.yaml:\(line):5\n"))
    #expect(outcome.errors.contains("\n \(line) |     sevrity: warning\n    |     ^^^^^^^ "))
    #expect(outcome.reason == "no verdict: mine.yaml is not valid (1 error)")
  }

  @Test func `is an error with its place in the JSON document`() throws {
    let outcome = try Sandbox(["a.log": Sandbox.bad, "mine.yaml": mistaken])
      .run(["-f", "json", "--rulebook", "mine.yaml", "a.log"])
    #expect(outcome.status == 2)
    let errors = try #require(try outcome.document()["errors"] as? [[String: Any]])
    #expect(errors.first?["path"] as? String == "mine.yaml")
    #expect(errors.first?["column"] as? Int == 5)
    #expect(errors.first?["endColumn"] as? Int == 12)
  }

  @Test func `because it has no rules gives no verdict`() throws {
    let sandbox = try Sandbox([
      "a.log": Sandbox.good, "empty.yaml": "lifecheck: 1\nvocabulary: {app.launch: }\n",
    ])
    let outcome = try sandbox.run(["--rulebook", "empty.yaml", "a.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: empty.yaml has no rules, so there is nothing to check\n"))
    #expect(outcome.output == "")
    #expect(try sandbox.run(["events", "--rulebook", "empty.yaml", "a.log"]).status == 0)
  }

  @Test(arguments: ["nowhere.yaml", "."])
  func `is not replaced by a bundled one`(path: String) throws {
    let outcome = try Sandbox(["a.log": Sandbox.good]).run(["--rulebook", path, "a.log"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(path == "." ? "is a folder" : "no such file"))
    #expect(outcome.reason == "no verdict: \(path) is not valid (1 error)")
  }
}

@Suite struct `A misspelt rulebook file` {
  @Test func `is answered with the file of a similar name`() throws {
    let outcome = try Sandbox(["a.log": Sandbox.good, "team/rules.yaml": "lifecheck: 1"])
      .run(["--rulebook", "team/rules.yml", "a.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no such file\n note: did you mean `team/rules.yaml`?\n"))
  }
}

@Suite struct `A log whose dates have no year` {
  private static let rulebook = """
    lifecheck: 1
    vocabulary: {door.open: , door.shut: }
    rules:
    - id: shut-at-once
      severity: error
      check: each door.open is followed by door.shut within 5s

    """
  private static let log = """
    Feb 28 23:59:59 mac App[1] <Notice>: door.open
    Mar  1 00:00:01 mac App[1] <Notice>: door.shut

    """

  /// Noon of 1 June in 2023 and in 2024, a leap year.
  @Test(arguments: [(1_685_620_800, 0), (1_717_243_200, 1)])
  func `gets the year of its modification date`(written: Double, status: Int32) throws {
    let sandbox = try Sandbox(["door.yaml": Self.rulebook, "a.log": Self.log])
    let file = sandbox.folder.appending(path: "a.log").path
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: written)], ofItemAtPath: file)
    #expect(try sandbox.run(["--rulebook", "door.yaml", "a.log"]).status == status)
    // A pipe has no modification date. A leap year is assumed, because it has all dates.
    #expect(try sandbox.run(["--rulebook", "door.yaml", "-"], input: Self.log).status == 1)
  }
}

@Suite struct `A list of logs` {
  @Test func `names logs by their paths, after those of the command line`() throws {
    let sandbox = try Sandbox([
      "a.log": Sandbox.bad, "b.log": Sandbox.good, "c.log": Sandbox.warned,
      "list.txt": "b.log\r\n\nc.log\na.log\n",
    ])
    let outcome = try sandbox.check("-f", "concise", "a.log", "--files-from", "list.txt")
    #expect(outcome.outputLines.first?.hasPrefix("a.log:5:") == true)
    #expect(outcome.verdict == "1 error, 1 warning in 3 logs")
  }

  @Test func `can be standard input, and can give names to logs`() throws {
    let sandbox = try Sandbox(["tmp/1": Sandbox.bad, "tmp/2": Sandbox.good])
    let outcome = try sandbox.check(
      "-f", "jsonl", "--files-from", "-", input: "tmp/1\tiPhone 15, 4.3\ntmp/2\tiPad, 4.2\n")
    let rows = try outcome.outputLines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(Set(rows.compactMap { $0["log"] as? String }) == ["iPhone 15, 4.3", "iPad, 4.2"])
    #expect(!outcome.output.contains("tmp/"))
  }

  @Test(arguments: [
    ("missing.txt", "cannot read missing.txt (--files-from): no such file"),
    ("empty.txt", "empty.txt names no log (--files-from)"),
  ])
  func `must be readable`(file: String, message: String) throws {
    let outcome = try Sandbox(["empty.txt": "\n"]).check("--files-from", file)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
  }
}
